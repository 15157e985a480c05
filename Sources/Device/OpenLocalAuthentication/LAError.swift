public import Foundation

/// The error domain of this module.
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// An authentication error.
///
/// `catch LAError.userCancel`, `catch let error as LAError` and `(error as NSError).code` work as on Apple's systems for every
/// error that this module throws or passes to a completion handler. There is one exception: `as?` does not convert an `NSError`
/// object from ``LAContext/canEvaluatePolicy(_:error:)`` to an `LAError`, because Foundation on Linux does not convert error
/// objects. Read its `code`, or use `LAError(_nsError: object).code`.
public struct LAError: _BridgedStoredNSError, Hashable, Sendable {
    /// The underlying error object.
    public let _nsError: NSError

    /// Creates an error from an object of the domain ``LAErrorDomain``.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``LAErrorDomain``.
    public static var errorDomain: String { LAErrorDomain }
    /// The domain ``LAErrorDomain``.
    public static var _nsErrorDomain: String { LAErrorDomain }

    /// The codes of ``LAError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The type of the error.
        public typealias _ErrorType = LAError

        /// The user could not be authenticated.
        case authenticationFailed = -1
        /// The user tapped the cancel button.
        case userCancel = -2
        /// The user tapped the fallback button, for which the policy has no default behaviour.
        case userFallback = -3
        /// The system cancelled the prompt: the device was locked, the prompt timed out, or the broker cannot be reached.
        case systemCancel = -4
        /// The device has no passcode.
        case passcodeNotSet = -5
        /// The device has no biometry, or the app may not use it.
        case touchIDNotAvailable = -6
        /// No finger or face is enrolled.
        case touchIDNotEnrolled = -7
        /// Biometry is locked: after five consecutive failures until the passcode is entered, and after a restart until the
        /// device is unlocked.
        case touchIDLockout = -8
        /// The app invalidated or released the context during the prompt.
        case appCancel = -9
        /// The context was invalidated before.
        case invalidContext = -10
        /// No paired device is available nearby.
        case companionNotAvailable = -11
        /// User interaction is required but not allowed.
        case notInteractive = -1004

        /// The device has no biometry, or the app may not use it.
        public static var biometryNotAvailable: Code { .touchIDNotAvailable }
        /// No finger or face is enrolled.
        public static var biometryNotEnrolled: Code { .touchIDNotEnrolled }
        /// Biometry is locked: after five consecutive failures until the passcode is entered, and after a restart until the
        /// device is unlocked.
        public static var biometryLockout: Code { .touchIDLockout }
        /// No paired watch is available nearby.
        @available(*, deprecated, renamed: "companionNotAvailable")
        public static var watchNotAvailable: Code { .companionNotAvailable }
    }

    // The default equality and hash use an object that halts the process on Linux.

    /// Compares domain and code, not the text.
    public static func == (first: LAError, second: LAError) -> Bool {
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

/// The codes with the names that `catch` and `~=` use.
extension LAError {
    /// See ``Code/authenticationFailed``.
    public static var authenticationFailed: Code { .authenticationFailed }
    /// See ``Code/userCancel``.
    public static var userCancel: Code { .userCancel }
    /// See ``Code/userFallback``.
    public static var userFallback: Code { .userFallback }
    /// See ``Code/systemCancel``.
    public static var systemCancel: Code { .systemCancel }
    /// See ``Code/passcodeNotSet``.
    public static var passcodeNotSet: Code { .passcodeNotSet }
    /// See ``Code/touchIDNotAvailable``.
    public static var touchIDNotAvailable: Code { .touchIDNotAvailable }
    /// See ``Code/touchIDNotEnrolled``.
    public static var touchIDNotEnrolled: Code { .touchIDNotEnrolled }
    /// See ``Code/touchIDLockout``.
    public static var touchIDLockout: Code { .touchIDLockout }
    /// See ``Code/biometryNotAvailable``.
    public static var biometryNotAvailable: Code { .biometryNotAvailable }
    /// See ``Code/biometryNotEnrolled``.
    public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
    /// See ``Code/biometryLockout``.
    public static var biometryLockout: Code { .biometryLockout }
    /// See ``Code/appCancel``.
    public static var appCancel: Code { .appCancel }
    /// See ``Code/invalidContext``.
    public static var invalidContext: Code { .invalidContext }
    /// See ``Code/companionNotAvailable``.
    public static var companionNotAvailable: Code { .companionNotAvailable }
    /// See ``Code/companionNotAvailable``.
    @available(*, deprecated, renamed: "companionNotAvailable")
    public static var watchNotAvailable: Code { .companionNotAvailable }
    /// See ``Code/notInteractive``.
    public static var notInteractive: Code { .notInteractive }
}

// The values of Apple's C macros. `LAError.Code` describes them.

/// ``LAErrorDomain``.
public let kLAErrorDomain = LAErrorDomain
/// ``LAError/Code/authenticationFailed``.
public let kLAErrorAuthenticationFailed: Int32 = -1
/// ``LAError/Code/userCancel``.
public let kLAErrorUserCancel: Int32 = -2
/// ``LAError/Code/userFallback``.
public let kLAErrorUserFallback: Int32 = -3
/// ``LAError/Code/systemCancel``.
public let kLAErrorSystemCancel: Int32 = -4
/// ``LAError/Code/passcodeNotSet``.
public let kLAErrorPasscodeNotSet: Int32 = -5
/// ``LAError/Code/touchIDNotAvailable``.
public let kLAErrorTouchIDNotAvailable: Int32 = -6
/// ``LAError/Code/touchIDNotEnrolled``.
public let kLAErrorTouchIDNotEnrolled: Int32 = -7
/// ``LAError/Code/touchIDLockout``.
public let kLAErrorTouchIDLockout: Int32 = -8
/// ``LAError/Code/biometryNotAvailable``.
public let kLAErrorBiometryNotAvailable: Int32 = -6
/// ``LAError/Code/biometryNotEnrolled``.
public let kLAErrorBiometryNotEnrolled: Int32 = -7
/// ``LAError/Code/biometryLockout``.
public let kLAErrorBiometryLockout: Int32 = -8
/// ``LAError/Code/appCancel``.
public let kLAErrorAppCancel: Int32 = -9
/// ``LAError/Code/invalidContext``.
public let kLAErrorInvalidContext: Int32 = -10
/// ``LAError/Code/companionNotAvailable``.
public let kLAErrorCompanionNotAvailable: Int32 = -11
/// The older name of ``LAError/Code/companionNotAvailable``.
public let kLAErrorWatchNotAvailable: Int32 = -11
/// The sensor is not paired with the computer. Only macOS returns this.
public let kLAErrorBiometryNotPaired: Int32 = -12
/// The sensor is not connected. Only macOS returns this.
public let kLAErrorBiometryDisconnected: Int32 = -13
/// A view has the wrong size. Only macOS returns this.
public let kLAErrorInvalidDimensions: Int32 = -14
/// ``LAError/Code/notInteractive``.
public let kLAErrorNotInteractive: Int32 = -1004

/// The location for an error object. Foundation on Linux lacks this name, which lets `var error: NSError?` and `&error` compile
/// as on Apple's systems.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
