import DeviceProtocol
public import Foundation

/// Creates requests for new accounts with a passkey. The device shows one sheet with a contact of the user, and with the name if
/// the app asks for it. Then it creates the passkey.
///
/// The app must be associated with the relying party (`webcredentials`). A request fails without a sheet with
/// ``ASAuthorizationError/deviceNotConfiguredForPasskeyCreation`` on a device without passcode or Apple Account, and with
/// ``ASAuthorizationError/preferSignInWithApple`` if the user signs in to the app with Apple. After the first error and after
/// ``ASAuthorizationError/canceled``, show your own form; after the second one, request Sign in with Apple.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASAuthorizationAccountCreationProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
    /// Creates a provider.
    public override init() {
        super.init()
    }

    /// Creates a request for a new account with a passkey of the device.
    ///
    /// - Parameters:
    ///   - acceptedContactIdentifiers: The accepted kinds of contacts, the preferred one first: at least one, and each once. The
    ///     credential has exactly one contact.
    ///   - shouldRequestName: Whether the user must share a name.
    ///   - relyingPartyIdentifier: The domain of the relying party.
    ///   - challenge: The challenge of the server: 1 to 1,024 bytes.
    ///   - userID: The user handle: 1 to 64 bytes. The new passkey replaces an earlier one with the same handle.
    open func createPlatformPublicKeyCredentialRegistrationRequest(
        acceptedContactIdentifiers: [ASContactIdentifierRequest], shouldRequestName: Bool, relyingPartyIdentifier: String,
        challenge: Data, userID: Data
    ) -> ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest {
        ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest(
            self, acceptedContactIdentifiers: acceptedContactIdentifiers, shouldRequestName: shouldRequestName,
            relyingPartyIdentifier: relyingPartyIdentifier, challenge: challenge, userID: userID)
    }
}

/// A request for a new account with a passkey. It fails with ``ASAuthorizationError/failed`` together with other requests.
open class ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest: ASAuthorizationRequest {
    /// The accepted kinds of contacts, the preferred one first.
    public let acceptedContactIdentifiers: [ASContactIdentifierRequest]
    /// Whether the user must share a name.
    public let shouldRequestName: Bool
    /// The domain of the relying party.
    public let relyingPartyIdentifier: String
    /// The challenge of the server.
    public let challenge: Data
    /// The user handle of the new passkey.
    public let userID: Data

    init(
        _ provider: ASAuthorizationAccountCreationProvider, acceptedContactIdentifiers: [ASContactIdentifierRequest],
        shouldRequestName: Bool, relyingPartyIdentifier: String, challenge: Data, userID: Data
    ) {
        self.acceptedContactIdentifiers = acceptedContactIdentifiers
        self.shouldRequestName = shouldRequestName
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.challenge = challenge
        self.userID = userID
        super.init(provider: provider)
    }

    /// Returns nil, as ``ASAuthorizationRequest`` does.
    public required init?(coder: NSCoder) {
        return nil
    }

    override var subject: AuthorizationSubject? {
        AccountCreationRequest(
            relyingParty: relyingPartyIdentifier, challenge: Array(challenge), userHandle: Array(userID),
            contacts: acceptedContactIdentifiers.map(ContactKind.init), asksName: shouldRequestName
        ).map(AuthorizationSubject.accountCreation)
    }
}

/// A kind of contact that an app accepts for a new account.
public enum ASContactIdentifierRequest: Hashable, Codable, Sendable {
    /// An e-mail address.
    case email
    /// A phone number.
    case phoneNumber
}

/// A contact of the user. The device does not verify it. Verify it on your server before you use it.
public enum ASContactIdentifier: Sendable {
    /// An e-mail address.
    case email(ASEmailIdentifier)
    /// A phone number.
    case phoneNumber(ASPhoneNumberIdentifier)
}

/// An e-mail address of the user.
public struct ASEmailIdentifier: Sendable {
    /// The address.
    public let value: String
}

/// A phone number of the user.
public struct ASPhoneNumberIdentifier: Sendable {
    /// The number without spaces and punctuation, with or without the country code.
    public let value: String
}

/// A new account. Send the contact, the name and the properties of the passkey to the server.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASAuthorizationAccountCreationPlatformPublicKeyCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    /// The contact that the user shared, which is not verified.
    public let contactIdentifier: ASContactIdentifier
    /// The name that the user shared; nil if the app did not ask for it.
    public let name: PersonNameComponents?
    /// The new passkey.
    public let credentialRegistration: ASAuthorizationPlatformPublicKeyCredentialRegistration

    init(_ grant: AccountCreationGrant) {
        contactIdentifier = ASContactIdentifier(grant.contact)
        name = ASAuthorizationAppleIDCredential.name(grant.givenName, grant.familyName)
        credentialRegistration = ASAuthorizationPlatformPublicKeyCredentialRegistration(grant.passkey)
        super.init()
    }

    /// Returns the credential itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes all properties.
    open func encode(with coder: NSCoder) {
        coder.encode(contactIdentifier.value as NSString, forKey: "contactIdentifier")
        coder.encode(name?.givenName as NSString?, forKey: "givenName")
        coder.encode(name?.familyName as NSString?, forKey: "familyName")
        coder.encode(credentialRegistration, forKey: "credentialRegistration")
    }

    /// Decodes a credential. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        let text = { (key: String) in coder.decodeObject(of: NSString.self, forKey: key) as String? }
        guard let contact = text("contactIdentifier").flatMap({ AccountContact($0) }),
            let registration = coder.decodeObject(
                of: ASAuthorizationPlatformPublicKeyCredentialRegistration.self, forKey: "credentialRegistration")
        else { return nil }
        contactIdentifier = ASContactIdentifier(contact)
        name = ASAuthorizationAppleIDCredential.name(text("givenName"), text("familyName"))
        credentialRegistration = registration
        super.init()
    }

    /// A constant description, without user data.
    open override var description: String { "<ASAuthorizationAccountCreationPlatformPublicKeyCredential>" }
}

extension ContactKind {
    fileprivate init(_ request: ASContactIdentifierRequest) {
        self =
            switch request {
            case .email: .email
            case .phoneNumber: .phoneNumber
            }
    }
}

extension ASContactIdentifier {
    fileprivate init(_ contact: AccountContact) {
        self =
            switch contact.kind {
            case .email: .email(ASEmailIdentifier(value: contact.value))
            case .phoneNumber: .phoneNumber(ASPhoneNumberIdentifier(value: contact.value))
            }
    }

    fileprivate var value: String {
        switch self {
        case .email(let email): email.value
        case .phoneNumber(let number): number.value
        }
    }
}
