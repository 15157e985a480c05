import CLibcrypto

/// An RSA private key, in this process.
package struct RSAPrivateKey: Sendable {
    /// The sizes of new keys, as for Apple's functions.
    package static let makeableBits = 1_024...4_096

    package let publicKey: RSAPublicKey
    private let key: LibcryptoKey

    /// Generates a random key with the exponent 65537. Returns nil for a size outside `makeableBits` or not a multiple of 8.
    package init?(generatingBits bits: Int) {
        guard Self.makeableBits.contains(bits), bits.isMultiple(of: 8),
            let key = LibcryptoKey(generating: "RSA", prepare: { EVP_PKEY_CTX_set_rsa_keygen_bits($0, Int32(bits)) }),
            let publicKey = RSAPublicKey(of: key)
        else { return nil }
        self.publicKey = publicKey
        self.key = key
    }

    /// Parses a PKCS #1 key with two primes (RFC 8017, appendix A.1.2). Returns nil for a non-canonical encoding, for a public
    /// key that ``RSAPublicKey`` rejects, and for numbers that do not belong together.
    package init?(pkcs1: KeyBytes) {
        let key = pkcs1.withBytes { bytes -> LibcryptoKey? in
            guard let ranges = try? DERIntegers.ranges(in: bytes, count: 9) else { return nil }
            let numbers = ranges.map { UnsafeBufferPointer(rebasing: bytes[$0]) }
            // Keys with two primes have the version 0.
            guard numbers[0].isEmpty, RSAPublicKey.acceptableBits(modulus: numbers[1], exponent: numbers[2]) != nil,
                numbers[3...].allSatisfy({ !$0.isEmpty && $0.count <= numbers[1].count })
            else { return nil }
            return LibcryptoKey(
                type: "RSA", numbers: zip(Self.names, numbers.dropFirst()).map { KeyNumber.number($0, $1) }, isPrivate: true)
        }
        guard let key, key.isConsistent, let publicKey = RSAPublicKey(of: key) else { return nil }
        self.publicKey = publicKey
        self.key = key
    }

    /// Returns the key in PKCS #1 form.
    package func pkcs1() -> KeyBytes? {
        Self.pkcs1(of: key)
    }

    /// Returns nil for a key that lacks one of the numbers.
    static func pkcs1(of key: LibcryptoKey) -> KeyBytes? {
        var numbers = [KeyBytes(copying: [])]
        for name in names {
            guard let number = key.number(name) else { return nil }
            numbers.append(number)
        }
        return DERIntegers.sequence(numbers)
    }

    func signature(over digest: [UInt8], _ padding: RSAPadding) -> [UInt8]? {
        key.signature(over: digest, settings: padding.settings)
    }

    func decrypted(_ ciphertext: [UInt8], _ padding: RSAPadding) -> KeyBytes? {
        key.decrypted(ciphertext, settings: padding.settings)
    }

    /// The numbers in the order of PKCS #1, after the version.
    private static let names = [
        OSSL_PKEY_PARAM_RSA_N, OSSL_PKEY_PARAM_RSA_E, OSSL_PKEY_PARAM_RSA_D, "rsa-factor1", "rsa-factor2", "rsa-exponent1",
        "rsa-exponent2", "rsa-coefficient1",
    ]
}

