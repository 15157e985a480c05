/// What became of an upgrade that was begun on this device.
package enum UpgradeSettlement: Hashable, Sendable, CaseIterable {
    /// Nothing was begun.
    case nothing
    /// The server has taken the new password, and it is saved.
    case completed
    /// The account signs in with Apple, and the password is removed.
    case converted
    /// The server has not done it and will not: what is saved stays.
    case abandoned
    /// It is not known yet.
    case open
}
