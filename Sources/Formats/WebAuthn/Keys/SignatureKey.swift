internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
internal import X509

/// A public key of a credential or a certificate that verifies signatures.
struct SignatureKey: Sendable {
    private enum Material: Sendable {
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case p521(P521.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
        case ed448(Ed448Key)
        case rsa(_RSA.Signing.PublicKey)
        case mlDSA65(MLDSA65.PublicKey)
        case mlDSA87(MLDSA87.PublicKey)
    }

    private let material: Material

    init(p256 point: [UInt8]) throws(WebAuthnError) {
        material = .p256(try Self.made { try P256.Signing.PublicKey(rawRepresentation: point) })
    }

    init(p384 point: [UInt8]) throws(WebAuthnError) {
        material = .p384(try Self.made { try P384.Signing.PublicKey(rawRepresentation: point) })
    }

    init(p521 point: [UInt8]) throws(WebAuthnError) {
        material = .p521(try Self.made { try P521.Signing.PublicKey(rawRepresentation: point) })
    }

    init(ed25519 point: [UInt8]) throws(WebAuthnError) {
        material = .ed25519(try Self.made { try Curve25519.Signing.PublicKey(rawRepresentation: point) })
    }

    init(ed448 point: [UInt8]) throws(WebAuthnError) {
        material = .ed448(try Ed448Key(point))
    }

    init(mlDSA65 key: [UInt8]) throws(WebAuthnError) {
        material = .mlDSA65(try Self.made { try MLDSA65.PublicKey(rawRepresentation: key) })
    }

    init(mlDSA87 key: [UInt8]) throws(WebAuthnError) {
        material = .mlDSA87(try Self.made { try MLDSA87.PublicKey(rawRepresentation: key) })
    }

    /// Creates an RSA key from numbers without leading zeros (RFC 8230, section 4).
    ///
    /// Keys under 2,048 bits are weak. Above 8,192 bits, one verification costs as much as dozens. Exponents under 65,537 have allowed
    /// forgeries (NIST SP 800-56B, section 6.2).
    init(modulus: [UInt8], exponent: [UInt8]) throws(WebAuthnError) {
        let bitCount = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        // BoringSSL rejects an even modulus or exponent.
        guard modulus.first != 0, exponent.first != 0, exponent.count <= 4 else {
            throw .unusableKey("The numbers of the RSA key are malformed.")
        }
        let value = exponent.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        guard (2_048...8_192).contains(bitCount), value >= 65_537 else {
            throw .unusableKey("The RSA key is too small or too large, or its exponent is not accepted.")
        }
        material = .rsa(try Self.made { try _RSA.Signing.PublicKey(n: modulus, e: exponent) })
    }

    /// Creates the key of a certificate. Returns nil if no supported algorithm uses it.
    init?(_ certificate: Certificate) {
        let key = certificate.publicKey
        if let key = P256.Signing.PublicKey(key) {
            material = .p256(key)
        } else if let key = P384.Signing.PublicKey(key) {
            material = .p384(key)
        } else if let key = P521.Signing.PublicKey(key) {
            material = .p521(key)
        } else if let key = Curve25519.Signing.PublicKey(key) {
            material = .ed25519(key)
        } else if let key = _RSA.Signing.PublicKey(key) {
            material = .rsa(key)
        } else {
            return nil
        }
    }

    /// Returns whether the signature of the message is valid. The algorithm must belong to the key's type.
    ///
    /// An RSA signature has the length of the modulus (RFC 8017, section 8.2.2), which BoringSSL verifies. ECDSA signatures are in DER
    /// (section 6.5.5).
    func isValidSignature(_ signature: [UInt8], for message: [UInt8], by algorithm: COSEAlgorithm) -> Bool {
        switch (material, algorithm) {
        case (.p256(let key), .es256):
            (try? P256.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: message) } ?? false
        case (.p384(let key), .es384):
            (try? P384.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: message) } ?? false
        case (.p521(let key), .es512):
            (try? P521.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: message) } ?? false
        case (.ed25519(let key), .edDSA): key.isValidSignature(signature, for: message)
        case (.ed448(let key), .ed448): key.isValidSignature(signature, for: message)
        case (.mlDSA65(let key), .mlDSA65): key.isValidSignature(signature, for: message)
        case (.mlDSA87(let key), .mlDSA87): key.isValidSignature(signature, for: message)
        case (.rsa(let key), .rs256):
            key.isValidSignature(.init(rawRepresentation: signature), for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
        case (.rsa(let key), .rs1):
            key.isValidSignature(
                .init(rawRepresentation: signature), for: Insecure.SHA1.hash(data: message), padding: .insecurePKCS1v1_5)
        default: false
        }
    }

    /// The uncompressed point of a P-256 key (SEC 1, section 2.3.3), or nil for another key.
    var p256Point: [UInt8]? { if case .p256(let key) = material { [UInt8](key.x963Representation) } else { nil } }

    private static func made<Key>(_ make: () throws -> Key) throws(WebAuthnError) -> Key {
        do {
            return try make()
        } catch {
            throw .unusableKey("The key is malformed, such as a point off its curve or a key of the wrong length.")
        }
    }
}

extension SignatureKey: Equatable {
    /// Compares type and key.
    static func == (left: SignatureKey, right: SignatureKey) -> Bool {
        switch (left.material, right.material) {
        case (.p256(let left), .p256(let right)): left.rawRepresentation == right.rawRepresentation
        case (.p384(let left), .p384(let right)): left.rawRepresentation == right.rawRepresentation
        case (.p521(let left), .p521(let right)): left.rawRepresentation == right.rawRepresentation
        case (.ed25519(let left), .ed25519(let right)): left.rawRepresentation == right.rawRepresentation
        case (.ed448(let left), .ed448(let right)): left == right
        case (.rsa(let left), .rsa(let right)): left.derRepresentation == right.derRepresentation
        case (.mlDSA65(let left), .mlDSA65(let right)): left.rawRepresentation == right.rawRepresentation
        case (.mlDSA87(let left), .mlDSA87(let right)): left.rawRepresentation == right.rawRepresentation
        default: false
        }
    }
}
