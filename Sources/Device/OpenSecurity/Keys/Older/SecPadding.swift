/// What surrounds the input of ``SecKeyRawSign(_:_:_:_:_:_:)`` and of the other functions from before there were algorithms.
/// They take one of these.
public struct SecPadding: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// The padding with these bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// PKCS #1, version 1.5: for signatures around the input as it is; for encryption.
    public static let PKCS1 = SecPadding(rawValue: 1)
    /// OAEP with SHA-1; for encryption.
    public static let OAEP = SecPadding(rawValue: 2)
    /// r and s, joined (RFC 4754); for signatures on a curve.
    public static let sigRaw = SecPadding(rawValue: 0x4000)
    /// PKCS #1 around an MD2 digest. There is no such algorithm here.
    public static let PKCS1MD2 = SecPadding(rawValue: 0x8000)
    /// PKCS #1 around an MD5 digest. There is no such algorithm here.
    public static let PKCS1MD5 = SecPadding(rawValue: 0x8001)
    /// PKCS #1 around a SHA-1 digest.
    public static let PKCS1SHA1 = SecPadding(rawValue: 0x8002)
    /// PKCS #1 around a SHA-224 digest.
    public static let PKCS1SHA224 = SecPadding(rawValue: 0x8003)
    /// PKCS #1 around a SHA-256 digest.
    public static let PKCS1SHA256 = SecPadding(rawValue: 0x8004)
    /// PKCS #1 around a SHA-384 digest.
    public static let PKCS1SHA384 = SecPadding(rawValue: 0x8005)
    /// PKCS #1 around a SHA-512 digest.
    public static let PKCS1SHA512 = SecPadding(rawValue: 0x8006)

    /// The algorithm by which such a key signs; nothing where it does not.
    func signature(by key: SecKey) -> SecKeyAlgorithm? {
        guard key.isOnCurve else { return Self.signatures[self] }
        // On a curve the digest is signed as it is, whatever was named around it.
        return self == .sigRaw ? .ecdsaSignatureDigestRFC4754 : .ecdsaSignatureDigestX962
    }

    /// The algorithm by which such a key encrypts; nothing where it does not.
    func encryption(by key: SecKey) -> SecKeyAlgorithm? {
        key.isOnCurve ? nil : Self.encryptions[self]
    }

    private static let signatures: [SecPadding: SecKeyAlgorithm] = [
        []: .rsaSignatureRaw, .PKCS1: .rsaSignatureDigestPKCS1v15Raw, .PKCS1SHA1: .rsaSignatureDigestPKCS1v15SHA1,
        .PKCS1SHA224: .rsaSignatureDigestPKCS1v15SHA224, .PKCS1SHA256: .rsaSignatureDigestPKCS1v15SHA256,
        .PKCS1SHA384: .rsaSignatureDigestPKCS1v15SHA384, .PKCS1SHA512: .rsaSignatureDigestPKCS1v15SHA512,
    ]

    private static let encryptions: [SecPadding: SecKeyAlgorithm] = [
        []: .rsaEncryptionRaw, .PKCS1: .rsaEncryptionPKCS1, .OAEP: .rsaEncryptionOAEPSHA1,
    ]
}

extension SecKey {
    fileprivate var isOnCurve: Bool {
        switch publicMaterial {
        case .rsaPublic, .rsaPrivate: false
        case .curvePublic, .curvePrivate, .remote: true
        }
    }
}
