import CLibcrypto

/// An RSA public key, checked.
package struct RSAPublicKey: Sendable {
    /// The sizes of keys that are read and made. Below, RSA protects nothing; above, one operation takes seconds.
    package static let readableBits = 1_024...8_192

    package let bits: Int
    /// The key as PKCS #1 spells it (RFC 8017, appendix A.1.1): a DER sequence of modulus and exponent.
    package let pkcs1: [UInt8]
    let key: LibcryptoKey

    /// The length of a block in bytes: that of the modulus.
    package var blockLength: Int { (bits + 7) / 8 }

    /// Nil for anything but the one DER spelling, a size out of `readableBits`, an even modulus or one with small factors, and an
    /// exponent that is even, 1, or longer than 64 bits.
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

    /// The public half of `key`, which is known to be good.
    init?(of key: LibcryptoKey) {
        guard let modulus = key.number(OSSL_PKEY_PARAM_RSA_N), let exponent = key.number(OSSL_PKEY_PARAM_RSA_E) else { return nil }
        self.init(pkcs1: DERIntegers.sequence([modulus, exponent]).withBytes([UInt8].init))
    }

    private init(bits: Int, pkcs1: [UInt8], key: LibcryptoKey) {
        self.bits = bits
        self.pkcs1 = pkcs1
        self.key = key
    }

    /// The modulus's size, if both numbers may be those of a key.
    static func acceptableBits(modulus: UnsafeBufferPointer<UInt8>, exponent: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = modulus.first, let modulusEnd = modulus.last, let exponentEnd = exponent.last else { return nil }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        guard readableBits.contains(bits), modulusEnd & 1 == 1, exponentEnd & 1 == 1, exponent.count <= 8,
            exponent.count > 1 || exponentEnd > 1
        else { return nil }
        return bits
    }
}

/// How RSA fills a block.
package enum RSAPadding: Hashable, Sendable {
    /// Not at all: the input is the block.
    case none
    /// PKCS #1 v1.5 around the input as it is, or around its identifier and digest.
    case pkcs1(HashFunction?)
    /// PSS; the salt is as long as the hash, which also makes the mask.
    case pss(HashFunction)
    /// OAEP; the hash also makes the mask.
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

    /// The longest input that a block of `length` bytes has room for; negative where it has room for nothing.
    func room(in length: Int) -> Int {
        switch self {
        case .none: length
        case .pkcs1: length - 11
        case .pss(let hash): length - 2 - hash.length
        case .oaep(let hash): length - 2 - 2 * hash.length
        }
    }
}

extension RSAPublicKey {
    func verifies(_ signature: [UInt8], over digest: [UInt8], _ padding: RSAPadding) -> Bool {
        key.verifies(signature, over: digest, settings: padding.settings)
    }

    func encrypted(_ plaintext: [UInt8], _ padding: RSAPadding) -> [UInt8]? {
        key.encrypted(plaintext, settings: padding.settings)
    }
}
