public import Foundation

/// The domain of ``ASWebAuthenticationSessionError``.
public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

/// Why a session in the browser gave no address.
public struct ASWebAuthenticationSessionError: _BridgedStoredNSError, Hashable, Sendable {
    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of the domain ``ASWebAuthenticationSessionErrorDomain`` is.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASWebAuthenticationSessionErrorDomain``.
    public static var errorDomain: String { ASWebAuthenticationSessionErrorDomain }
    /// The domain ``ASWebAuthenticationSessionErrorDomain``.
    public static var _nsErrorDomain: String { ASWebAuthenticationSessionErrorDomain }

    /// The codes of ``ASWebAuthenticationSessionError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// What the codes are of.
        public typealias _ErrorType = ASWebAuthenticationSessionError

        /// The person closed it, or would not have it; the app cancelled it; or no browser can be reached.
        case canceledLogin = 1
        /// The session has nobody who says where to show it.
        case presentationContextNotProvided = 2
        /// Not given by this module.
        case presentationContextInvalid = 3
    }

    // The protocol's own equality and hash go through an object that halts the process on Linux.

    /// The same domain and the same code, whatever the text.
    public static func == (first: ASWebAuthenticationSessionError, second: ASWebAuthenticationSessionError) -> Bool {
        first._nsError.domain == second._nsError.domain && first._nsError.code == second._nsError.code
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.domain)
        hasher.combine(_nsError.code)
    }

    /// Of ``hash(into:)``.
    public var hashValue: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }
}

/// The codes by the names that `catch` and `~=` use.
extension ASWebAuthenticationSessionError {
    /// See ``Code/canceledLogin``.
    public static var canceledLogin: Code { .canceledLogin }
    /// See ``Code/presentationContextNotProvided``.
    public static var presentationContextNotProvided: Code { .presentationContextNotProvided }
    /// See ``Code/presentationContextInvalid``.
    public static var presentationContextInvalid: Code { .presentationContextInvalid }
}
