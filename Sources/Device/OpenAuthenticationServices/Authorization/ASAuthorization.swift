import DeviceProtocol
public import Foundation

/// A credential, and what it came from.
open class ASAuthorization: NSObject {
    /// What made the request.
    public let provider: any ASAuthorizationProvider
    /// An ``ASAuthorizationAppleIDCredential`` or an ``ASPasswordCredential``.
    public let credential: any ASAuthorizationCredential

    init(provider: any ASAuthorizationProvider, credential: any ASAuthorizationCredential) {
        self.provider = provider
        self.credential = credential
        super.init()
    }

    /// What an app wants to be told of a person. Others than these two are not granted.
    public struct Scope: RawRepresentable, Hashable, Sendable {
        /// The scope's name.
        public let rawValue: String

        /// A scope by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A scope by its name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        /// First and last name.
        public static let fullName = Scope(rawValue: "full_name")
        /// The e-mail address, or a relay address.
        public static let email = Scope(rawValue: "email")
    }

    /// What is to be done with a person's sign-in.
    public struct OpenIDOperation: RawRepresentable, Hashable, Sendable {
        /// The operation's name.
        public let rawValue: String

        /// An operation by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An operation by its name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        /// What the provider takes for usual: signing in.
        public static let operationImplicit = OpenIDOperation(rawValue: "implicit")
        /// Signing in.
        public static let operationLogin = OpenIDOperation(rawValue: "login")
        /// New tokens for the request's user, after a confirmation.
        public static let operationRefresh = OpenIDOperation(rawValue: "refresh")
        /// Signing out, after a confirmation. It changes nothing at Apple's, and its credential has neither code nor token.
        public static let operationLogout = OpenIDOperation(rawValue: "logout")
    }
}

/// A credential of any kind.
public protocol ASAuthorizationCredential: NSCopying, NSSecureCoding, NSObjectProtocol {}

/// What makes requests of one kind.
public protocol ASAuthorizationProvider: NSObjectProtocol {}

/// A request for one kind of credential. Providers make requests.
open class ASAuthorizationRequest: NSObject, NSCopying, NSSecureCoding {
    /// What made the request.
    public let provider: any ASAuthorizationProvider

    init(provider: any ASAuthorizationProvider) {
        self.provider = provider
        super.init()
    }

    /// What the device is asked; nothing where it cannot be asked that.
    var subject: AuthorizationSubject? { nil }

    /// A request with the same contents.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Nothing of the request itself: its kind says which provider it is of.
    open func encode(with coder: NSCoder) {}

    /// Always nil: requests of no particular kind are not written down.
    public required init?(coder: NSCoder) {
        return nil
    }
}

/// A request for a credential of an OpenID provider.
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    /// What the app wants to be told of the person. Told once, at the first sign-in.
    open var requestedScopes: [ASAuthorization.Scope]?
    /// Handed back in the credential. At most 4,096 bytes.
    open var state: String?
    /// Becomes the `nonce` of the identity token, as it is. At most 4,096 bytes.
    open var nonce: String?
    /// What is to be done.
    open var requestedOperation: ASAuthorization.OpenIDOperation = .operationImplicit

    override init(provider: any ASAuthorizationProvider) {
        super.init(provider: provider)
    }

    /// Always nil, as of ``ASAuthorizationRequest``.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}
