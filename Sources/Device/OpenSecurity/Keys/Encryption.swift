public import Foundation

/// `plaintext` encrypted to `key`, which must be public.
///
/// - Parameter error: Gets the reason where the result is nil; the caller owns it.
/// - Returns: Nil with ``errSecParam`` for an algorithm that `key` does not encrypt with, and for more bytes than its block has
///   room for.
@discardableResult
public func SecKeyCreateEncryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    report(to: error) { () throws(SecurityFailure) in
        let scheme = try key.scheme(algorithm, for: .encrypt)
        return NSData(bytes: try key.encrypted([UInt8](plaintext as Data), scheme))
    }
}

/// What was encrypted to the public half of `key`, which must be private.
///
/// For a key in the enclave this may prompt; the call returns when the prompt is answered.
///
/// - Parameter error: Gets the reason where the result is nil; the caller owns it.
/// - Returns: Nil with ``errSecParam`` for an algorithm that `key` does not decrypt with, and for data that was not encrypted to
///   this key with this algorithm or has changed since; with another error where the key's holder refuses.
@discardableResult
public func SecKeyCreateDecryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    report(to: error) { () throws(SecurityFailure) in
        let scheme = try key.scheme(algorithm, for: .decrypt)
        var plaintext = try key.decrypted([UInt8](ciphertext as Data), scheme)
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
            guard plaintext.count <= padding.room(in: block) else { throw .parameter("the data is too long for the key's block") }
            let input = padding == .none ? [UInt8](repeating: 0, count: block - plaintext.count) + plaintext : plaintext
            // With no padding, an input that is not below the modulus is left to refuse.
            guard let ciphertext = key.encrypted(input, padding) else {
                throw .parameter("the data cannot be encrypted to this key")
            }
            return ciphertext
        default:
            throw .parameter("the key does not encrypt")
        }
    }

    fileprivate func decrypted(_ ciphertext: [UInt8], _ scheme: KeyScheme) throws(SecurityFailure) -> [UInt8] {
        if case .ecies(let hash, let vector) = scheme, let holder = CurveHolder(material) {
            return try IntegratedEncryption(hash: hash, vector: vector).decrypt(ciphertext, with: holder)
        }
        guard case .rsaPrivate(let key) = material else { throw .parameter("the key does not decrypt") }
        if case .rsaSealing(let hash) = scheme { return try RSASealing(hash: hash).decrypt(ciphertext, with: key) }
        // In the same words whether the length, the padding or the key is wrong.
        guard ciphertext.count == key.publicKey.blockLength,
            let plaintext = key.decrypted(ciphertext, try scheme.encryptionPadding())
        else { throw .parameter("the data was not encrypted to this key with this algorithm, or has changed") }
        return plaintext.withBytes([UInt8].init)
    }
}

extension KeyScheme {
    fileprivate func encryptionPadding() throws(SecurityFailure) -> RSAPadding {
        switch self {
        case .rsaRawEncryption: return .none
        case .rsaPKCS1Encryption: return .pkcs1(nil)
        case .rsaOAEP(let hash): return .oaep(hash)
        default: throw .parameter("not an encryption of RSA")
        }
    }
}

extension NSData {
    convenience init(bytes: [UInt8]) {
        self.init(bytes: bytes, length: bytes.count)
    }
}

/// Encryption of any length of data to an RSA key: an AES session key under OAEP, the ciphertext and its 16-byte tag, one behind
/// the other.
///
/// The initialisation vector is zero, as each session key is used once. The public key, as PKCS #1 spells it, is authenticated too.
/// AES-256 for keys of 4096 bits and more, else AES-128.
struct RSASealing {
    let hash: HashFunction

    func encrypt(_ plaintext: [UInt8], to recipient: RSAPublicKey) throws(SecurityFailure) -> [UInt8] {
        var isRandom = false
        let session = KeyBytes(count: Self.keyLength(for: recipient)) { bytes in
            isRandom = RandomFilling.fill(UnsafeMutableRawBufferPointer(bytes), from: RandomFilling.kernel)
        }
        guard isRandom else { throw SecurityFailure(errSecInternalComponent, "the kernel gave no random bytes") }
        var copy = session.withBytes([UInt8].init)
        defer { copy.clear() }
        guard let wrapped = recipient.encrypted(copy, .oaep(hash)),
            let sealed = session.withBytes({
                AESGCM.seal(plaintext, key: $0, vector: Self.vector, authenticating: recipient.pkcs1)
            })
        else { throw SecurityFailure(errSecInternalComponent, "libcrypto could not encrypt") }
        return wrapped + sealed
    }

    /// - Throws: ``errSecParam``, in the same words for every reason: which step failed would help who forges.
    func decrypt(_ message: [UInt8], with key: RSAPrivateKey) throws(SecurityFailure) -> [UInt8] {
        let block = key.publicKey.blockLength
        guard message.count >= block + AESGCM.tagLength,
            let session = key.decrypted([UInt8](message.prefix(block)), .oaep(hash)),
            session.count == Self.keyLength(for: key.publicKey),
            let plaintext = session.withBytes({
                AESGCM.open(message[block...], key: $0, vector: Self.vector, authenticating: key.publicKey.pkcs1)
            })
        else { throw .parameter("the data was not encrypted to this key with this algorithm, or has changed") }
        return plaintext
    }

    /// The length of the session key in bytes.
    static func keyLength(for recipient: RSAPublicKey) -> Int {
        recipient.bits >= 4_096 ? 32 : 16
    }

    private static let vector = [UInt8](repeating: 0, count: AESGCM.vectorLength)
}
