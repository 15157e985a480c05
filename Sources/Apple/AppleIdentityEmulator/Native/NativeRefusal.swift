/// Why a device was given no credential or no sheet.
public enum NativeRefusal: String, Error, Sendable, Hashable, Codable, CaseIterable {
    /// No App ID has this bundle identifier.
    case unknownClient
    /// The App ID lacks the capability Sign in with Apple.
    case capabilityMissing
    case unknownAccount
    case accountLocked
    /// Sign in with Apple needs two-factor authentication.
    case twoFactorNotEnabled
    /// A consent was taken to be in force, and there is none: it was never given, or was revoked since.
    case notConsented
    /// A name of more than 100 bytes, or with control characters.
    case unsuitableName
    /// The account does not have the chosen address.
    case unknownAddress
    /// State or nonce longer than 4096 bytes.
    case oversize
    /// The service has no key that signs; only a broken state file brings this about.
    case notSigned
}
