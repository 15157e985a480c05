import DeviceProtocol
public import Foundation

/// What an evaluation asks of a person: ``LAContext/evaluatePolicy(_:localizedReason:reply:)``.
public enum LAPolicy: Int, Sendable {
    /// Biometry alone. The fallback button ends the evaluation, with ``LAError/userFallback``.
    case deviceOwnerAuthenticationWithBiometrics = 1
    /// Biometry, or the passcode: where there is no usable biometry, after too many failures, and behind the fallback button. A confirmation on the paired
    /// watch does as well.
    case deviceOwnerAuthentication = 2
    /// A confirmation on the paired watch. Where none is paired, worn, unlocked and nearby: ``LAError/companionNotAvailable``.
    case deviceOwnerAuthenticationWithCompanion = 3
    /// Biometry, or a confirmation on the paired watch, whichever comes first. Without a watch nearby it is biometry alone, and without usable biometry the
    /// watch alone.
    case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

    /// A paired device nearby, by its older name.
    @available(*, deprecated, renamed: "deviceOwnerAuthenticationWithCompanion")
    public static var deviceOwnerAuthenticationWithWatch: LAPolicy { .deviceOwnerAuthenticationWithCompanion }
    /// Biometry or a paired device nearby, by its older name.
    @available(*, deprecated, renamed: "deviceOwnerAuthenticationWithBiometricsOrCompanion")
    public static var deviceOwnerAuthenticationWithBiometricsOrWatch: LAPolicy {
        .deviceOwnerAuthenticationWithBiometricsOrCompanion
    }

    /// As the device's trusted side calls it.
    var authenticationPolicy: AuthenticationPolicy {
        switch self {
        case .deviceOwnerAuthenticationWithBiometrics: .biometrics
        case .deviceOwnerAuthentication: .owner
        case .deviceOwnerAuthenticationWithCompanion: .companion
        case .deviceOwnerAuthenticationWithBiometricsOrCompanion: .biometricsOrCompanion
        }
    }

    /// Whether the passcode does not meet the policy, and biometry does.
    var isBiometric: Bool {
        switch self {
        case .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometricsOrCompanion: true
        case .deviceOwnerAuthentication, .deviceOwnerAuthenticationWithCompanion: false
        }
    }
}

/// What is to be done behind an access control: ``LAContext/evaluateAccessControl(_:operation:localizedReason:reply:)``.
public enum LAAccessControlOperation: Int, Sendable {
    /// Adding an item. No access control asks anyone for that.
    case createItem = 0
    /// Reading an item's data.
    case useItem = 1
    /// Making a key. No access control asks anyone for that.
    case createKey = 2
    /// Signing with a private key.
    case useKeySign = 3
    /// Decrypting with a private key.
    case useKeyDecrypt = 4
    /// Agreeing on a secret with a private key.
    case useKeyKeyExchange = 5

    /// What of it an access control may stand before. Nothing: the operation is free.
    var protectedOperation: ProtectedOperation? {
        switch self {
        case .createItem, .createKey: nil
        case .useItem: .readData
        case .useKeySign: .sign
        case .useKeyDecrypt, .useKeyKeyExchange: .exchange
        }
    }
}

/// What ``LAContext/setCredential(_:type:)`` gives a context.
public enum LACredentialType: Int, Sendable {
    /// A password of the app's own, under which items with the flag `applicationPassword` are encrypted besides.
    case applicationPassword = 0
    /// The PIN of a smart card. A device here has none: it is never taken.
    case smartCardPIN = -3
}

// The numbers of Apple's C macros, for code that speaks of policies and types by them. What each means, ``LAPolicy``,
// ``LABiometryType``, ``LACompanionType``, ``LACredentialType`` and ``LAAccessControlOperation`` say.

/// Biometry alone; see ``LAPolicy``.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometrics: Int32 = 1
/// Biometry or the passcode.
public let kLAPolicyDeviceOwnerAuthentication: Int32 = 2
/// A paired device nearby.
public let kLAPolicyDeviceOwnerAuthenticationWithCompanion: Int32 = 3
/// A paired device nearby, by its older name.
public let kLAPolicyDeviceOwnerAuthenticationWithWatch: Int32 = 3
/// Biometry or a paired device nearby.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion: Int32 = 4
/// Biometry or a paired device nearby, by its older name.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch: Int32 = 4
/// Wrist detection, of watches.
public let kLAPolicyDeviceOwnerAuthenticationWithWristDetection: Int32 = 5

/// No sensor; see ``LABiometryType``.
public let kLABiometryTypeNone: Int32 = 0
/// Fingerprints.
public let kLABiometryTypeTouchID: Int32 = 1
/// The face.
public let kLABiometryTypeFaceID: Int32 = 2
/// The iris.
public let kLABiometryTypeOpticID: Int32 = 4

/// No paired device; see ``LACompanionType``.
public let kLACompanionTypeNone: Int32 = 0
/// A watch.
public let kLACompanionTypeWatch: Int32 = 1
/// A computer.
public let kLACompanionTypeMac: Int32 = 2
/// A headset.
public let kLACompanionTypeVision: Int32 = 4

/// A password of the app's own; see ``LACredentialType``.
public let kLACredentialTypeApplicationPassword: Int32 = 0
/// The PIN of a smart card.
public let kLACredentialSmartCardPIN: Int32 = -3

/// Adding an item; see ``LAAccessControlOperation``.
public let kLAAccessControlOperationCreateItem: Int32 = 0
/// Reading an item's data.
public let kLAAccessControlOperationUseItem: Int32 = 1
/// Making a key.
public let kLAAccessControlOperationCreateKey: Int32 = 2
/// Signing.
public let kLAAccessControlOperationUseKeySign: Int32 = 3
/// Decrypting.
public let kLAAccessControlOperationUseKeyDecrypt: Int32 = 4
/// Agreeing on a secret.
public let kLAAccessControlOperationUseKeyKeyExchange: Int32 = 5

/// The most that ``LAContext/touchIDAuthenticationAllowableReuseDuration`` has an effect for: 300 seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
