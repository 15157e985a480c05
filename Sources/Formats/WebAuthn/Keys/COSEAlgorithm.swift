/// A signature algorithm, identified by its number in the COSE registry (RFC 9053; section 5.8.5 of the standard).
public struct COSEAlgorithm: Sendable, Hashable, CustomStringConvertible {
    /// The number in the registry.
    public let rawValue: Int

    /// Creates an algorithm from any number, supported or not.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The number in the COSE registry.
    public var description: String { String(rawValue) }

    /// ECDSA on P-256 with SHA-256, the only algorithm of Apple's platforms.
    public static let es256 = COSEAlgorithm(rawValue: -7)
    /// EdDSA on Curve25519.
    public static let edDSA = COSEAlgorithm(rawValue: -8)
    /// ECDSA on P-384 with SHA-384.
    public static let es384 = COSEAlgorithm(rawValue: -35)
    /// ECDSA on P-521 with SHA-512.
    public static let es512 = COSEAlgorithm(rawValue: -36)
    /// ML-DSA-65 (FIPS 204).
    public static let mlDSA65 = COSEAlgorithm(rawValue: -49)
    /// ML-DSA-87 (FIPS 204).
    public static let mlDSA87 = COSEAlgorithm(rawValue: -50)
    /// EdDSA on Ed448. The library supports it if the package is built with its trait `Ed448`, which is a default.
    public static let ed448 = COSEAlgorithm(rawValue: -53)
    /// RSASSA-PKCS1-v1_5 with SHA-256, which Windows Hello uses.
    public static let rs256 = COSEAlgorithm(rawValue: -257)
    /// RSASSA-PKCS1-v1_5 with SHA-1. Accepted in the statement of a TPM only, never for a credential.
    static let rs1 = COSEAlgorithm(rawValue: -65_535)

    /// The supported algorithms, in the order in which to offer them. The three that section 5.4 recommends precede the others. ES256 is first,
    /// because every authenticator supports it.
    public static let verifiable: [COSEAlgorithm] =
        [.es256, .edDSA, .rs256, .es384, .es512, .mlDSA65, .mlDSA87] + (Ed448Key.isBuilt ? [.ed448] : [])
}
