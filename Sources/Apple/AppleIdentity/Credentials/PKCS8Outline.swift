/// The outside of a private key in PKCS #8 (RFC 5958, section 2): enough to say which kind of key it is.
enum PKCS8Outline {
    /// Refuses DER that is no PKCS #8, and keys that are not on P-256; what is inside is for swift-crypto to judge.
    static func check(_ der: [UInt8]) throws(CredentialError) {
        var reader = Reader(bytes: der[...])
        guard var key = reader.element(0x30), reader.isAtEnd, let version = key.element(0x02), version.bytes.elementsEqual([0]),
            var algorithm = key.element(0x30), let kind = algorithm.element(0x06), key.element(0x04) != nil
        else { throw .damagedKeyFile }
        let curve = algorithm.element(0x06)
        guard kind.bytes.elementsEqual(ellipticCurveKey), let curve, curve.bytes.elementsEqual(p256) else {
            let isCurve = kind.bytes.elementsEqual(ellipticCurveKey)
            throw CredentialError(
                .keyFileWrongCurve,
                isCurve ? "The key is on another curve than P-256." : "The key is not one on an elliptic curve.",
                remedy: "Use the file AuthKey_….p8 of the developer account; keys made elsewhere are not known to Apple.")
        }
    }

    /// 1.2.840.10045.2.1 (RFC 5480, section 2.1.1).
    private static let ellipticCurveKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    /// 1.2.840.10045.3.1.7 (RFC 5480, section 2.1.1.1).
    private static let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

    /// Walks DER elements whose length has at most two bytes: a key has no longer ones.
    private struct Reader {
        var bytes: ArraySlice<UInt8>

        var isAtEnd: Bool { bytes.isEmpty }

        /// The contents of the next element if it has this tag.
        mutating func element(_ tag: UInt8) -> Reader? {
            guard bytes.count >= 2, bytes.removeFirst() == tag else { return nil }
            var length = Int(bytes.removeFirst())
            if length >= 0x80 {
                let count = length & 0x7F
                guard (1...2).contains(count), bytes.count >= count else { return nil }
                length = 0
                for _ in 0..<count { length = length << 8 | Int(bytes.removeFirst()) }
            }
            guard bytes.count >= length else { return nil }
            defer { bytes = bytes.dropFirst(length) }
            return Reader(bytes: bytes.prefix(length))
        }
    }
}
