public import FoundationEssentials

/// Which notifications were taken already. Apple sends one again where it got no answer in time, and sometimes for no reason.
///
/// The caller's store implements it. Claim and act in one transaction where that is possible; where it is not, release the claim
/// when acting fails, since Apple's next try is then the only one.
public protocol NotificationLedger: Sendable {
    /// Takes a notification for this caller, atomically.
    ///
    /// - Parameters:
    ///   - id: which.
    ///   - until: until when the identifier must be remembered; afterwards the notification is refused as expired.
    /// - Returns: true for the first claim of this identifier, false for all others.
    func claim(_ id: NotificationID, until: Date) async throws -> Bool
}
