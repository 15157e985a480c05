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
    /// The server has not done it so far. What it was asked may be on its way still, so that it is asked again.
    case notYet
    /// It is not known: the server cannot be asked, or its answer says too little.
    case open
}

extension UpgradeSettlement {
    /// Whether it is to be found out later how it ends.
    package var isPending: Bool { self == .notYet || self == .open }
}
