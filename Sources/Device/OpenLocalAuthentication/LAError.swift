public import Foundation

/// The domain of this module's errors.
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// Why nobody was authenticated.
///
/// `catch LAError.userCancel`, `catch let error as LAError` and `(error as NSError).code` work as on Apple's systems for every error that this
/// module throws or hands to a completion handler. One thing does not: an `NSError` object that ``LAContext/canEvaluatePolicy(_:error:)`` gave
/// is not turned into an `LAError` by `as?`, because Foundation on Linux converts no error objects. Look at its `code`, or make the error of it:
/// `LAError(_nsError: object).code`.
public struct LAError: _BridgedStoredNSError, Hashable, Sendable {
    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of the domain ``LAErrorDomain`` is.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain ``LAErrorDomain``.
    public static var errorDomain: String { LAErrorDomain }
    /// The domain ``LAErrorDomain``.
    public static var _nsErrorDomain: String { LAErrorDomain }

    /// The codes of ``LAError``.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// What the codes are of.
        public typealias _ErrorType = LAError

        /// The person was not who was asked for.
        case authenticationFailed = -1
        /// The person pressed Cancel.
        case userCancel = -2
        /// The person pressed the fallback button, which has no meaning of its own under the policy.
        case userFallback = -3
        /// The device took the prompt away: it was locked, nobody came in time, or its trusted side cannot be reached.
        case systemCancel = -4
        /// The device has no passcode.
        case passcodeNotSet = -5
        /// The device has no biometry that the app can use.
        case touchIDNotAvailable = -6
        /// Nobody is enrolled.
        case touchIDNotEnrolled = -7
        /// Biometry is locked: after five failures in a row until the passcode is given, and after a start until the device is unlocked.
        case touchIDLockout = -8
        /// The app invalidated the context, or let it go, while the person was asked.
        case appCancel = -9
        /// The context was invalidated before.
        case invalidContext = -10
        /// There is no paired device nearby that could be asked.
        case companionNotAvailable = -11
        /// Someone would have to be asked, and nobody may be.
        case notInteractive = -1004

        /// The device has no biometry that the app can use.
        public static var biometryNotAvailable: Code { .touchIDNotAvailable }
        /// Nobody is enrolled.
        public static var biometryNotEnrolled: Code { .touchIDNotEnrolled }
        /// Biometry is locked: after five failures in a row until the passcode is given, and after a start until the device is unlocked.
        public static var biometryLockout: Code { .touchIDLockout }
        /// There is no paired watch nearby that could be asked.
        @available(*, deprecated, renamed: "companionNotAvailable")
        public static var watchNotAvailable: Code { .companionNotAvailable }
    }

    // The protocol's own equality and hash go through an object that halts the process on Linux.

    /// The same domain and the same code, whatever the text.
    public static func == (first: LAError, second: LAError) -> Bool {
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

// The numbers of Apple's C macros; what each means, `LAError.Code` says.

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
/// ``LAError/Code/companionNotAvailable``, by its older name.
public let kLAErrorWatchNotAvailable: Int32 = -11
/// A sensor that is not paired with the computer; only macOS says so.
public let kLAErrorBiometryNotPaired: Int32 = -12
/// A sensor that is not connected; only macOS says so.
public let kLAErrorBiometryDisconnected: Int32 = -13
/// A view of the wrong size; only macOS says so.
public let kLAErrorInvalidDimensions: Int32 = -14
/// ``LAError/Code/notInteractive``.
public let kLAErrorNotInteractive: Int32 = -1004

/// Where a function puts an error object. Foundation on Linux lacks the name; with it `var error: NSError?` and `&error` are as on Apple's
/// systems.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
