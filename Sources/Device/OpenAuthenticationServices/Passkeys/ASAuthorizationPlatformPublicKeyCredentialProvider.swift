public import Foundation

/// Creates requests for passkeys of the device.
///
/// The app must be associated with the relying party (`webcredentials`). Otherwise its requests fail with
/// ``ASAuthorizationError/failed``.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
    /// The domain of the relying party.
    public let relyingPartyIdentifier: String

    /// Creates a provider for a relying party.
    public init(relyingPartyIdentifier: String) {
        self.relyingPartyIdentifier = relyingPartyIdentifier
        super.init()
    }

    /// Creates a request for a new passkey.
    ///
    /// - Parameters:
    ///   - challenge: The challenge of the server: 1 to 1,024 bytes.
    ///   - name: The user name, which the device shows. At most 1,024 bytes, without control characters.
    ///   - userID: The user handle: 1 to 64 bytes. The new passkey replaces an earlier one with the same handle.
    open func createCredentialRegistrationRequest(
        challenge: Data, name: String, userID: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
        createCredentialRegistrationRequest(challenge: challenge, name: name, userID: userID, requestStyle: .standard)
    }

    /// Creates a request for a new passkey, in a style; see ``createCredentialRegistrationRequest(challenge:name:userID:)``.
    open func createCredentialRegistrationRequest(
        challenge: Data, name: String, userID: Data,
        requestStyle: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest.RequestStyle
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
        ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
            self, challenge: challenge, name: name, userID: userID, requestStyle: requestStyle)
    }

    /// Creates a request for a signature by a passkey.
    ///
    /// - Parameter challenge: The challenge of the server: 1 to 1,024 bytes.
    open func createCredentialAssertionRequest(
        challenge: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
        ASAuthorizationPlatformPublicKeyCredentialAssertionRequest(self, challenge: challenge)
    }
}

/// Whether a passkey belongs to the device or to a separate authenticator.
public enum ASAuthorizationPublicKeyCredentialAttachment: Int, Sendable {
    /// The device.
    case platform = 0
    /// A separate authenticator, such as a security key.
    case crossPlatform = 1
}

/// Whether a server requires the verification of the user. The device always verifies the user.
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable, Hashable, Sendable {
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

    /// The server prefers verification.
    public static let preferred = Self(rawValue: "preferred")
    /// The server requires verification.
    public static let required = Self(rawValue: "required")
    /// The server does not need verification.
    public static let discouraged = Self(rawValue: "discouraged")
}

/// The attestation that a server requests. A passkey of a device without a manager has none.
public struct ASAuthorizationPublicKeyCredentialAttestationKind: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a kind from its name.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// No attestation.
    public static let none = Self(rawValue: "none")
    /// The attestation of the authenticator.
    public static let direct = Self(rawValue: "direct")
    /// An attestation that may be anonymized.
    public static let indirect = Self(rawValue: "indirect")
    /// An attestation that identifies the authenticator.
    public static let enterprise = Self(rawValue: "enterprise")
}
