import DeviceProtocol
public import Foundation

/// The policies for ``LAContext/evaluatePolicy(_:localizedReason:reply:)``.
public enum LAPolicy: Int, Sendable {
    /// Biometry only. The fallback button ends the evaluation with ``LAError/userFallback``.
    case deviceOwnerAuthenticationWithBiometrics = 1
    /// Biometry or the passcode. The passcode is used if biometry is unavailable, after too many failures, and when the user
    /// presses the fallback button. A confirmation on the paired watch also satisfies the policy.
    case deviceOwnerAuthentication = 2
    /// A confirmation on the paired watch. Fails with ``LAError/companionNotAvailable`` unless it is paired, worn, unlocked and
    /// nearby.
    case deviceOwnerAuthenticationWithCompanion = 3
    /// Biometry or a confirmation on the paired watch, whichever comes first. Without a nearby watch, biometry only; without
    /// available biometry, the watch only.
    case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

    /// The older name of ``deviceOwnerAuthenticationWithCompanion``.
    @available(*, deprecated, renamed: "deviceOwnerAuthenticationWithCompanion")
    public static var deviceOwnerAuthenticationWithWatch: LAPolicy { .deviceOwnerAuthenticationWithCompanion }
    /// The older name of ``deviceOwnerAuthenticationWithBiometricsOrCompanion``.
    @available(*, deprecated, renamed: "deviceOwnerAuthenticationWithBiometricsOrCompanion")
    public static var deviceOwnerAuthenticationWithBiometricsOrWatch: LAPolicy {
        .deviceOwnerAuthenticationWithBiometricsOrCompanion
    }

    /// The corresponding policy of the broker.
    var authenticationPolicy: AuthenticationPolicy {
        switch self {
        case .deviceOwnerAuthenticationWithBiometrics: .biometrics
        case .deviceOwnerAuthentication: .owner
        case .deviceOwnerAuthenticationWithCompanion: .companion
        case .deviceOwnerAuthenticationWithBiometricsOrCompanion: .biometricsOrCompanion
        }
    }

    /// Whether biometry satisfies the policy and the passcode does not.
    var isBiometric: Bool {
        switch self {
        case .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometricsOrCompanion: true
        case .deviceOwnerAuthentication, .deviceOwnerAuthenticationWithCompanion: false
        }
    }
}

/// The operations for ``LAContext/evaluateAccessControl(_:operation:localizedReason:reply:)``.
public enum LAAccessControlOperation: Int, Sendable {
    /// Adding an item, which needs no authentication.
    case createItem = 0
    /// Reading an item's data.
    case useItem = 1
    /// Creating a key, which needs no authentication.
    case createKey = 2
    /// Signing with a private key.
    case useKeySign = 3
    /// Decrypting with a private key.
    case useKeyDecrypt = 4
    /// Performing a key exchange with a private key.
    case useKeyKeyExchange = 5

    /// The protected operation. Nil if the operation is never protected.
    var protectedOperation: ProtectedOperation? {
        switch self {
        case .createItem, .createKey: nil
        case .useItem: .readData
        case .useKeySign: .sign
        case .useKeyDecrypt, .useKeyKeyExchange: .exchange
        }
    }
}

/// The credential types of ``LAContext/setCredential(_:type:)``.
public enum LACredentialType: Int, Sendable {
    /// A password of the app, with which items with the flag `applicationPassword` are additionally encrypted.
    case applicationPassword = 0
    /// The PIN of a smart card. Never accepted, because devices support no smart cards.
    case smartCardPIN = -3
}

// The values of Apple's C macros. ``LAPolicy``, ``LABiometryType``, ``LACompanionType``, ``LACredentialType`` and
// ``LAAccessControlOperation`` describe them.

/// Biometry only; see ``LAPolicy``.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometrics: Int32 = 1
/// Biometry or the passcode.
public let kLAPolicyDeviceOwnerAuthentication: Int32 = 2
/// A paired device nearby.
public let kLAPolicyDeviceOwnerAuthenticationWithCompanion: Int32 = 3
/// A paired device nearby; the older name.
public let kLAPolicyDeviceOwnerAuthenticationWithWatch: Int32 = 3
/// Biometry or a paired device nearby.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion: Int32 = 4
/// Biometry or a paired device nearby; the older name.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch: Int32 = 4
/// Wrist detection of watches.
public let kLAPolicyDeviceOwnerAuthenticationWithWristDetection: Int32 = 5

/// No biometry; see ``LABiometryType``.
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

/// A password of the app; see ``LACredentialType``.
public let kLACredentialTypeApplicationPassword: Int32 = 0
/// The PIN of a smart card.
public let kLACredentialSmartCardPIN: Int32 = -3

/// Adding an item; see ``LAAccessControlOperation``.
public let kLAAccessControlOperationCreateItem: Int32 = 0
/// Reading an item's data.
public let kLAAccessControlOperationUseItem: Int32 = 1
/// Creating a key.
public let kLAAccessControlOperationCreateKey: Int32 = 2
/// Signing.
public let kLAAccessControlOperationUseKeySign: Int32 = 3
/// Decrypting.
public let kLAAccessControlOperationUseKeyDecrypt: Int32 = 4
/// Performing a key exchange.
public let kLAAccessControlOperationUseKeyKeyExchange: Int32 = 5

/// The maximum effective value of ``LAContext/touchIDAuthenticationAllowableReuseDuration``: 300 seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
