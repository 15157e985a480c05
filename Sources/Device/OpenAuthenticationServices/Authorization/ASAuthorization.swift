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