/// A validated RSA public key.
package struct RSAPublicKey: Sendable {
    /// The supported sizes of keys. Smaller keys are insecure; operations with larger ones take seconds.
    package static let readableBits = 1_024...8_192

    package let bits: Int
    /// The key in PKCS #1 form (RFC 8017, appendix A.1.1): a DER sequence of modulus and exponent.
    package let pkcs1: [UInt8]
    let key: LibcryptoKey

    /// The length of a block in bytes, which is that of the modulus.
    package var blockLength: Int { (bits + 7) / 8 }

    /// Returns nil for a non-canonical encoding and for a size outside `readableBits`. Returns nil for a modulus that is even or
    /// has small factors, and for an exponent that is even, 1, or longer than 64 bits.
    package init?(pkcs1: some Collection<UInt8>) {
        let bytes = [UInt8](pkcs1)
        let key = bytes.withUnsafeBufferPointer { bytes -> (LibcryptoKey, Int)? in
            guard let ranges = try? DERIntegers.ranges(in: bytes, count: 2) else { return nil }
            let numbers = ranges.map { UnsafeBufferPointer(rebasing: bytes[$0]) }
            guard let bits = Self.acceptableBits(modulus: numbers[0], exponent: numbers[1]),
                let key = LibcryptoKey(
                    type: "RSA", numbers: [.number(OSSL_PKEY_PARAM_RSA_N, numbers[0]), .number(OSSL_PKEY_PARAM_RSA_E, numbers[1])],
                    isPrivate: false)
            else { return nil }
            return (key, bits)
        }
        guard let (key, bits) = key, key.isValidPublicKey else { return nil }
        self.init(bits: bits, pkcs1: bytes, key: key)
    }

    /// Creates the public key of a valid `key`.
    init?(of key: LibcryptoKey) {
        guard let modulus = key.number(OSSL_PKEY_PARAM_RSA_N), let exponent = key.number(OSSL_PKEY_PARAM_RSA_E) else { return nil }
        self.init(pkcs1: DERIntegers.sequence([modulus, exponent]).withBytes([UInt8].init))
    }

    private init(bits: Int, pkcs1: [UInt8], key: LibcryptoKey) {
        self.bits = bits
        self.pkcs1 = pkcs1
        self.key = key
    }

    /// Returns the size of the modulus if both numbers are acceptable.
    static func acceptableBits(modulus: UnsafeBufferPointer<UInt8>, exponent: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = modulus.first, let modulusEnd = modulus.last, let exponentEnd = exponent.last else { return nil }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        guard readableBits.contains(bits), modulusEnd & 1 == 1, exponentEnd & 1 == 1, exponent.count <= 8,
            exponent.count > 1 || exponentEnd > 1
        else { return nil }
        return bits
    }

    func verifies(_ signature: [UInt8], over digest: [UInt8], _ padding: RSAPadding) -> Bool {
        key.verifies(signature, over: digest, settings: padding.settings)
    }

    func encrypted(_ plaintext: [UInt8], _ padding: RSAPadding) -> [UInt8]? {
        key.encrypted(plaintext, settings: padding.settings)
    }
}

/// The RSA padding schemes.
package enum RSAPadding: Hashable, Sendable {
    /// No padding: the input is the block.
    case none
    /// PKCS #1 v1.5 of the unchanged input, or of a digest with its identifier.
    case pkcs1(HashFunction?)
    /// PSS. The salt is as long as the hash, which also generates the mask.
    case pss(HashFunction)
    /// OAEP. The hash also generates the mask.
    case oaep(HashFunction)

    var settings: [LibcryptoKey.Setting] {
        switch self {
        case .none: [{ EVP_PKEY_CTX_set_rsa_padding($0, RSA_NO_PADDING) }]
        case .pkcs1(nil): [{ EVP_PKEY_CTX_set_rsa_padding($0, RSA_PKCS1_PADDING) }]
        case .pkcs1(let hash?):
            [{ EVP_PKEY_CTX_set_rsa_padding($0, RSA_PKCS1_PADDING) }, { EVP_PKEY_CTX_set_signature_md($0, hash.method) }]
        case .pss(let hash):
            [
                { EVP_PKEY_CTX_set_rsa_padding($0, RSA_PKCS1_PSS_PADDING) }, { EVP_PKEY_CTX_set_signature_md($0, hash.method) },
                { EVP_PKEY_CTX_set_rsa_mgf1_md($0, hash.method) }, { EVP_PKEY_CTX_set_rsa_pss_saltlen($0, Int32(hash.length)) },
            ]
        case .oaep(let hash):
            [
                { EVP_PKEY_CTX_set_rsa_padding($0, RSA_PKCS1_OAEP_PADDING) }, { EVP_PKEY_CTX_set_rsa_oaep_md($0, hash.method) },
                { EVP_PKEY_CTX_set_rsa_mgf1_md($0, hash.method) },
            ]
        }
    }

    /// Returns the maximum input length for a block of `length` bytes. Negative if the padding does not fit.
    func room(in length: Int) -> Int {
        switch self {
        case .none: length
        case .pkcs1: length - 11
        case .pss(let hash): length - 2 - hash.length
        case .oaep(let hash): length - 2 - 2 * hash.length
        }
    }
}
