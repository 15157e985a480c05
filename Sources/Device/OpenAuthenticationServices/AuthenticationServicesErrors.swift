public import Foundation

/// The domain of ``ASAuthorizationError``.
public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

/// Why an app was given no credential.
///
/// `catch ASAuthorizationError.canceled`, `error as? ASAuthorizationError` and `(error as NSError).code` work as on Apple's systems. The text of an
/// error is for whoever develops the app; no user should see it.
public struct ASAuthorizationError: BridgedAppleError {
    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of the domain ``ASAuthorizationErrorDomain`` is.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASAuthorizationErrorDomain``.
    public static var errorDomain: String { ASAuthorizationErrorDomain }

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

/// The domain of ``ASCredentialIdentityStoreError``.
public let ASCredentialIdentityStoreErrorDomain = "ASCredentialIdentityStoreErrorDomain"

/// Why the identity store was not changed.
public struct ASCredentialIdentityStoreError: BridgedAppleError {
    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of the domain ``ASCredentialIdentityStoreErrorDomain`` is.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASCredentialIdentityStoreErrorDomain``.
    public static var errorDomain: String { ASCredentialIdentityStoreErrorDomain }

    /// The codes of ``ASCredentialIdentityStoreError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// What the codes are of.
        public typealias _ErrorType = ASCredentialIdentityStoreError

        /// The store cannot be reached or written, or would hold too much.
        case internalError = 0
        /// The person has not let the app provide passwords.
        case storeDisabled = 1
        /// Another change is under way. Not given by this module, whose changes wait for each other.
        case storeBusy = 2
    }
}

/// The codes by the names that `catch` and `~=` use.
extension ASCredentialIdentityStoreError {
    /// See ``Code/internalError``.
    public static var internalError: Code { .internalError }
    /// See ``Code/storeDisabled``.
    public static var storeDisabled: Code { .storeDisabled }
    /// See ``Code/storeBusy``.
    public static var storeBusy: Code { .storeBusy }
}

/// The domain of ``ASExtensionError``.
public let ASExtensionErrorDomain = "ASExtensionErrorDomain"

/// Why an extension that provides or changes credentials gave up.
public struct ASExtensionError: BridgedAppleError {
    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of the domain ``ASExtensionErrorDomain`` is.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASExtensionErrorDomain``.
    public static var errorDomain: String { ASExtensionErrorDomain }

    /// The codes of ``ASExtensionError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// What the codes are of.
        public typealias _ErrorType = ASExtensionError

        /// The operation failed.
        case failed = 0
        /// The person cancelled.
        case userCanceled = 1
        /// The person has to be asked something.
        case userInteractionRequired = 100
        /// There is no such credential.
        case credentialIdentityNotFound = 101
        /// A passkey of the account is there already.
        case matchedExcludedCredential = 102
    }
}

/// The codes by the names that `catch` and `~=` use.
extension ASExtensionError {
    /// See ``Code/failed``.
    public static var failed: Code { .failed }
    /// See ``Code/userCanceled``.
    public static var userCanceled: Code { .userCanceled }
    /// See ``Code/userInteractionRequired``.
    public static var userInteractionRequired: Code { .userInteractionRequired }
    /// See ``Code/credentialIdentityNotFound``.
    public static var credentialIdentityNotFound: Code { .credentialIdentityNotFound }
    /// See ``Code/matchedExcludedCredential``.
    public static var matchedExcludedCredential: Code { .matchedExcludedCredential }
}

/// The key of what an extension tells the person about a failure.
public let ASExtensionLocalizedFailureReasonErrorKey = "ASExtensionLocalizedFailureReason"

/// The domain of ``ASWebAuthenticationSessionError``.
public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

/// Why a session in the browser gave no address.
public struct ASWebAuthenticationSessionError: BridgedAppleError {
    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of the domain ``ASWebAuthenticationSessionErrorDomain`` is.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASWebAuthenticationSessionErrorDomain``.
    public static var errorDomain: String { ASWebAuthenticationSessionErrorDomain }

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

/// An error that is an object of Foundation's beneath, as the error structs of Apple's frameworks are: `catch` by code, `as?` and
/// `(error as NSError).code` work.
///
/// The equality and hash that Foundation's protocol brings go through an object that halts the process on Linux. Two errors are equal here where
/// domain and code are, whatever the text.
public protocol BridgedAppleError: _BridgedStoredNSError, Hashable, Sendable {}

extension BridgedAppleError {
    /// The domain of ``errorDomain``.
    public static var _nsErrorDomain: String { errorDomain }

    /// The same domain and the same code, whatever the text.
    public static func == (first: Self, second: Self) -> Bool {
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

extension BridgedAppleError where Code: RawRepresentable, Code.RawValue: FixedWidthInteger {
    /// An error with its reason in both places where developers look for one.
    init(_ code: Code, because reason: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: reason, "NSDebugDescription": reason])
    }
}
