import InternetAddresses

/// Counts the bounces that say that an address does not exist or is disabled.
package struct MailBounces: Sendable {
    private let stores: any AccountStores
    private let report: @Sendable (AuditEvent) -> Void
    private let makeEvent: @Sendable (Timestamp) -> AuditEvent

    package init(accounts: AccountService) {
        stores = accounts.stores
        report = accounts.report
        makeEvent = { accounts.event(.emailAddressUndeliverable, nil, by: Client(address: .loopback, deviceName: "Mail"), at: $0) }
    }

    /// Counts a bounce as a rejection at the time of its message. A second bounce of the same message changes nothing.
    package func count(_ tag: BounceTag, now: Timestamp) async throws -> MailBounceResult {
        let event = makeEvent(now)
        let result = try await stores.bounceMail(tag, event: event)
        if case .addressUndeliverable(let account) = result { report(event.of(account)) }
        return result
    }
}
