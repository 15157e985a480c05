import DeviceProtocol
public import Foundation
import Synchronization

/// The identity of a passkey that a provider has, without its key.
///
/// `@unchecked Sendable`: only the rank is mutable, and a lock protects it. Subclasses must protect their own state.
open class ASPasskeyCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The domain of the relying party.
    public let relyingPartyIdentifier: String
    /// The user name.
    public let userName: String
    /// The ID of the passkey.
    public let credentialID: Data
    /// The user handle.
    public let userHandle: Data
    /// The provider's identifier for the credential.
    public let recordIdentifier: String?
    /// The relying party, as a domain.
    open var serviceIdentifier: ASCredentialServiceIdentifier {
        ASCredentialServiceIdentifier(identifier: relyingPartyIdentifier, type: .domain)
    }
    /// The ``userName``.
    open var user: String { userName }
    /// The rank. Higher ranks are suggested first. 0 by default.
    open var rank: Int {
        get { storedRank.withLock { $0 } }
        set { storedRank.withLock { $0 = newValue } }
    }

    private let storedRank = Mutex(0)

    /// Creates an identity. The store rejects texts over 1,024 bytes, an ID that is not 1 to 1,023 bytes, and a user handle that
    /// is not 1 to 64 bytes.
    public init(
        relyingPartyIdentifier: String, userName: String, credentialID: Data, userHandle: Data, recordIdentifier: String? = nil
    ) {
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.userName = userName
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.recordIdentifier = recordIdentifier
        super.init()
    }

    /// Returns a copy of the identity.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASPasskeyCredentialIdentity(
            relyingPartyIdentifier: relyingPartyIdentifier, userName: userName, credentialID: credentialID,
            userHandle: userHandle, recordIdentifier: recordIdentifier)
        copy.rank = rank
        return copy
    }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the identity.
    open func encode(with coder: NSCoder) {
        encodeIdentity(with: coder)
        coder.encode(credentialID as NSData, forKey: "credentialID")
        coder.encode(userHandle as NSData, forKey: "userHandle")
    }

    /// Decodes an identity. Returns nil if the data is malformed.
    public required convenience init?(coder: NSCoder) {
        guard let parts = IdentityParts(coder),
            let credentialID = coder.decodeObject(of: NSData.self, forKey: "credentialID") as Data?,
            let userHandle = coder.decodeObject(of: NSData.self, forKey: "userHandle") as Data?
        else { return nil }
        self.init(
            relyingPartyIdentifier: parts.service.identifier, userName: parts.user, credentialID: credentialID,
            userHandle: userHandle, recordIdentifier: parts.record)
        rank = parts.rank
    }

    convenience init(_ identity: CredentialIdentity, _ passkey: PasskeyReference) {
        self.init(
            relyingPartyIdentifier: identity.service, userName: identity.user, credentialID: Data(passkey.credentialID),
            userHandle: Data(passkey.userHandle), recordIdentifier: identity.record)
        rank = Int(identity.rank)
    }
}

