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
