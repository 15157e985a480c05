public import FoundationEssentials

/// A code as it appears on a person's trusted devices, and so in the emulator's console.
public struct TwoFactorCode: Sendable, Hashable, Codable {
    /// Six digits.
    public let code: String
    /// The sign-in that asked for it.
    public let authorization: AuthorizationIdentifier
    /// What the device says is asking.
    public let appName: String
    /// It is refused from then on.
    public let expiresAt: Date
}