/// A request for a signature by a passkey, or for a new passkey.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASPasskeyCredentialRequest: NSObject, ASCredentialRequest, @unchecked Sendable {
    private let identity: ASPasskeyCredentialIdentity
    private let isRegistration: Bool

    /// ``ASCredentialRequestType/passkeyAssertion`` or ``ASCredentialRequestType/passkeyRegistration``.
    open var type: ASCredentialRequestType { isRegistration ? .passkeyRegistration : .passkeyAssertion }
    /// The identity of the requested credential, an ``ASPasskeyCredentialIdentity``. For a new passkey, its credential ID is empty.
    open var credentialIdentity: any ASCredentialIdentity { identity }
    /// The SHA-256 digest of the client data, which the system creates. Sign the authenticator data followed by this digest.
    public let clientDataHash: Data
    /// Whether the verification of the user is required. The system always requires it, except for a conditional request, which
    /// discourages it.
    public let userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference
    /// The algorithms that the server supports, for a new passkey. Empty for a signature.
    public let supportedAlgorithms: [ASCOSEAlgorithmIdentifier]
    /// The account's existing passkeys, for a new passkey. If the provider has one of them, cancel with
    /// ``ASExtensionError/matchedExcludedCredential``. Nil for a signature.
    public let excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?
    /// The inputs of extensions. An archive does not contain them.
    public let extensionInput: ASPasskeyCredentialExtensionInput

    /// Creates a request for a signature.
    public convenience init(
        credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
        userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        supportedAlgorithms: [ASCOSEAlgorithmIdentifier]
    ) {
        self.init(credentialIdentity, clientDataHash, userVerificationPreference, supportedAlgorithms, .none, excluding: nil)
    }

    /// Creates a request for a signature, with inputs of extensions.
    public convenience init(
        credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
        userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        supportedAlgorithms: [ASCOSEAlgorithmIdentifier], extensionInput: ASPasskeyAssertionCredentialExtensionInput?
    ) {
        self.init(
            credentialIdentity, clientDataHash, userVerificationPreference, supportedAlgorithms,
            ASPasskeyCredentialExtensionInput(extensionInput), excluding: nil)
    }

    /// Creates a request for a new passkey, with inputs of extensions.
    public convenience init(
        credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
        userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        supportedAlgorithms: [ASCOSEAlgorithmIdentifier], extensionInput: ASPasskeyRegistrationCredentialExtensionInput?
    ) {
        self.init(
            credentialIdentity, clientDataHash, userVerificationPreference, supportedAlgorithms,
            ASPasskeyCredentialExtensionInput(extensionInput), excluding: [])
    }

    /// - Parameter excluded: nil for a signature.
    private init(
        _ identity: ASPasskeyCredentialIdentity, _ clientDataHash: Data,
        _ userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        _ supportedAlgorithms: [ASCOSEAlgorithmIdentifier], _ extensionInput: ASPasskeyCredentialExtensionInput,
        excluding excluded: [Data]?
    ) {
        self.identity = identity
        isRegistration = excluded != nil
        self.clientDataHash = clientDataHash
        self.userVerificationPreference = userVerificationPreference
        self.supportedAlgorithms = supportedAlgorithms
        self.extensionInput = extensionInput
        excludedCredentials = excluded?.map { ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0) }
        super.init()
    }

    /// Creates a request for a new passkey.
    convenience init(_ order: PasskeyCreationOrder, isConditional: Bool = false) {
        self.init(
            ASPasskeyCredentialIdentity(
                relyingPartyIdentifier: order.relyingParty, userName: order.userName, credentialID: Data(),
                userHandle: Data(order.userHandle)),
            Data(order.clientDataHash), isConditional ? .discouraged : .required, [.ES256],
            ASPasskeyCredentialExtensionInput(ASPasskeyRegistrationCredentialExtensionInput(order.extensions)),
            excluding: order.excludedCredentials.map { Data($0) })
    }

    convenience init?(_ order: PasskeyOrder) {
        guard let passkey = order.identity.passkey else { return nil }
        self.init(
            ASPasskeyCredentialIdentity(order.identity, passkey), Data(order.clientDataHash), .required, [],
            ASPasskeyCredentialExtensionInput(ASPasskeyAssertionCredentialExtensionInput(order.extensions)), excluding: nil)
    }

    /// Returns the request itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the request without ``extensionInput``.
    open func encode(with coder: NSCoder) {
        coder.encode(identity, forKey: "identity")
        coder.encode(clientDataHash as NSData, forKey: "clientDataHash")
        coder.encode(userVerificationPreference.rawValue as NSString, forKey: "userVerificationPreference")
        coder.encode(supportedAlgorithms.map { String($0.rawValue) }.joined(separator: " ") as NSString, forKey: "algorithms")
        coder.encode(isRegistration, forKey: "isRegistration")
        let excluded = excludedCredentials?.map { $0.credentialID.base64EncodedString() }.joined(separator: " ")
        coder.encode(excluded as NSString?, forKey: "excludedCredentials")
    }

    /// Decodes a request. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        guard let identity = coder.decodeObject(of: ASPasskeyCredentialIdentity.self, forKey: "identity"),
            let clientDataHash = coder.decodeObject(of: NSData.self, forKey: "clientDataHash") as Data?,
            let preference = coder.decodeObject(of: NSString.self, forKey: "userVerificationPreference") as String?,
            let algorithms = coder.decodeObject(of: NSString.self, forKey: "algorithms") as String?
        else { return nil }
        self.identity = identity
        self.clientDataHash = clientDataHash
        userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference(preference)
        supportedAlgorithms = algorithms.split(separator: " ").compactMap { Int($0) }.map { ASCOSEAlgorithmIdentifier($0) }
        isRegistration = coder.decodeBool(forKey: "isRegistration")
        let list = coder.decodeObject(of: NSString.self, forKey: "excludedCredentials") as String?
        let excluded = list?.split(separator: " ").map { Data(base64Encoded: String($0)) }
        guard isRegistration == (excluded != nil), excluded?.contains(nil) != true else { return nil }
        excludedCredentials = excluded?.compactMap(\.self).map {
            ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0)
        }
        extensionInput = .none
        super.init()
    }
}

