import DeviceProtocol
public import Foundation

/// A request of an app for a signature by one of a provider's passkeys, which the user chooses in the provider's view (iOS 17).
///
/// Only the system creates it. Compare ``ASPasskeyCredentialRequest``, which is for one passkey.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASPasskeyCredentialRequestParameters: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The domain of the relying party.
    public let relyingPartyIdentifier: String
    /// The SHA-256 digest of the client data, which the system creates. Sign the authenticator data followed by this digest.
    public let clientDataHash: Data
    /// Whether the verification of the user is required. The system always requires it.
    public let userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference
    /// The IDs of the passkeys that the relying party accepts. Empty for any passkey of the relying party.
    public let allowedCredentials: [Data]
    /// The inputs of extensions; nil if the app requests none. An archive does not contain them.
    public let extensionInput: ASPasskeyAssertionCredentialExtensionInput?

    init(_ order: PasskeyListOrder) {
        relyingPartyIdentifier = order.relyingParty
        clientDataHash = Data(order.clientDataHash)
        userVerificationPreference = .required
        allowedCredentials = order.allowedCredentials.map { Data($0) }
        extensionInput = ASPasskeyAssertionCredentialExtensionInput(order.extensions)
        super.init()
    }

    /// Returns the parameters themselves, which are immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the parameters without ``extensionInput``.
    open func encode(with coder: NSCoder) {
        coder.encode(relyingPartyIdentifier as NSString, forKey: "relyingParty")
        coder.encode(clientDataHash as NSData, forKey: "clientDataHash")
        coder.encode(userVerificationPreference.rawValue as NSString, forKey: "userVerificationPreference")
        let allowed = allowedCredentials.map { $0.base64EncodedString() }.joined(separator: " ")
        coder.encode(allowed as NSString, forKey: "allowedCredentials")
    }

    /// Decodes parameters. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        let text = { (key: String) in coder.decodeObject(of: NSString.self, forKey: key) as String? }
        guard let relyingParty = text("relyingParty"), let preference = text("userVerificationPreference"),
            let clientDataHash = coder.decodeObject(of: NSData.self, forKey: "clientDataHash") as Data?,
            let allowed = text("allowedCredentials")?.split(separator: " ").map({ Data(base64Encoded: String($0)) }),
            !allowed.contains(nil)
        else { return nil }
        relyingPartyIdentifier = relyingParty
        self.clientDataHash = clientDataHash
        userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference(preference)
        allowedCredentials = allowed.compactMap(\.self)
        extensionInput = nil
        super.init()
    }
}
