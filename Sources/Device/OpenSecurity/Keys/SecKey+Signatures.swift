public import Foundation

/// Creates a signature with a private key.
///
/// For a key in the enclave this may show a prompt and block until the user responds.
///
/// - Parameters:
///   - dataToSign: The digest for a digest algorithm, or the message for a message algorithm.
///   - error: On failure, the reason, which the caller owns.
/// - Returns: The signature, or nil with ``errSecParam`` if `key` does not support the algorithm or the input has the wrong
///   length; with another error if the device denies the operation.
@discardableResult
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    report(to: error) { () throws(SecurityFailure) in
        let scheme = try key.scheme(algorithm, for: .sign)
        return NSData(bytes: try key.signature(over: dataToSign.octets, scheme))
    }
}

/// Verifies a signature of `signedData` with a public key.
///
/// - Parameter error: On failure, the reason, which the caller owns. ``errSecVerifyFailed`` for an invalid signature of any kind;
///   ``errSecParam`` if `key` does not support the algorithm or the digest has the wrong length.
@discardableResult
public func SecKeyVerifySignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    report(to: error) { () throws(SecurityFailure) in
        let scheme = try key.scheme(algorithm, for: .verify)
        guard try key.verifies(signature.octets, over: signedData.octets, scheme) else {
            throw SecurityFailure(errSecVerifyFailed, "the signature is not valid for this key and data")
        }
        return true
    } ?? false
}

extension SecKey {
    fileprivate func signature(over input: [UInt8], _ scheme: KeyScheme) throws(SecurityFailure) -> [UInt8] {
        if case .ecdsa(let kind, let form) = scheme, let holder = CurveHolder(material) {
            return try holder.signature(over: try kind.digest(of: input), form: form)
        }
        guard case .rsaPrivate(let key) = material else { throw .parameter("the key cannot sign") }
        let (digest, padding) = try rsaInput(input, scheme, for: key.publicKey)
        // Without padding, only an input that is not below the modulus is rejected here.
        guard let signature = key.signature(over: digest, padding) else {
            throw .parameter("the input cannot be signed with this key")
        }
        return signature
    }

    fileprivate func verifies(_ signature: [UInt8], over input: [UInt8], _ scheme: KeyScheme) throws(SecurityFailure) -> Bool {
        switch (material, scheme) {
        case (.curvePublic(let key), .ecdsa(let kind, .der)): key.verifies(der: signature, over: try kind.digest(of: input))
        case (.curvePublic(let key), .ecdsa(let kind, .joined)): key.verifies(joined: signature, over: try kind.digest(of: input))
        case (.rsaPublic(let key), _):
            try {
                (input: (digest: [UInt8], padding: RSAPadding)) throws(SecurityFailure) in
                signature.count == key.blockLength && key.verifies(signature, over: input.digest, input.padding)
            }(try rsaInput(input, scheme, for: key))
        default: throw .parameter("the key cannot verify signatures")
        }
    }

    /// Returns the padding of RSA and its input.
    ///
    /// - Throws: ``errSecParam`` for a digest of the wrong length, and for bytes that are not a block or leave no room for the
    ///   padding.
    private func rsaInput(
        _ input: [UInt8], _ scheme: KeyScheme, for key: RSAPublicKey
    ) throws(SecurityFailure) -> (digest: [UInt8], padding: RSAPadding) {
        switch scheme {
        case .rsaRawSignature:
            guard input.count == key.blockLength else { throw .parameter("the input must be as long as the key's block") }
            return (input, .none)
        case .rsaPKCS1Signature(let kind):
            guard kind != .bytes || input.count <= RSAPadding.pkcs1(nil).room(in: key.blockLength) else {
                throw .parameter("the input leaves no room for the padding")
            }
            return (try kind.digest(of: input), .pkcs1(kind.hash))
        case .rsaPSSSignature(let kind):
            guard let hash = kind.hash else { throw .parameter("PSS requires a hash function") }
            return (try kind.digest(of: input), .pss(hash))
        default:
            throw .parameter("not an RSA signature algorithm")
        }
    }

    func supports(_ scheme: KeyScheme, for operation: SecKeyOperationType) -> Bool {
        guard scheme.serves(operation), operation.isPrivate == isPrivate else { return false }
        return switch publicMaterial {
        case .curvePublic: scheme.isForCurves
        case .rsaPublic(let key): scheme.fits(key)
        case .rsaPrivate, .curvePrivate, .remote: false
        }
    }

    /// Returns the scheme of `algorithm`.
    ///
    /// - Throws: ``errSecParam`` if the key does not support it.
    func scheme(_ algorithm: SecKeyAlgorithm, for operation: SecKeyOperationType) throws(SecurityFailure) -> KeyScheme {
        guard let scheme = KeyScheme(algorithm), supports(scheme, for: operation) else {
            throw .parameter("\(algorithm.rawValue): not supported for \(operation) with \(description)")
        }
        return scheme
    }
}

/// Returns whether `key` supports `operation` with `algorithm`.
///
/// Signing, decryption and key exchange require a private key; verification and encryption require a public key. An RSA key
/// supports only algorithms that fit its block, so a key of 1024 bits supports neither PSS nor OAEP with SHA-512.
@discardableResult
public func SecKeyIsAlgorithmSupported(_ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool {
    KeyScheme(algorithm).map { key.supports($0, for: operation) } ?? false
}

extension SecKeyOperationType {
    fileprivate var isPrivate: Bool {
        switch self {
        case .sign, .decrypt, .keyExchange: true
        case .verify, .encrypt: false
        }
    }
}

extension KeyScheme {
    fileprivate func serves(_ operation: SecKeyOperationType) -> Bool {
        switch self {
        case .rsaRawSignature, .rsaPKCS1Signature, .rsaPSSSignature, .ecdsa: operation == .sign || operation == .verify
        case .rsaRawEncryption, .rsaPKCS1Encryption, .rsaOAEP, .rsaSealing, .ecies: operation == .encrypt || operation == .decrypt
        case .keyExchange: operation == .keyExchange
        }
    }

    fileprivate var isForCurves: Bool {
        switch self {
        case .ecdsa, .ecies, .keyExchange: true
        default: false
        }
    }

    fileprivate func fits(_ key: RSAPublicKey) -> Bool {
        switch self {
        case .ecdsa, .ecies, .keyExchange: false
        // Every accepted key has at least 1024 bits, which suffices for these.
        case .rsaRawSignature, .rsaPKCS1Signature, .rsaRawEncryption, .rsaPKCS1Encryption: true
        // The encoded message is one bit shorter than the modulus (RFC 8017, section 8.1.1).
        case .rsaPSSSignature(let input):
            input.hash.map { (key.bits - 1 + 7) / 8 >= 2 * $0.length + 2 } ?? false
        case .rsaOAEP(let hash): RSAPadding.oaep(hash).room(in: key.blockLength) >= 0
        case .rsaSealing(let hash): RSAPadding.oaep(hash).room(in: key.blockLength) >= RSASealing.keyLength(for: key)
        }
    }
}
