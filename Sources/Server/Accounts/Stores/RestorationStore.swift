import InternetAddresses

/// Prepares a restored copy, so that nothing that was used after its backup can be used again.
///
/// A store records its identity with its first account. A copy has another identity, or no record. A store without accounts is new.
package protocol RestorationStore: Sendable {
    /// If the store is a copy that no server has prepared, prepares it in one transaction and returns the outcome. Otherwise changes
    /// nothing and returns nil. If several servers start at once, one prepares the copy, and the others wait for it. After a failure,
    /// the next call starts again.
    ///
    /// - deletes mailed codes and their messages in the queue, recovery sessions, waiting times, codes that restore addresses,
    ///   links for passwords, challenges, attempts at Sign in with Apple, and requests of operators
    /// - rejects codes of authenticators up to the time step of the restoration
    /// - rejects challenges of passkeys, and identity tokens without a nonce, that were issued before the restoration
    ///
    /// Recovery codes for second factors stay, including those that were used after the backup. Deleting them would lock out more
    /// users than it protects, because a recovery code alone opens no session.
    func prepareCopy(_ restoration: StoreRestoration) async throws -> PreparedCopy?
}

/// A server's request to prepare the store if it is a restored copy.
package struct StoreRestoration: Sendable {
    package let at: Timestamp
    /// The time step of authenticators at that time. Codes of this step and of all earlier ones are rejected.
    package let step: Int64
    /// Returns the event for an account whose waiting time ends.
    package let cancellation: @Sendable (AccountID) -> AuditEvent

    package init(at moment: Timestamp, step: Int64, cancellation: @escaping @Sendable (AccountID) -> AuditEvent) {
        at = moment
        self.step = step
        self.cancellation = cancellation
    }
}

/// The outcome of preparing a restored copy.
package struct PreparedCopy: Hashable, Sendable {
    /// The number of deleted rows, without ``cancellations``.
    package let removed: Int
    /// The event of each account whose waiting time was ended.
    package let cancellations: [AuditEvent]

    package init(removed: Int, cancellations: [AuditEvent]) {
        self.removed = removed
        self.cancellations = cancellations
    }
}

extension AccountService {
    /// Prepares the store if it is a restored copy (``RestorationStore``). A server calls this before it accepts requests.
    ///
    /// A waiting time of a recovery in the backup may have been cancelled since, so all of them end with a notice. A user who still
    /// needs the recovery begins it again, and all addresses get a new notice.
    package func prepareRestoredCopy(now: Timestamp) async throws -> PreparedCopy? {
        let client = Client(address: .loopback, deviceName: OperatorService.shownName)
        let restoration = StoreRestoration(at: now, step: StoredTOTP.step(at: now)) { account in
            event(.recoveryCancelled, account, by: client, at: now)
        }
        let prepared = try await stores.prepareCopy(restoration)
        for event in prepared?.cancellations ?? [] { report(event) }
        return prepared
    }
}
