/// What became of an upgrade that was begun on this device.
package enum UpgradeSettlement: String, Hashable, Sendable, CaseIterable {
    /// Nothing was begun.
    case nothing
    /// The account has the new password, and it is saved.
    case completed
    /// The account signs in with Apple, and the password is removed.
    case converted
    /// What is saved stays, and what was asked for is in its history.
    case abandoned
    /// The person says that the old password signs in, so soon that this may end: they are asked again.
    case notYet
    /// It is not known: the person is asked.
    case open
}

extension UpgradeSettlement {
    /// Whether it is to be found out later how it ends.
    package var isPending: Bool { self == .notYet || self == .open }
}
