import InternetAddresses

/// Counts the bounces that say that an address does not exist or is disabled.
package struct MailBounces: Sendable {
    private let accounts: AccountService

    package init(accounts: AccountService) {
        self.accounts = accounts
    }

    /// Counts a bounce as a rejection at the time of its message. A second bounce of the same message changes nothing.
    package func count(_ tag: BounceTag, now: Timestamp) async throws -> MailBounceResult {
        let event = accounts.undeliverableEvent(at: now)
        let result = try await accounts.stores.bounceMail(tag, event: event)
        if case .addressUndeliverable(let account) = result { accounts.report(event.of(account)) }
        return result
    }
}

extension AccountService {
    /// Returns the event that an address is undeliverable. The store determines the account.
    func undeliverableEvent(at now: Timestamp) -> AuditEvent {
        event(.emailAddressUndeliverable, nil, by: Client(address: .loopback, deviceName: "Mail"), at: now)
    }
}
