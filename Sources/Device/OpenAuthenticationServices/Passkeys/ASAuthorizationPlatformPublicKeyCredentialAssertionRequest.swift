// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import DeviceProtocol
public import Foundation

/// A request to sign in with a passkey.
open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest,
    ASAuthorizationPublicKeyCredentialAssertionRequest
{
    /// The domain of the relying party.
    public let relyingPartyIdentifier: String
    /// The challenge of the server.
    open var challenge: Data
    /// The acceptable passkeys. Empty for any passkey of the relying party.
    open var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
    /// Has no effect, because the device always verifies the user.
    open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
    /// The values from which the passkey derives keys.
    open var prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput?
    /// The operation on the blob of the passkey.
    open var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput?

    init(_ provider: ASAuthorizationPlatformPublicKeyCredentialProvider, challenge: Data) {
        relyingPartyIdentifier = provider.relyingPartyIdentifier
        self.challenge = challenge
        super.init(provider: provider)
    }

    /// Returns nil, as ``ASAuthorizationRequest`` does.
    public required init?(coder: NSCoder) {
        return nil
    }

    override var subject: AuthorizationSubject? {
        guard let extensions = PasskeyAssertionExtensions(prf, largeBlob) else { return nil }
        return PasskeyAssertionRequest(
            relyingParty: relyingPartyIdentifier, challenge: Array(challenge),
            allowedCredentials: allowedCredentials.map { Array($0.credentialID) }, extensions: extensions
        ).map(AuthorizationSubject.passkeyAssertion)
    }

    /// Returns a copy of the request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASAuthorizationPlatformPublicKeyCredentialAssertionRequest(
            ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyIdentifier),
            challenge: challenge)
        copy.allowedCredentials = allowedCredentials
        copy.userVerificationPreference = userVerificationPreference
        copy.prf = prf
        copy.largeBlob = largeBlob
        return copy
    }
}

/// A request for a signature by a public key credential.
public protocol ASAuthorizationPublicKeyCredentialAssertionRequest: NSObjectProtocol {
    /// The domain of the relying party.
    var relyingPartyIdentifier: String { get }
    /// The challenge of the server.
    var challenge: Data { get set }
    /// Whether the server requires the verification of the user.
    var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference { get set }
}

// Swift cannot satisfy a requirement with a property of another type, and each class declares the type of its descriptors.
extension ASAuthorizationPublicKeyCredentialAssertionRequest {
    /// The acceptable credentials. Empty for any credential of the relying party.
    ///
    /// The request stores descriptors of its class. It keeps the ID of any other descriptor. A class of the app has none.
    public var allowedCredentials: [any ASAuthorizationPublicKeyCredentialDescriptor] {
        get {
            // With these types, the names are those of the classes.
            switch self {
            case let request as ASAuthorizationPlatformPublicKeyCredentialAssertionRequest:
                let allowed: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = request.allowedCredentials
                return allowed
            case let request as ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest:
                let allowed: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] = request.allowedCredentials
                return allowed
            default: return []
            }
        }
        set {
            switch self {
            case let request as ASAuthorizationPlatformPublicKeyCredentialAssertionRequest:
                let allowed = newValue.map {
                    $0 as? ASAuthorizationPlatformPublicKeyCredentialDescriptor
                        ?? ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0.credentialID)
                }
                request.allowedCredentials = allowed
            case let request as ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest:
                let allowed = newValue.map {
                    $0 as? ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor
                        ?? ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(
                            credentialID: $0.credentialID,
                            transports: ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport.allSupported)
                }
                request.allowedCredentials = allowed
            default: break
            }
        }
    }
}

/// The ID of a passkey.
open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject, ASAuthorizationPublicKeyCredentialDescriptor {
    /// The ID.
    open var credentialID: Data

    /// Creates a descriptor.
    public init(credentialID: Data) {
        self.credentialID = credentialID
        super.init()
    }

    /// Returns a copy of the descriptor.
    open func copy(with zone: NSZone? = nil) -> Any {
        ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: credentialID)
    }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the ID.
    open func encode(with coder: NSCoder) {
        coder.encode(credentialID as NSData, forKey: "credentialID")
    }

    /// Decodes a descriptor. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        guard let credentialID = coder.decodeObject(of: NSData.self, forKey: "credentialID") as Data? else { return nil }
        self.credentialID = credentialID
        super.init()
    }
}

/// The ID of a public key credential.
public protocol ASAuthorizationPublicKeyCredentialDescriptor: NSCopying, NSSecureCoding, NSObjectProtocol {
    /// The ID.
    var credentialID: Data { get set }
}

/// A signature by a passkey. Send its properties to the server.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject, ASAuthorizationPublicKeyCredentialAssertion,
    @unchecked Sendable
{
    /// The ID of the passkey.
    public var credentialID: Data { Data(response.credentialID) }
    /// The user handle.
    public var userID: Data! { Data(response.userHandle) }
    /// The client data, as JSON.
    public var rawClientDataJSON: Data { Data(response.clientData) }
    /// The authenticator data.
    public var rawAuthenticatorData: Data! { Data(response.authenticatorData) }
    /// The signature of the authenticator data and the digest of the client data, in DER.
    public var signature: Data! { Data(response.signature) }
    /// The keys that the passkey derived. Nil if the request has no values for this passkey, if the passkey cannot derive keys, and in a
    /// decoded credential, because keys are not archived.
    public let prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput?
    /// The result of the operation on the blob. Nil if the request has none, and in a decoded credential.
    public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput?
    /// The device.
    public var attachment: ASAuthorizationPublicKeyCredentialAttachment { .platform }

    private let response: PasskeyAssertion

    init(_ assertion: PasskeyAssertion) {
        response = assertion
        prf = assertion.extensions.prf.map(ASAuthorizationPublicKeyCredentialPRFAssertionOutput.init)
        largeBlob = assertion.extensions.largeBlob.map(ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput.init)
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
        guard let response = PasskeyAssertion(coder: coder) else { return nil }
        self.response = response
        prf = nil
        largeBlob = nil
        super.init()
    }
}

/// A public key credential of any kind.
public protocol ASPublicKeyCredential: ASAuthorizationCredential {
    /// The client data, as JSON.
    var rawClientDataJSON: Data { get }
    /// The ID of the credential.
    var credentialID: Data { get }
}

/// A new public key credential.
public protocol ASAuthorizationPublicKeyCredentialRegistration: ASPublicKeyCredential {
    /// The attestation object, in CBOR.
    var rawAttestationObject: Data? { get }
}

/// A signature by a public key credential.
public protocol ASAuthorizationPublicKeyCredentialAssertion: ASPublicKeyCredential {
    /// The authenticator data.
    var rawAuthenticatorData: Data! { get }
    /// The user handle.
    var userID: Data! { get }
    /// The signature, in DER.
    var signature: Data! { get }
}
