public import Foundation

/// The kinds of requests to a provider of credentials.
public enum ASCredentialRequestType: Int, Sendable {
    /// A password.
    case password = 0
    /// An assertion of a passkey. Not made by this device yet.
    case passkeyAssertion = 1
    /// A new passkey. Not made by this device yet.
    case passkeyRegistration = 2
    /// A one-time code.
    case oneTimeCode = 3
}

/// What the system requests of a provider of credentials.
public protocol ASCredentialRequest: NSObjectProtocol, NSCopying, NSSecureCoding, Sendable {
    /// The kind of the request.
    var type: ASCredentialRequestType { get }
    /// The credential that is requested.
    var credentialIdentity: any ASCredentialIdentity { get }
}

/// A request for a password.
///
/// `Sendable` holds because nothing of it changes; a subclass answers for its own.
open class ASPasswordCredentialRequest: NSObject, ASCredentialRequest, @unchecked Sendable {
    private let identity: ASPasswordCredentialIdentity

    /// ``ASCredentialRequestType/password``.
    open var type: ASCredentialRequestType { .password }
    /// The credential that is requested, an ``ASPasswordCredentialIdentity``.
    open var credentialIdentity: any ASCredentialIdentity { identity }

    /// A request for the password of this identity.
    public init(credentialIdentity: ASPasswordCredentialIdentity) {
        identity = credentialIdentity
        super.init()
    }

    /// The request itself: nothing of it changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the request down.
    open func encode(with coder: NSCoder) {
        coder.encode(identity, forKey: "identity")
    }

    /// A request that was written down; nil for anything else.
    public required init?(coder: NSCoder) {
        guard let identity = coder.decodeObject(of: ASPasswordCredentialIdentity.self, forKey: "identity") else { return nil }
        self.identity = identity
        super.init()
    }
}

/// A request for a one-time code.
///
/// `Sendable` holds because nothing of it changes; a subclass answers for its own.
open class ASOneTimeCodeCredentialRequest: NSObject, ASCredentialRequest, @unchecked Sendable {
    private let identity: ASOneTimeCodeCredentialIdentity

    /// ``ASCredentialRequestType/oneTimeCode``.
    open var type: ASCredentialRequestType { .oneTimeCode }
    /// The credential that is requested, an ``ASOneTimeCodeCredentialIdentity``.
    open var credentialIdentity: any ASCredentialIdentity { identity }

    /// A request for the code of this identity.
    public init(credentialIdentity: ASOneTimeCodeCredentialIdentity) {
        identity = credentialIdentity
        super.init()
    }

    /// The request itself: nothing of it changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the request down.
    open func encode(with coder: NSCoder) {
        coder.encode(identity, forKey: "identity")
    }

    /// A request that was written down; nil for anything else.
    public required init?(coder: NSCoder) {
        guard let identity = coder.decodeObject(of: ASOneTimeCodeCredentialIdentity.self, forKey: "identity") else { return nil }
        self.identity = identity
        super.init()
    }
}

/// A one-time code that a provider gives. Prints nothing of it.
///
/// `Sendable` holds because nothing of it changes; a subclass answers for its own.
open class ASOneTimeCodeCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    /// The code.
    public let code: String

    /// A credential with this code.
    public init(code: String) {
        self.code = code
        super.init()
    }

    /// The credential itself: nothing of it changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the code down, in the clear.
    open func encode(with coder: NSCoder) {
        coder.encode(code as NSString, forKey: "code")
    }

    /// A credential that was written down; nil for anything else.
    public required init?(coder: NSCoder) {
        guard let code = coder.decodeObject(of: NSString.self, forKey: "code") as String? else { return nil }
        self.code = code
        super.init()
    }

    /// Nothing of the code.
    open override var description: String { "<ASOneTimeCodeCredential>" }
}
