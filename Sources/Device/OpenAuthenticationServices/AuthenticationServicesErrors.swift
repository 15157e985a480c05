public import Foundation

/// The error domain of ``ASAuthorizationError``.
public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

/// An error that describes why an authorization failed.
///
/// `catch ASAuthorizationError.canceled`, `error as? ASAuthorizationError` and `(error as NSError).code` work as on Apple's
/// systems. The text of an error is for developers; do not show it to users.
public struct ASAuthorizationError: BridgedAppleError {
    /// The underlying error object.
    public let _nsError: NSError

    /// Creates an error from an object of the domain ``ASAuthorizationErrorDomain``.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASAuthorizationErrorDomain``.
    public static var errorDomain: String { ASAuthorizationErrorDomain }

    /// The codes of ``ASAuthorizationError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The type of the error.
        public typealias _ErrorType = ASAuthorizationError

        /// The device has no Apple Account, and the user opened Settings; the account is locked or has no two-factor
        /// authentication; the app is not registered for Sign in with Apple; or the device is unreachable.
        case unknown = 1000
        /// The user or the app cancelled, or there was no credential to offer.
        case canceled = 1001
        /// The response of Apple's service was malformed.
        case invalidResponse = 1002
        /// The device does not support the request.
        case notHandled = 1003
        /// Authentication failed, the request was invalid, or the app is not associated with the relying party of a passkey.
        case failed = 1004
        /// User interaction is required but not possible: the device is locked, or an app that is not visible uses
        /// ``ASSettingsHelper``, or the device has no settings for it.
        case notInteractive = 1005
        /// The device has a passkey that the request excludes.
        case matchedExcludedCredential = 1006
        /// The app took no credentials: the token is unknown, was used, expired, or belongs to another app.
        case credentialImport = 1007
        /// The device did not save the exported credentials: their format is invalid, or they exceed its limits.
        case credentialExport = 1008
        /// The app requested a new account, and the user already signs in to it with Apple. Request Sign in with Apple instead.
        case preferSignInWithApple = 1009
        /// The device has no passcode or no Apple Account, so it creates no passkeys.
        case deviceNotConfiguredForPasskeyCreation = 1010
    }
}

/// The codes with the names that `catch` and `~=` use.
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

/// The error domain of ``ASCredentialIdentityStoreError``.
public let ASCredentialIdentityStoreErrorDomain = "ASCredentialIdentityStoreErrorDomain"

/// An error that describes why a change of the identity store failed.
public struct ASCredentialIdentityStoreError: BridgedAppleError {
    /// The underlying error object.
    public let _nsError: NSError

    /// Creates an error from an object of the domain ``ASCredentialIdentityStoreErrorDomain``.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASCredentialIdentityStoreErrorDomain``.
    public static var errorDomain: String { ASCredentialIdentityStoreErrorDomain }

    /// The codes of ``ASCredentialIdentityStoreError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The type of the error.
        public typealias _ErrorType = ASCredentialIdentityStoreError

        /// The store cannot be reached or written, or its limit would be exceeded.
        case internalError = 0
        /// The user has not enabled the app as a credential provider.
        case storeDisabled = 1
        /// Another change is in progress. Not used by this module, which serializes changes.
        case storeBusy = 2
    }
}

/// The codes with the names that `catch` and `~=` use.
extension ASCredentialIdentityStoreError {
    /// See ``Code/internalError``.
    public static var internalError: Code { .internalError }
    /// See ``Code/storeDisabled``.
    public static var storeDisabled: Code { .storeDisabled }
    /// See ``Code/storeBusy``.
    public static var storeBusy: Code { .storeBusy }
}

/// The error domain of ``ASExtensionError``.
public let ASExtensionErrorDomain = "ASExtensionErrorDomain"

/// An error that describes why an extension that provides or modifies credentials failed.
public struct ASExtensionError: BridgedAppleError {
    /// The underlying error object.
    public let _nsError: NSError

    /// Creates an error from an object of the domain ``ASExtensionErrorDomain``.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASExtensionErrorDomain``.
    public static var errorDomain: String { ASExtensionErrorDomain }

    /// The codes of ``ASExtensionError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The type of the error.
        public typealias _ErrorType = ASExtensionError

        /// The operation failed.
        case failed = 0
        /// The user cancelled.
        case userCanceled = 1
        /// The operation requires user interaction.
        case userInteractionRequired = 100
        /// The credential was not found.
        case credentialIdentityNotFound = 101
        /// The account already has a passkey.
        case matchedExcludedCredential = 102
    }
}

/// The codes with the names that `catch` and `~=` use.
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

/// The key for the reason of a failure that an extension shows to the user.
public let ASExtensionLocalizedFailureReasonErrorKey = "ASExtensionLocalizedFailureReason"

/// The error domain of ``ASWebAuthenticationSessionError``.
public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

/// An error that describes why a web authentication session failed.
public struct ASWebAuthenticationSessionError: BridgedAppleError {
    /// The underlying error object.
    public let _nsError: NSError

    /// Creates an error from an object of the domain ``ASWebAuthenticationSessionErrorDomain``.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``ASWebAuthenticationSessionErrorDomain``.
    public static var errorDomain: String { ASWebAuthenticationSessionErrorDomain }

    /// The codes of ``ASWebAuthenticationSessionError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The type of the error.
        public typealias _ErrorType = ASWebAuthenticationSessionError

        /// The user closed the browser or declined; the app cancelled; or the browser cannot be reached.
        case canceledLogin = 1
        /// The session has no presentation context provider.
        case presentationContextNotProvided = 2
        /// Not used by this module.
        case presentationContextInvalid = 3
    }
}

/// The codes with the names that `catch` and `~=` use.
extension ASWebAuthenticationSessionError {
    /// See ``Code/canceledLogin``.
    public static var canceledLogin: Code { .canceledLogin }
    /// See ``Code/presentationContextNotProvided``.
    public static var presentationContextNotProvided: Code { .presentationContextNotProvided }
    /// See ``Code/presentationContextInvalid``.
    public static var presentationContextInvalid: Code { .presentationContextInvalid }
}

/// An error with an underlying Foundation object, like the error structs of Apple's frameworks: `catch` by code, `as?` and
/// `(error as NSError).code` work.
///
/// The default equality and hash of Foundation's protocol use an object that halts the process on Linux. Here, errors are equal
/// if domain and code are, regardless of the text.
public protocol BridgedAppleError: _BridgedStoredNSError, Hashable, Sendable {}

extension BridgedAppleError {
    /// The value of ``errorDomain``.
    public static var _nsErrorDomain: String { errorDomain }

    /// Compares domain and code, not the text.
    public static func == (first: Self, second: Self) -> Bool {
        first._nsError.domain == second._nsError.domain && first._nsError.code == second._nsError.code
    }

    /// Hashes domain and code.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.domain)
        hasher.combine(_nsError.code)
    }

    /// The hash of domain and code.
    public var hashValue: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }
}

extension BridgedAppleError where Code: RawRepresentable, Code.RawValue: FixedWidthInteger {
    /// Creates an error with its reason for the keys that developers read.
    init(_ code: Code, because reason: String) {
        self.init(
            code,
            userInfo: [
                NSLocalizedDescriptionKey: reason, NSLocalizedFailureReasonErrorKey: reason, "NSDebugDescription": reason,
            ])
    }
}
