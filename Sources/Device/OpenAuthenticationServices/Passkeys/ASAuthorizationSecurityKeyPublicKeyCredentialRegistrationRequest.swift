import DeviceProtocol
public import Foundation

/// A request to create a credential on a security key.
///
/// It fails with ``ASAuthorizationError/failed`` together with other requests, except one
/// ``ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest`` for the same relying party: the user can then choose the security key
/// on the sheet for the passkey.
open class ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest,
    ASAuthorizationPublicKeyCredentialRegistrationRequest
{
    /// The domain of the relying party.
    public let relyingPartyIdentifier: String
    /// The challenge of the server.
    open var challenge: Data
    /// The user name.
    open var name: String
    /// The user handle.
    open var userID: Data
    /// The full name of the user, which the key does not store.
    open var displayName: String?
    /// Whether the key verifies the user by its PIN. A key without a PIN fails with ``ASAuthorizationError/failed`` for
    /// ``ASAuthorizationPublicKeyCredentialUserVerificationPreference/required``.
    open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
    /// Every kind except ``ASAuthorizationPublicKeyCredentialAttestationKind/none`` requests an attestation: the new credential attests
    /// itself in the format `packed`.
    open var attestationPreference = ASAuthorizationPublicKeyCredentialAttestationKind.none
    /// The acceptable algorithms: 1 to 32, among them ``ASCOSEAlgorithmIdentifier/ES256``. Otherwise the request fails with
    /// ``ASAuthorizationError/failed``.
    open var credentialParameters: [ASAuthorizationPublicKeyCredentialParameters] = []
    /// The account's existing credentials. If the key has one of them, the request fails with
    /// ``ASAuthorizationError/matchedExcludedCredential`` after the user touched it.
    open var excludedCredentials: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] = []
    /// Whether the credential must be discoverable. The key then requires its PIN.
    open var residentKeyPreference = ASAuthorizationPublicKeyCredentialResidentKeyPreference.discouraged

    init(
        _ provider: ASAuthorizationSecurityKeyPublicKeyCredentialProvider, challenge: Data, displayName: String?, name: String,
        userID: Data
    ) {
        relyingPartyIdentifier = provider.relyingPartyIdentifier
        self.challenge = challenge
        self.displayName = displayName
        self.name = name
        self.userID = userID
        super.init(provider: provider)
    }

    /// Returns nil, as ``ASAuthorizationRequest`` does.
    public required init?(coder: NSCoder) {
        return nil
    }

    override var subject: AuthorizationSubject? {
        SecurityKeyRegistrationRequest(
            relyingParty: relyingPartyIdentifier, challenge: Array(challenge), userName: name, userHandle: Array(userID),
            excludedCredentials: excludedCredentials.map { Array($0.credentialID) },
            userVerification: SecurityKeyPreference(named: userVerificationPreference.rawValue, otherwise: .preferred),
            residentKey: SecurityKeyPreference(named: residentKeyPreference.rawValue, otherwise: .discouraged),
            algorithms: credentialParameters.map { Int32(clamping: $0.algorithm.rawValue) },
            wantsAttestation: attestationPreference != .none
        ).map(AuthorizationSubject.securityKeyRegistration)
    }

    /// Returns a copy of the request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest(
            ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyIdentifier),
            challenge: challenge, displayName: displayName, name: name, userID: userID)
        copy.userVerificationPreference = userVerificationPreference
        copy.attestationPreference = attestationPreference
        copy.credentialParameters = credentialParameters
        copy.excludedCredentials = excludedCredentials
        copy.residentKeyPreference = residentKeyPreference
        return copy
    }
}

/// A new credential on a security key. Send its properties to the server.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASAuthorizationSecurityKeyPublicKeyCredentialRegistration: NSObject, ASAuthorizationPublicKeyCredentialRegistration,
    @unchecked Sendable
{
    /// The ID of the credential.
    public var credentialID: Data { Data(response.credentialID) }
    /// The client data, as JSON.
    public var rawClientDataJSON: Data { Data(response.clientData) }
    /// The attestation object, in CBOR.
    public var rawAttestationObject: Data? { Data(response.attestationObject) }
    /// The transports of the key.
    public var transports: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport] { [.usb] }

    private let response: PasskeyRegistration

    init(_ registration: PasskeyRegistration) {
        response = registration
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
        guard let response = PasskeyRegistration(coder: coder) else { return nil }
        self.response = response
        super.init()
    }
}

extension SecurityKeyPreference {
    /// Converts the name of a preference in the standard. An unknown name has the effect of a missing one (Web Authentication
    /// Level 3, sections 2.1.1 and 5.4.4).
    ///
    /// - Parameter missing: The preference of a request without one.
    init(named name: String, otherwise missing: SecurityKeyPreference) {
        self =
            switch name {
            case "required": .required
            case "preferred": .preferred
            case "discouraged": .discouraged
            default: missing
            }
    }
}
