/// The steps of an algorithm.
enum KeyScheme: Hashable, Sendable {
    case rsaRawSignature
    case rsaPKCS1Signature(SignedInput)
    case rsaPSSSignature(SignedInput)
    case rsaRawEncryption
    case rsaPKCS1Encryption
    case rsaOAEP(HashFunction)
    /// OAEP of an AES key, and AES-GCM with that key.
    case rsaSealing(HashFunction)
    case ecdsa(SignedInput, SignatureForm)
    case ecies(HashFunction, Vector)
    /// With a hash function, the result is derived from the shared secret. Otherwise it is the secret.
    case keyExchange(HashFunction?)

    /// The input of a signature.
    enum SignedInput: Hashable, Sendable {
        /// A digest with the length of the hash function.
        case digest(HashFunction)
        case message(HashFunction)
        /// Bytes that are used unchanged.
        case bytes
    }

    enum SignatureForm: Sendable {
        case der, joined
    }

    /// The origin of the initialization vector of AES-GCM.
    enum Vector: Sendable {
        case zero, derived
    }

    /// Creates the scheme of an algorithm. Returns nil for an unsupported one.
    init?(_ algorithm: SecKeyAlgorithm) {
        guard let scheme = Self.table[algorithm] else { return nil }
        self = scheme
    }

    /// All supported algorithms: 87.
    static var algorithms: some Collection<SecKeyAlgorithm> { table.keys }

    private static let table: [SecKeyAlgorithm: KeyScheme] = {
        var table: [SecKeyAlgorithm: KeyScheme] = [
            .rsaSignatureRaw: .rsaRawSignature, .rsaSignatureDigestPKCS1v15Raw: .rsaPKCS1Signature(.bytes),
            .rsaEncryptionRaw: .rsaRawEncryption, .rsaEncryptionPKCS1: .rsaPKCS1Encryption,
            .ecdsaSignatureRFC4754: .ecdsa(.bytes, .joined), .ecdsaSignatureDigestRFC4754: .ecdsa(.bytes, .joined),
            .ecdsaSignatureDigestX962: .ecdsa(.bytes, .der),
            .ecdhKeyExchangeStandard: .keyExchange(nil), .ecdhKeyExchangeCofactor: .keyExchange(nil),
        ]
        for (hash, name, salt) in hashes {
            func add(_ algorithm: String, _ scheme: KeyScheme) { table[SecKeyAlgorithm("algid:" + algorithm)] = scheme }
            for (word, input) in [("digest", SignedInput.digest(hash)), ("message", .message(hash))] {
                add("sign:RSA:\(word)-PKCS1v15:\(name)", .rsaPKCS1Signature(input))
                add("sign:RSA:\(word)-PSS:\(name):\(name):\(salt)", .rsaPSSSignature(input))
                add("sign:ECDSA:\(word)-RFC4754:\(name)", .ecdsa(input, .joined))
                add("sign:ECDSA:\(word)-X962:\(name)", .ecdsa(input, .der))
            }
            add("encrypt:RSA:OAEP:\(name)", .rsaOAEP(hash))
            add("encrypt:RSA:OAEP:\(name):AESGCM", .rsaSealing(hash))
            for exchange in ["ECDH", "ECDHC"] {
                add("keyexchange:\(exchange):KDFX963:\(name)", .keyExchange(hash))
                add("encrypt:ECIES:\(exchange):KDFX963:\(name):AESGCM", .ecies(hash, .zero))
                // Apple defines no such algorithm with SHA-1.
                if hash != .sha1 { add("encrypt:ECIES:\(exchange):KDFX963:\(name):AESGCM-KDFIV", .ecies(hash, .derived)) }
            }
        }
        return table
    }()

    /// The hash functions with their names in algorithms, and the salt length in the names of PSS.
    private static let hashes: [(HashFunction, name: String, salt: Int)] = [
        (.sha1, "SHA1", 20), (.sha224, "SHA224", 24), (.sha256, "SHA256", 32), (.sha384, "SHA384", 48), (.sha512, "SHA512", 64),
    ]
}

extension KeyScheme.SignedInput {
    /// The hash function of the input, if any.
    var hash: HashFunction? {
        switch self {
        case .digest(let hash), .message(let hash): hash
        case .bytes: nil
        }
    }

    /// Returns the digest to sign.
    ///
    /// - Throws: ``errSecParam`` for a digest of the wrong length, and for empty input.
    func digest(of input: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        switch self {
        case .digest(let hash):
            guard input.count == hash.length else {
                throw .parameter("the digest has \(input.count) bytes; the algorithm requires \(hash.length)")
            }
            return input
        case .message(let hash):
            return hash.digest(of: input)
        case .bytes:
            guard !input.isEmpty else { throw .parameter("the input is empty") }
            return input
        }
    }
}
