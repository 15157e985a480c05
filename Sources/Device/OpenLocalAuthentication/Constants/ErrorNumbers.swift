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
