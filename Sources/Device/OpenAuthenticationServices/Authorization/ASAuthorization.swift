import DeviceProtocol
public import Foundation

/// The result of a successful authorization: a credential and its provider.
open class ASAuthorization: NSObject {
    /// The provider of the request.
    public let provider: any ASAuthorizationProvider
    /// An ``ASAuthorizationAppleIDCredential``, an ``ASPasswordCredential``, an
    /// ``ASAuthorizationPlatformPublicKeyCredentialRegistration``, an ``ASAuthorizationPlatformPublicKeyCredentialAssertion``, an
    /// ``ASAuthorizationAccountCreationPlatformPublicKeyCredential``, an
    /// ``ASAuthorizationSecurityKeyPublicKeyCredentialRegistration`` or an
    /// ``ASAuthorizationSecurityKeyPublicKeyCredentialAssertion``.
    public let credential: any ASAuthorizationCredential

    init(provider: any ASAuthorizationProvider, credential: any ASAuthorizationCredential) {
        self.provider = provider
        self.credential = credential
        super.init()
    }

    /// The information about the user that an app requests. Only the two scopes below are granted.
    public struct Scope: RawRepresentable, Hashable, Sendable {
        /// The name of the scope.
        public let rawValue: String

        /// Creates a scope from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a scope from its name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        /// The first and last name.
        public static let fullName = Scope(rawValue: "full_name")
        /// The e-mail address, or a relay address.
        public static let email = Scope(rawValue: "email")
    }

    /// The operation of a request.
    public struct OpenIDOperation: RawRepresentable, Hashable, Sendable {
        /// The name of the operation.
        public let rawValue: String

        /// Creates an operation from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates an operation from its name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        /// The default operation of the provider: signing in.
        public static let operationImplicit = OpenIDOperation(rawValue: "implicit")
        /// Signing in.
        public static let operationLogin = OpenIDOperation(rawValue: "login")
        /// Refreshes the tokens of the request's user, after a confirmation.
        public static let operationRefresh = OpenIDOperation(rawValue: "refresh")
        /// Signs out, after a confirmation. Has no effect at Apple's service. The credential has no code and no token.
        public static let operationLogout = OpenIDOperation(rawValue: "logout")
    }
}

/// A credential of any kind.
public protocol ASAuthorizationCredential: NSCopying, NSSecureCoding, NSObjectProtocol {}

/// A provider of requests of one kind.
public protocol ASAuthorizationProvider: NSObjectProtocol {}

/// A request for a credential. Providers create requests.
open class ASAuthorizationRequest: NSObject, NSCopying, NSSecureCoding {
    /// The provider of the request.
    public let provider: any ASAuthorizationProvider

    init(provider: any ASAuthorizationProvider) {
        self.provider = provider
        super.init()
    }

    /// The request to the device. Nil if it is invalid.
    var subject: AuthorizationSubject? { nil }

    /// Returns a copy of the request.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes nothing, because the class identifies the provider.
    open func encode(with coder: NSCoder) {}

    /// Returns nil, because requests of this class cannot be decoded.
    public required init?(coder: NSCoder) {
        return nil
    }
}

/// A request to an OpenID provider.
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    /// The requested information about the user, which is returned only at the first sign-in.
    open var requestedScopes: [ASAuthorization.Scope]?
    /// A value that the credential returns. At most 4,096 bytes.
    open var state: String?
    /// The `nonce` of the identity token. At most 4,096 bytes.
    open var nonce: String?
    /// The operation of the request.
    open var requestedOperation: ASAuthorization.OpenIDOperation = .operationImplicit

    override init(provider: any ASAuthorizationProvider) {
        super.init(provider: provider)
    }

    /// Returns nil, as ``ASAuthorizationRequest`` does.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}
