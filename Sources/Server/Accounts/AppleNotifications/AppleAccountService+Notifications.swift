extension AppleAccountService {
    /// Does what Apple tells, once. Whatever comes of it, the notification has arrived and is to be acknowledged.
    package func receive(_ notification: AppleNotification, client: Client, now: Timestamp) async throws -> AppleNotificationOutcome
    {
        let event = event(notification.kind.event, nil, by: client, at: now)
        let outcome = try await stores.apply(notification, event: event)
        if case .applied(let effect) = outcome { report(effect, event: event, client: client, now: now) }
        return outcome
    }

    private func report(_ effect: AppleNotificationEffect, event: AuditEvent, client: Client, now: Timestamp) {
        switch effect {
        case .consentRevoked(let account), .unlinked(let account), .emailDeliverable(let account, _):
            accounts.report(event.of(account))
        case .accountDeleted(let account):
            accounts.report(self.event(.accountDeleted, account, by: client, at: now))
        }
    }
}

extension AppleNotificationKind {
    /// What the owner of the account finds among the events.
    fileprivate var event: AuditEventKind {
        switch self {
        case .consentRevoked: .appleConsentRevoked
        case .accountDeleted: .appleAccountDeleted
        case .emailDisabled: .appleEmailDisabled
        case .emailEnabled: .appleEmailEnabled
        }
    }
}
