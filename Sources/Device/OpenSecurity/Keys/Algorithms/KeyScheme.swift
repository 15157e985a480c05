/// What an algorithm does, step by step.
enum KeyScheme: Hashable, Sendable {
    case rsaRawSignature
    case rsaPKCS1Signature(SignedInput)
    case rsaPSSSignature(SignedInput)
    case rsaRawEncryption
    case rsaPKCS1Encryption
    case rsaOAEP(HashFunction)
    /// OAEP around an AES key, and AES-GCM under it.
    case rsaSealing(HashFunction)
    case ecdsa(SignedInput, SignatureForm)
    case ecies(HashFunction, Vector)
    /// With a hash the result is derived from the shared secret, without it is the secret.
    case keyExchange(HashFunction?)

    /// What is given to a signature.
    enum SignedInput: Hashable, Sendable {
        /// A digest of exactly that function's length.
        case digest(HashFunction)
        case message(HashFunction)
        /// Bytes that are taken as they are.
        case bytes
    }

    enum SignatureForm: Sendable {
        case der, joined
    }

    /// Where the initialisation vector of AES-GCM comes from.
    enum Vector: Sendable {
        case zero, derived
    }
}

extension KeyScheme.SignedInput {
    /// The function behind it, if there is one.
    var hash: HashFunction? {
        switch self {
        case .digest(let hash), .message(let hash): hash
        case .bytes: nil
        }
    }

    /// What is signed.
    ///
    /// - Throws: ``errSecParam`` for a digest of another length, and for no bytes where any would do.
    func digest(of input: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        switch self {
        case .digest(let hash):
            guard input.count == hash.length else {
                throw .parameter("the digest has \(input.count) bytes; the algorithm needs \(hash.length)")
            }
            return input
        case .message(let hash):
            return hash.digest(of: input)
        case .bytes:
            guard !input.isEmpty else { throw .parameter("there is nothing to sign") }
            return input
        }
    }
}
