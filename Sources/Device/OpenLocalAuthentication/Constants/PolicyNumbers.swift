public import Foundation

// The numbers of Apple's C macros, for code that speaks of policies, codes and types by them.

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
