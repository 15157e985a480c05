/// Whether `key` can do `operation` with `algorithm`.
///
/// Signing, decryption and key exchange are private keys' work; verification and encryption are public keys'. An RSA key supports
/// only what its block has room for, so that 1024 bits have neither PSS nor OAEP with SHA-512.
@discardableResult
public func SecKeyIsAlgorithmSupported(_ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool {
    KeyScheme(algorithm).map { key.supports($0, for: operation) } ?? false
}

extension SecKey {
    func supports(_ scheme: KeyScheme, for operation: SecKeyOperationType) -> Bool {
        guard scheme.serves(operation), operation.isPrivate == isPrivate else { return false }
        return switch publicMaterial {
        case .curvePublic: scheme.isForCurves
        case .rsaPublic(let key): scheme.fits(key)
        case .rsaPrivate, .curvePrivate, .remote: false
        }
    }

    /// What `algorithm` does, if this key can do it.
    ///
    /// - Throws: ``errSecParam`` if it cannot.
    func scheme(_ algorithm: SecKeyAlgorithm, for operation: SecKeyOperationType) throws(SecurityFailure) -> KeyScheme {
        guard let scheme = KeyScheme(algorithm), supports(scheme, for: operation) else {
            throw .parameter("\(algorithm.rawValue): not for \(operation) with \(description)")
        }
        return scheme
    }
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
        // Every key that is read has at least 1024 bits, room for any of these.
        case .rsaRawSignature, .rsaPKCS1Signature, .rsaRawEncryption, .rsaPKCS1Encryption: true
        // The encoded message is one bit shorter than the modulus (RFC 8017, section 8.1.1).
        case .rsaPSSSignature(let input):
            input.hash.map { (key.bits - 1 + 7) / 8 >= 2 * $0.length + 2 } ?? false
        case .rsaOAEP(let hash): RSAPadding.oaep(hash).room(in: key.blockLength) >= 0
        case .rsaSealing(let hash): RSAPadding.oaep(hash).room(in: key.blockLength) >= RSASealing.keyLength(for: key)
        }
    }
}
