public import FoundationEssentials

extension NotificationVerifier {
    /// Verifies a body and claims it.
    ///
    /// - Throws: ``NotificationRefusal``, or what the ledger throws.
    public func receive(
        _ body: [UInt8], with keys: AppleKeySet, now: Date, ledger: some NotificationLedger
    ) async throws -> NotificationReceipt {
        try await receipt(for: verify(body, with: keys, now: now), ledger)
    }

    /// Verifies a body and claims it. Otherwise as with keys at hand.
    public func receive(
        _ body: [UInt8], with keys: AppleKeyCache, now: Date, ledger: some NotificationLedger
    ) async throws -> NotificationReceipt {
        try await receipt(for: await verify(body, with: keys, now: now), ledger)
    }

    private func receipt(
        for notification: AppleNotification, _ ledger: some NotificationLedger
    ) async throws -> NotificationReceipt {
        try await ledger.claim(notification.id, until: notification.acceptedUntil) ? .new(notification) : .repeated(notification)
    }
}
