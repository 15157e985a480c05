public import Foundation

/// The domain of ``ASAuthorizationError``.
public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

/// Why an app was given no credential.
///
/// `catch ASAuthorizationError.canceled`, `error as? ASAuthorizationError` and `(error as NSError).code` work as on Apple's systems. The text of an
/// error is for whoever develops the app; no user should see it.
public struct ASAuthorizationError: _BridgedStoredNSError, Hashable, Sendable {
    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of the domain ``ASAuthorizationErrorDomain`` is.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASAuthorizationErrorDomain``.
    public static var errorDomain: String { ASAuthorizationErrorDomain }
    /// The domain ``ASAuthorizationErrorDomain``.
    public static var _nsErrorDomain: String { ASAuthorizationErrorDomain }

    /// The codes of ``ASAuthorizationError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// What the codes are of.
        public typealias _ErrorType = ASAuthorizationError

        /// The device is signed in to no Apple account and the person went to Settings; the account has no two-factor authentication, or is locked; the app
        /// is not registered for Sign in with Apple; or the device cannot be reached.
        case unknown = 1000
        /// The person cancelled, the app did, or there was nothing to be offered.
        case canceled = 1001
        /// Apple's service gave an answer that is none.
        case invalidResponse = 1002
        /// The device does not do this.
        case notHandled = 1003
        /// The person was not recognised, or the request makes no sense.
        case failed = 1004
        /// Someone would have to be asked, and nobody can be: the device is locked.
        case notInteractive = 1005
        /// A passkey of the account is there already. Not given by this module yet.
        case matchedExcludedCredential = 1006
        /// Passkeys could not be taken over. Not given by this module.
        case credentialImport = 1007
        /// Passkeys could not be handed over. Not given by this module.
        case credentialExport = 1008
        /// The person would rather sign in with Apple. Not given by this module.
        case preferSignInWithApple = 1009
        /// The device keeps no passkeys. Not given by this module yet.
        case deviceNotConfiguredForPasskeyCreation = 1010
    }

    // The protocol's own equality and hash go through an object that halts the process on Linux.

    /// The same domain and the same code, whatever the text.
    public static func == (first: ASAuthorizationError, second: ASAuthorizationError) -> Bool {
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
extension ASAuthorizationError {
    /// See ``Code/unknown``.
    public static var unknown: Code { .unknown }
    /// See ``Code/canceled``.
    public static var canceled: Code { .canceled }
    /// See ``Code/invalidResponse``.
    public static var invalidResponse: Code { .invalidResponse }
    /// See ``Code/notHandled``.
    public static var notHandled: Code { .notHandled }
    /// See ``Code/failed``.
    public static var failed: Code { .failed }
    /// See ``Code/notInteractive``.
    public static var notInteractive: Code { .notInteractive }
    /// See ``Code/matchedExcludedCredential``.
    public static var matchedExcludedCredential: Code { .matchedExcludedCredential }
    /// See ``Code/credentialImport``.
    public static var credentialImport: Code { .credentialImport }
    /// See ``Code/credentialExport``.
    public static var credentialExport: Code { .credentialExport }
    /// See ``Code/preferSignInWithApple``.
    public static var preferSignInWithApple: Code { .preferSignInWithApple }
    /// See ``Code/deviceNotConfiguredForPasskeyCreation``.
    public static var deviceNotConfiguredForPasskeyCreation: Code { .deviceNotConfiguredForPasskeyCreation }
}
