/// Why a step on the sheet was refused.
public enum SheetRefusal: String, Sendable, Hashable, Codable, CaseIterable {
    /// No such sheet: finished, cancelled, expired or never begun.
    case gone
    /// The step is not the one that the sheet asks for.
    case wrongStep
    case unknownAccount
    /// The account is locked.
    case accountLocked
    /// Sign in with Apple needs two-factor authentication.
    case twoFactorNotEnabled
    case wrongCode
    /// The code was typed wrong five times, or ten minutes passed; choose the account again for a new one.
    case codeExpired
    /// A name of more than 100 bytes, or with control characters.
    case unsuitableName
    /// The account does not have the chosen address.
    case unknownAddress
}
