// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import DeviceProtocol
public import Foundation

/// A request for a signature by a security key.
///
/// Together with other requests, the user is asked for the key only if the device has no other credential for the app.
open class ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest: ASAuthorizationRequest,
    ASAuthorizationPublicKeyCredentialAssertionRequest
{
    /// The domain of the relying party.
    public let relyingPartyIdentifier: String
    /// The challenge of the server.
    open var challenge: Data
    /// The acceptable credentials. Empty for any discoverable credential of the relying party.
    open var allowedCredentials: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] = []
    /// Whether the key verifies the user by its PIN. A key without a PIN fails with ``ASAuthorizationError/failed`` for
    /// ``ASAuthorizationPublicKeyCredentialUserVerificationPreference/required``.
    open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
    /// The identifier of a former U2F app. It has no effect, because a simulated key has no such credentials.
    open var appID: String?

    init(_ provider: ASAuthorizationSecurityKeyPublicKeyCredentialProvider, challenge: Data) {
        relyingPartyIdentifier = provider.relyingPartyIdentifier
        self.challenge = challenge
        super.init(provider: provider)
    }

    /// Returns nil, as ``ASAuthorizationRequest`` does.
    public required init?(coder: NSCoder) {
        return nil
    }

    override var subject: AuthorizationSubject? {
        SecurityKeyAssertionRequest(
            relyingParty: relyingPartyIdentifier, challenge: Array(challenge),
            allowedCredentials: allowedCredentials.map { Array($0.credentialID) },
            userVerification: SecurityKeyPreference(named: userVerificationPreference.rawValue, otherwise: .preferred)
        ).map(AuthorizationSubject.securityKeyAssertion)
    }

    /// Returns a copy of the request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest(
            ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyIdentifier),
            challenge: challenge)
        copy.allowedCredentials = allowedCredentials
        copy.userVerificationPreference = userVerificationPreference
        copy.appID = appID
        return copy
    }
}

/// A signature by a security key. Send its properties to the server.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASAuthorizationSecurityKeyPublicKeyCredentialAssertion: NSObject, ASAuthorizationPublicKeyCredentialAssertion,
    @unchecked Sendable
{
    /// The ID of the credential.
    public var credentialID: Data { Data(response.credentialID) }
    /// The user handle. Empty for a credential that is not discoverable.
    public var userID: Data! { Data(response.userHandle) }
    /// The client data, as JSON.
    public var rawClientDataJSON: Data { Data(response.clientData) }
    /// The authenticator data.
    public var rawAuthenticatorData: Data! { Data(response.authenticatorData) }
    /// The signature of the authenticator data and the digest of the client data, in DER.
    public var signature: Data! { Data(response.signature) }
    /// Whether the key used the request's identifier of a former U2F app: never.
    public var appID: Bool { false }

    private let response: PasskeyAssertion

    init(_ assertion: PasskeyAssertion) {
        response = assertion
        super.init()
    }

    /// Returns the credential itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes all properties.
    open func encode(with coder: NSCoder) {
        response.encode(with: coder)
    }

    /// Decodes a credential. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        guard let response = PasskeyAssertion(coder: coder) else { return nil }
        self.response = response
        super.init()
    }
}
