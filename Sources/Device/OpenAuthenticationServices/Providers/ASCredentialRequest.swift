public import Foundation

/// The kinds of requests to a credential provider.
public enum ASCredentialRequestType: Int, Sendable {
    /// A password.
    case password = 0
    /// An assertion of a passkey.
    case passkeyAssertion = 1
    /// A new passkey.
    case passkeyRegistration = 2
    /// A one-time code.
    case oneTimeCode = 3
}

/// A request of the system to a credential provider.
public protocol ASCredentialRequest: NSObjectProtocol, NSCopying, NSSecureCoding, Sendable {
    /// The kind of the request.
    var type: ASCredentialRequestType { get }
    /// The identity of the requested credential.
    var credentialIdentity: any ASCredentialIdentity { get }
}

/// A request for a password.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASPasswordCredentialRequest: NSObject, ASCredentialRequest, @unchecked Sendable {
    private let identity: ASPasswordCredentialIdentity

    /// ``ASCredentialRequestType/password``.
    open var type: ASCredentialRequestType { .password }
    /// The identity of the requested credential, an ``ASPasswordCredentialIdentity``.
    open var credentialIdentity: any ASCredentialIdentity { identity }

    /// Creates a request for the password of an identity.
    public init(credentialIdentity: ASPasswordCredentialIdentity) {
        identity = credentialIdentity
        super.init()
    }

    /// Returns the request itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the request.
    open func encode(with coder: NSCoder) {
        coder.encode(identity, forKey: "identity")
    }

    /// Decodes a request. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        guard let identity = coder.decodeObject(of: ASPasswordCredentialIdentity.self, forKey: "identity") else { return nil }
        self.identity = identity
        super.init()
    }
}

/// A request for a one-time code.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASOneTimeCodeCredentialRequest: NSObject, ASCredentialRequest, @unchecked Sendable {
    private let identity: ASOneTimeCodeCredentialIdentity

    /// ``ASCredentialRequestType/oneTimeCode``.
    open var type: ASCredentialRequestType { .oneTimeCode }
    /// The identity of the requested credential, an ``ASOneTimeCodeCredentialIdentity``.
    open var credentialIdentity: any ASCredentialIdentity { identity }

    /// Creates a request for the code of an identity.
    public init(credentialIdentity: ASOneTimeCodeCredentialIdentity) {
        identity = credentialIdentity
        super.init()
    }

    /// Returns the request itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the request.
    open func encode(with coder: NSCoder) {
        coder.encode(identity, forKey: "identity")
    }

    /// Decodes a request. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        guard let identity = coder.decodeObject(of: ASOneTimeCodeCredentialIdentity.self, forKey: "identity") else { return nil }
        self.identity = identity
        super.init()
    }
}

/// A one-time code of a provider. Its description omits the code.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASOneTimeCodeCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    /// The code.
    public let code: String

    /// Creates a credential.
    public init(code: String) {
        self.code = code
        super.init()
    }

    /// Returns the credential itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the code in the clear.
    open func encode(with coder: NSCoder) {
        coder.encode(code as NSString, forKey: "code")
    }

    /// Decodes a credential. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        guard let code = coder.decodeObject(of: NSString.self, forKey: "code") as String? else { return nil }
        self.code = code
        super.init()
    }

    /// A constant description, without the code.
    open override var description: String { "<ASOneTimeCodeCredential>" }
}
