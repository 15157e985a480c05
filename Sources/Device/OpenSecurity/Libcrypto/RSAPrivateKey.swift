import CLibcrypto

/// An RSA private key, in this process.
package struct RSAPrivateKey: Sendable {
    /// The sizes of new keys, as Apple's functions make them.
    package static let makeableBits = 1_024...4_096

    package let publicKey: RSAPublicKey
    private let key: LibcryptoKey

    /// A new random key with the exponent 65537; nil for a size out of `makeableBits` or not a multiple of 8.
    package init?(generatingBits bits: Int) {
        guard Self.makeableBits.contains(bits), bits.isMultiple(of: 8),
            let key = LibcryptoKey(generating: "RSA", prepare: { EVP_PKEY_CTX_set_rsa_keygen_bits($0, Int32(bits)) }),
            let publicKey = RSAPublicKey(of: key)
        else { return nil }
        self.publicKey = publicKey
        self.key = key
    }

    /// The key that PKCS #1 spells (RFC 8017, appendix A.1.2), with two primes. Nil for anything but the one DER spelling, for a
    /// public half that ``RSAPublicKey`` would refuse, and for numbers that do not belong together.
    package init?(pkcs1: KeyBytes) {
        let key = pkcs1.withBytes { bytes -> LibcryptoKey? in
            guard let ranges = try? DERIntegers.ranges(in: bytes, count: 9) else { return nil }
            let numbers = ranges.map { UnsafeBufferPointer(rebasing: bytes[$0]) }
            // The version of a key with two primes is 0.
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

    /// The key as PKCS #1 spells it.
    package func pkcs1() -> KeyBytes? {
        Self.pkcs1(of: key)
    }

    /// Nothing for a key that lacks one of the numbers.
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

    /// The numbers in the order of PKCS #1, behind the version.
    private static let names = [
        OSSL_PKEY_PARAM_RSA_N, OSSL_PKEY_PARAM_RSA_E, OSSL_PKEY_PARAM_RSA_D, "rsa-factor1", "rsa-factor2", "rsa-exponent1",
        "rsa-exponent2", "rsa-coefficient1",
    ]
}
