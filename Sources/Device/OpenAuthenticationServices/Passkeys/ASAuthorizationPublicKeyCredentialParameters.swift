public import Foundation

/// The properties of the key that a server accepts from a security key.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASAuthorizationPublicKeyCredentialParameters: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The algorithm of the key.
    public let algorithm: ASCOSEAlgorithmIdentifier

    /// Creates parameters.
    public init(algorithm: ASCOSEAlgorithmIdentifier) {
        self.algorithm = algorithm
        super.init()
    }

    /// Returns the parameters themselves, which are immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the algorithm.
    open func encode(with coder: NSCoder) {
        coder.encode(algorithm.rawValue, forKey: "algorithm")
    }

    /// Decodes parameters. Returns nil if the algorithm is missing.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "algorithm") else { return nil }
        algorithm = ASCOSEAlgorithmIdentifier(rawValue: coder.decodeInteger(forKey: "algorithm"))
        super.init()
    }
}

/// A signature algorithm by its number in the COSE registry (RFC 9053). A passkey of the device has ``ES256``.
public struct ASCOSEAlgorithmIdentifier: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Creates an identifier from its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Creates an identifier from its number.
    public init(_ rawValue: Int) {
        self.rawValue = rawValue
    }

    /// ECDSA with SHA-256.
    public static let ES256 = Self(rawValue: -7)
}

/// An elliptic curve by its number in the COSE registry (RFC 9053). A passkey of the device has ``P256``.
public struct ASCOSEEllipticCurveIdentifier: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Creates an identifier from its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Creates an identifier from its number.
    public init(_ rawValue: Int) {
        self.rawValue = rawValue
    }

    /// NIST P-256.
    public static let P256 = Self(rawValue: 1)
}

/// Whether a server requests a discoverable credential from a security key. A passkey of the device is always discoverable.
public struct ASAuthorizationPublicKeyCredentialResidentKeyPreference: RawRepresentable, Hashable, Sendable {
    /// The name of the preference.
    public let rawValue: String

    /// Creates a preference from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a preference from its name.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The server does not need a discoverable credential.
    public static let discouraged = Self(rawValue: "discouraged")
    /// The server prefers a discoverable credential.
    public static let preferred = Self(rawValue: "preferred")
    /// The server requires a discoverable credential.
    public static let required = Self(rawValue: "required")
}
