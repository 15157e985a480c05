public import Foundation

/// Encrypts `plaintext` with a public key.
///
/// - Parameter error: On failure, the reason, which the caller owns.
/// - Returns: The ciphertext, or nil with ``errSecParam`` if `key` does not support the algorithm or the data exceeds its block.
@discardableResult
public func SecKeyCreateEncryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    report(to: error) { () throws(SecurityFailure) in
        let scheme = try key.scheme(algorithm, for: .encrypt)
        return NSData(bytes: try key.encrypted(plaintext.octets, scheme))
    }
}

/// Decrypts `ciphertext` with a private key.
///
/// For a key in the enclave this may show a prompt and block until the user responds.
///
/// - Parameter error: On failure, the reason, which the caller owns.
/// - Returns: The plaintext, or nil with ``errSecParam`` if `key` does not support the algorithm, or if the data was not
///   encrypted with this key and algorithm or was modified; with another error if the device denies the operation.
@discardableResult
public func SecKeyCreateDecryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    report(to: error) { () throws(SecurityFailure) in
        let scheme = try key.scheme(algorithm, for: .decrypt)
        var plaintext = try key.decrypted(ciphertext.octets, scheme)
        defer { plaintext.clear() }
        return NSData(bytes: plaintext)
    }
}

extension SecKey {
    fileprivate func encrypted(_ plaintext: [UInt8], _ scheme: KeyScheme) throws(SecurityFailure) -> [UInt8] {
        switch (material, scheme) {
        case (.curvePublic(let key), .ecies(let hash, let vector)):
            return try IntegratedEncryption(hash: hash, vector: vector).encrypt(plaintext, to: key)
        case (.rsaPublic(let key), .rsaSealing(let hash)):
            return try RSASealing(hash: hash).encrypt(plaintext, to: key)
        case (.rsaPublic(let key), _):
            let padding = try scheme.encryptionPadding()
            let block = key.blockLength
            guard plaintext.count <= padding.room(in: block) else { throw .parameter("the data exceeds the key's block") }
            let input = padding == .none ? [UInt8](repeating: 0, count: block - plaintext.count) + plaintext : plaintext
            // Without padding, only an input that is not below the modulus is rejected here.
            guard let ciphertext = key.encrypted(input, padding) else {
                throw .parameter("the data cannot be encrypted with this key")
            }
            return ciphertext
        default:
            throw .parameter("the key cannot encrypt")
        }
    }

    fileprivate func decrypted(_ ciphertext: [UInt8], _ scheme: KeyScheme) throws(SecurityFailure) -> [UInt8] {
        if case .ecies(let hash, let vector) = scheme, let holder = CurveHolder(material) {
            return try IntegratedEncryption(hash: hash, vector: vector).decrypt(ciphertext, with: holder)
        }
        guard case .rsaPrivate(let key) = material else { throw .parameter("the key cannot decrypt") }
        if case .rsaSealing(let hash) = scheme { return try RSASealing(hash: hash).decrypt(ciphertext, with: key) }
        // The message is the same for a wrong length, padding or key.
        guard ciphertext.count == key.publicKey.blockLength,
            let plaintext = key.decrypted(ciphertext, try scheme.encryptionPadding())
        else { throw .parameter("the data was not encrypted with this key and algorithm, or was modified") }
        return plaintext.withBytes([UInt8].init)
    }
}

extension KeyScheme {
    fileprivate func encryptionPadding() throws(SecurityFailure) -> RSAPadding {
        switch self {
        case .rsaRawEncryption: return .none
        case .rsaPKCS1Encryption: return .pkcs1(nil)
        case .rsaOAEP(let hash): return .oaep(hash)
        default: throw .parameter("not an RSA encryption algorithm")
        }
    }
}

/// Encryption of data of any length with an RSA key: an AES session key under OAEP, then the ciphertext and its 16-byte tag.
///
/// The initialization vector is zero, because each session key is used once. The public key in PKCS #1 form is authenticated too.
/// Uses AES-256 for keys of 4096 bits and more, otherwise AES-128.
struct RSASealing {
    let hash: HashFunction

    func encrypt(_ plaintext: [UInt8], to recipient: RSAPublicKey) throws(SecurityFailure) -> [UInt8] {
        var isRandom = false
        let session = KeyBytes(count: Self.keyLength(for: recipient)) { bytes in
            isRandom = RandomFilling.fill(UnsafeMutableRawBufferPointer(bytes), from: RandomFilling.kernel)
        }
        guard isRandom else { throw SecurityFailure(errSecInternalComponent, "the kernel returned no random bytes") }
        var copy = session.withBytes([UInt8].init)
        defer { copy.clear() }
        guard let wrapped = recipient.encrypted(copy, .oaep(hash)),
            let sealed = session.withBytes({
                AESGCM.seal(plaintext, key: $0, vector: Self.vector, authenticating: recipient.pkcs1)
            })
        else { throw SecurityFailure(errSecInternalComponent, "libcrypto failed to encrypt") }
        return wrapped + sealed
    }

    /// - Throws: ``errSecParam`` with the same reason for every failure, because the failing step would help an attacker.
    func decrypt(_ message: [UInt8], with key: RSAPrivateKey) throws(SecurityFailure) -> [UInt8] {
        let block = key.publicKey.blockLength
        guard message.count >= block + AESGCM.tagLength,
            let session = key.decrypted([UInt8](message.prefix(block)), .oaep(hash)),
            session.count == Self.keyLength(for: key.publicKey),
            let plaintext = session.withBytes({
                AESGCM.open(message[block...], key: $0, vector: Self.vector, authenticating: key.publicKey.pkcs1)
            })
        else { throw .parameter("the data was not encrypted with this key and algorithm, or was modified") }
        return plaintext
    }

    /// Returns the length of the session key in bytes.
    static func keyLength(for recipient: RSAPublicKey) -> Int {
        recipient.bits >= 4_096 ? 32 : 16
    }

    private static let vector = [UInt8](repeating: 0, count: AESGCM.vectorLength)
}
