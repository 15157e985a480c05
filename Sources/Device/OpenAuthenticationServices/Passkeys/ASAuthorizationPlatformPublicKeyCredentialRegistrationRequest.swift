import DeviceProtocol
public import Foundation

/// A request to create a passkey.
///
/// It fails with ``ASAuthorizationError/deviceNotConfiguredForPasskeyCreation`` on a device without passcode or Apple Account, and with
/// ``ASAuthorizationError/failed`` together with other requests. ``RequestStyle/conditional`` has further conditions.
///
/// A controller can perform it together with one ``ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest`` for the same relying
/// party, unless it is conditional. The user then creates one of the two credentials. A device that cannot create passkeys asks for the
/// security key at once.
open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest,
    ASAuthorizationPublicKeyCredentialRegistrationRequest
{
    /// The way in which the device asks the user.
    public enum RequestStyle: Int, Sendable {
        /// With a sheet.
        case standard = 0
        /// Without a sheet, after a sign-in with a saved password. The device creates the passkey if all conditions hold, and notifies
        /// the user:
        ///
        /// - It has a passcode and an Apple Account; otherwise the request fails with
        ///   ``ASAuthorizationError/deviceNotConfiguredForPasskeyCreation``.
        /// - It has a password with the request's ``ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest/name``, for the
        ///   relying party's domain or a subdomain.
        /// - In the last five minutes it filled that password in for the app, or the app received it. Each fill permits one request.
        /// - It has no passkey of the relying party with that name or user handle.
        ///
        /// Otherwise, the request fails with ``ASAuthorizationError/failed`` and without a prompt, on a locked device with
        /// ``ASAuthorizationError/notInteractive``. The server must accept a new passkey without user presence.
        case conditional = 1
    }

    /// The domain of the relying party.
    public let relyingPartyIdentifier: String
    /// The challenge of the server.
    open var challenge: Data
    /// The user name.
    open var name: String
    /// The user handle.
    open var userID: Data
    /// The full name of the user. The device shows ``name`` instead.
    open var displayName: String?
    /// Has no effect, because the device always verifies the user.
    open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
    /// With ``ASAuthorizationPublicKeyCredentialAttestationKind/enterprise``, a device manager can have passkeys of its sites
    /// attested. Other passkeys have no attestation.
    open var attestationPreference = ASAuthorizationPublicKeyCredentialAttestationKind.none
    /// The account's existing passkeys. If the device has one of them, the request fails with
    /// ``ASAuthorizationError/matchedExcludedCredential``: after the user has confirmed, or, with ``RequestStyle/conditional``, if the
    /// other conditions hold.
    open var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?
    /// The way in which the device asks the user.
    open var requestStyle: RequestStyle
    /// Keys that the passkey derives.
    open var prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?
    /// Whether the passkey stores a blob.
    open var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?

    init(
        _ provider: ASAuthorizationPlatformPublicKeyCredentialProvider, challenge: Data, name: String, userID: Data,
        requestStyle: RequestStyle
    ) {
        relyingPartyIdentifier = provider.relyingPartyIdentifier
        self.challenge = challenge
        self.name = name
        self.userID = userID
        self.requestStyle = requestStyle
        super.init(provider: provider)
    }

    /// Returns nil, as ``ASAuthorizationRequest`` does.
    public required init?(coder: NSCoder) {
        return nil
    }

    override var subject: AuthorizationSubject? {
        guard let extensions = PasskeyRegistrationExtensions(prf, largeBlob) else { return nil }
        return PasskeyRegistrationRequest(
            relyingParty: relyingPartyIdentifier, challenge: Array(challenge), userName: name, userHandle: Array(userID),
            excludedCredentials: (excludedCredentials ?? []).map { Array($0.credentialID) },
            isConditional: requestStyle == .conditional, extensions: extensions,
            wantsEnterpriseAttestation: attestationPreference == .enterprise
        ).map(AuthorizationSubject.passkeyRegistration)
    }

    /// Returns a copy of the request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
            ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyIdentifier),
            challenge: challenge, name: name, userID: userID, requestStyle: requestStyle)
        copy.displayName = displayName
        copy.userVerificationPreference = userVerificationPreference
        copy.attestationPreference = attestationPreference
        copy.excludedCredentials = excludedCredentials
        copy.prf = prf
        copy.largeBlob = largeBlob
        return copy
    }
}

/// A request to create a public key credential.
public protocol ASAuthorizationPublicKeyCredentialRegistrationRequest: NSObjectProtocol {
    /// The domain of the relying party.
    var relyingPartyIdentifier: String { get }
    /// The challenge of the server.
    var challenge: Data { get set }
    /// The user name.
    var name: String { get set }
    /// The user handle.
    var userID: Data { get set }
    /// The full name of the user.
    var displayName: String? { get set }
    /// Whether the server requires the verification of the user.
    var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference { get set }
    /// The attestation that the server requests.
    var attestationPreference: ASAuthorizationPublicKeyCredentialAttestationKind { get set }
}

/// A new passkey. Send its properties to the server.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject, ASAuthorizationPublicKeyCredentialRegistration,
    @unchecked Sendable
{
    /// The ID of the passkey.
    public var credentialID: Data { Data(response.credentialID) }
    /// The client data, as JSON.
    public var rawClientDataJSON: Data { Data(response.clientData) }
    /// The attestation object, in CBOR.
    public var rawAttestationObject: Data? { Data(response.attestationObject) }
    /// The keys that the passkey derived. Nil if the request has no ``ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest/prf``,
    /// and in a decoded credential, because keys are not archived.
    public let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput?
    /// Whether the passkey can store a blob. Nil if the request has no
    /// ``ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest/largeBlob``, and in a decoded credential.
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput?
    /// The device.
    public var attachment: ASAuthorizationPublicKeyCredentialAttachment { .platform }

    private let response: PasskeyRegistration

    init(_ registration: PasskeyRegistration) {
        response = registration
        prf = registration.extensions.prf.map(ASAuthorizationPublicKeyCredentialPRFRegistrationOutput.init)
        largeBlob = registration.extensions.supportsLargeBlob.map {
            ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput(isSupported: $0)
        }
        super.init()
    }

    /// Returns the credential itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes all properties except the outputs of extensions.
    open func encode(with coder: NSCoder) {
        response.encode(with: coder)
    }

    /// Decodes a credential. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        guard let response = PasskeyRegistration(coder: coder) else { return nil }
        self.response = response
        prf = nil
        largeBlob = nil
        super.init()
    }
}