/// A new passkey of a provider.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASPasskeyRegistrationCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    /// The domain of the relying party.
    public let relyingParty: String
    /// The digest that the provider received.
    public let clientDataHash: Data
    /// The ID of the new passkey.
    public let credentialID: Data
    /// The attestation object, in CBOR. Its authenticator data have the flags for a present and verified user.
    public let attestationObject: Data
    /// The outputs of extensions. An archive does not contain them, because they can be secrets.
    public let extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput?

    /// Creates a credential, without validation. The system checks it before the app receives it.
    public convenience init(relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data) {
        self.init(
            relyingParty: relyingParty, clientDataHash: clientDataHash, credentialID: credentialID,
            attestationObject: attestationObject, extensionOutput: nil)
    }

    /// Creates a credential with outputs of extensions; see
    /// ``init(relyingParty:clientDataHash:credentialID:attestationObject:)``.
    public init(
        relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data,
        extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput?
    ) {
        self.extensionOutput = extensionOutput
        self.relyingParty = relyingParty
        self.clientDataHash = clientDataHash
        self.credentialID = credentialID
        self.attestationObject = attestationObject
        super.init()
    }

    /// Returns the credential itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes all properties.
    open func encode(with coder: NSCoder) {
        coder.encode(relyingParty as NSString, forKey: "relyingParty")
        coder.encode(clientDataHash as NSData, forKey: "clientDataHash")
        coder.encode(credentialID as NSData, forKey: "credentialID")
        coder.encode(attestationObject as NSData, forKey: "attestationObject")
    }

    /// Decodes a credential. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        let data = { (key: String) in coder.decodeObject(of: NSData.self, forKey: key) as Data? }
        guard let relyingParty = coder.decodeObject(of: NSString.self, forKey: "relyingParty") as String?,
            let clientDataHash = data("clientDataHash"), let credentialID = data("credentialID"),
            let attestationObject = data("attestationObject")
        else { return nil }
        self.relyingParty = relyingParty
        self.clientDataHash = clientDataHash
        self.credentialID = credentialID
        self.attestationObject = attestationObject
        extensionOutput = nil
        super.init()
    }
}

/// A signature by a passkey of a provider.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASPasskeyAssertionCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    /// The user handle.
    public let userHandle: Data
    /// The domain of the relying party.
    public let relyingParty: String
    /// The signature of the authenticator data and ``clientDataHash``, in DER for ES256.
    public let signature: Data
    /// The digest that the provider received.
    public let clientDataHash: Data
    /// The authenticator data: 37 bytes, with the flags for a present and verified user.
    public let authenticatorData: Data
    /// The ID of the passkey.
    public let credentialID: Data
    /// The outputs of extensions. An archive does not contain them, because they can be secrets.
    public let extensionOutput: ASPasskeyAssertionCredentialExtensionOutput?

    /// Creates a credential, without validation. The system checks it before the app receives it.
    public convenience init(
        userHandle: Data, relyingParty: String, signature: Data, clientDataHash: Data, authenticatorData: Data, credentialID: Data
    ) {
        self.init(
            userHandle: userHandle, relyingParty: relyingParty, signature: signature, clientDataHash: clientDataHash,
            authenticatorData: authenticatorData, credentialID: credentialID, extensionOutput: nil)
    }

    /// Creates a credential with outputs of extensions; see
    /// ``init(userHandle:relyingParty:signature:clientDataHash:authenticatorData:credentialID:)``.
    public init(
        userHandle: Data, relyingParty: String, signature: Data, clientDataHash: Data, authenticatorData: Data, credentialID: Data,
        extensionOutput: ASPasskeyAssertionCredentialExtensionOutput?
    ) {
        self.extensionOutput = extensionOutput
        self.userHandle = userHandle
        self.relyingParty = relyingParty
        self.signature = signature
        self.clientDataHash = clientDataHash
        self.authenticatorData = authenticatorData
        self.credentialID = credentialID
        super.init()
    }

    /// Returns the credential itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes all properties.
    open func encode(with coder: NSCoder) {
        coder.encode(userHandle as NSData, forKey: "userHandle")
        coder.encode(relyingParty as NSString, forKey: "relyingParty")
        coder.encode(signature as NSData, forKey: "signature")
        coder.encode(clientDataHash as NSData, forKey: "clientDataHash")
        coder.encode(authenticatorData as NSData, forKey: "authenticatorData")
        coder.encode(credentialID as NSData, forKey: "credentialID")
    }

    /// Decodes a credential. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        let data = { (key: String) in coder.decodeObject(of: NSData.self, forKey: key) as Data? }
        guard let userHandle = data("userHandle"),
            let relyingParty = coder.decodeObject(of: NSString.self, forKey: "relyingParty") as String?,
            let signature = data("signature"), let clientDataHash = data("clientDataHash"),
            let authenticatorData = data("authenticatorData"), let credentialID = data("credentialID")
        else { return nil }
        self.userHandle = userHandle
        self.relyingParty = relyingParty
        self.signature = signature
        self.clientDataHash = clientDataHash
        self.authenticatorData = authenticatorData
        self.credentialID = credentialID
        extensionOutput = nil
        super.init()
    }
}
