import InternetAddresses
import Secrets

/// The operations of operators, for the API and the console. Exists only where `operators.enabled` is set.
///
/// Every function requires an ``OperatorSession``, and every change a ``FreshOperatorSession``. The store checks role and session again
/// in the transaction of a change. Each function that concerns one account leaves an ``OperatorRecord``.
package struct OperatorService: Sendable {
    package let accounts: AccountService
    let sealedValues: SealedValues
    var random: any RandomBytes { accounts.random }

    package init(accounts: AccountService, sealedValues: SealedValues) {
        self.accounts = accounts
        self.sealedValues = sealedValues
    }

    var stores: any AccountStores { accounts.stores }

    /// Returns whether the session may be used as an operator's. An operator proves two factors in it: a passkey with user
    /// verification, or a password and a second factor.
    package func admission(of active: ActiveSession) async throws -> OperatorAdmission {
        guard let role = try await stores.operatorRole(of: active.account.id) else { return .noRole }
        guard active.hasCurrentCredential, active.session.assurance == .twoFactors else { return .secondFactorRequired }
        return .admitted(OperatorSession(active: active, role: role))
    }

    /// Returns the session for changes, if both factors were proved within ``SessionLifetimes/recentAuthentication``; nil otherwise.
    package func fresh(_ session: OperatorSession, now: Timestamp) -> FreshOperatorSession? {
        let lifetime = accounts.lifetimes.recentAuthentication
        guard let factor = session.active.session.factorAuthenticatedAt, now - factor <= lifetime,
            now - session.active.session.authenticatedAt <= lifetime
        else { return nil }
        return FreshOperatorSession(session: session)
    }
}

/// Evidence that two factors were proved in the session of an operator. Only ``OperatorService`` creates one.
package struct OperatorSession: Sendable {
    package let active: ActiveSession
    package let role: OperatorRole

    fileprivate init(active: ActiveSession, role: OperatorRole) {
        self.active = active
        self.role = role
    }

    func acting(from client: Client, now: Timestamp) -> ActingOperator {
        ActingOperator(account: active.account.id, session: active.session.id, client: client, now: now)
    }
}

/// Evidence that the operator proved both factors recently. Only ``OperatorService/fresh(_:now:)`` creates one.
package struct FreshOperatorSession: Sendable {
    package let session: OperatorSession

    fileprivate init(session: OperatorSession) {
        self.session = session
    }
}

package enum OperatorAdmission: Sendable {
    case admitted(OperatorSession)
    /// The account has no role.
    case noRole
    /// The session was opened with one factor.
    case secondFactorRequired
}

extension OperatorService {
    /// Performs an act, or stores a request if an administrator who did not order it must approve it.
    package func order(
        _ act: OperatorAct, for account: AccountID, reason: OperatorReason, by fresh: FreshOperatorSession, client: Client,
        now: Timestamp
    ) async throws -> OperatorOutcome {
        let event = event(act, account, now: now)
        let order = OperatorOrder(
            act, for: account, reason: reason, event: event, by: fresh.session.acting(from: client, now: now),
            request: ApprovalRequestID(random: random), record: OperatorRecordID(random: random))
        return reporting(event, try await stores.perform(order))
    }

    /// Performs the act of a request.
    ///
    /// - Parameters:
    ///   - act: what the approver saw, as `account`.
    package func approve(
        _ request: ApprovalRequestID, act: OperatorAct, account: AccountID, by fresh: FreshOperatorSession, client: Client,
        now: Timestamp
    ) async throws -> OperatorOutcome {
        let event = event(act, account, now: now)
        let approval = OperatorApproval(
            of: request, act: act, account: account, event: event, by: fresh.session.acting(from: client, now: now),
            record: OperatorRecordID(random: random))
        return reporting(event, try await stores.approve(approval))
    }

    /// Cancels the operator's own request, or declines another operator's.
    package func decline(
        _ request: ApprovalRequestID, by fresh: FreshOperatorSession, client: Client, now: Timestamp
    ) async throws -> OperatorOutcome {
        try await stores.decline(
            request, by: fresh.session.acting(from: client, now: now), record: OperatorRecordID(random: random))
    }

    /// Returns the event of an account. Its owner learns that an operator acted, not which one.
    private func event(_ act: OperatorAct, _ account: AccountID, now: Timestamp) -> AuditEvent {
        accounts.event(act.event, account, by: Client(address: .loopback, deviceName: Self.shownName), at: now)
    }

    private func reporting(_ event: AuditEvent, _ outcome: OperatorOutcome) -> OperatorOutcome {
        if outcome == .performed { accounts.report(event) }
        return outcome
    }

    /// The device name in the events of operators.
    static var shownName: String { "Operator" }
}

extension OperatorService {
    /// Charges the session for a search and performs it. A search for an e-mail address shows which account has the address, so
    /// that account gets a record.
    package func accounts(
        matching search: AccountSearch, by session: OperatorSession, client: Client, now: Timestamp
    ) async throws -> AccountSearchOutcome {
        let charge = ThrottleCharge(
            key: accounts.budgetKeys.searches(in: session.active.session.id), budget: accounts.throttles.searchesPerSession)
        if case .exhausted(let retryAfter) = try await stores.charge([charge], now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let found = try await stores.accounts(matching: search, limit: AccountSearch.resultLimit + 1)
        for account in found.prefix(search.address == nil ? 0 : AccountSearch.resultLimit) {
            // The search also finds the accounts whose user name begins with the address.
            let addresses = try await stores.addresses(of: account.id)
            guard addresses.contains(where: { $0.verifiedAt != nil && $0.address.key == search.address?.key }) else { continue }
            try await record(.searched(by: session.active.account.id), of: account.id, client, now)
        }
        return .found(found)
    }

    private func record(_ entry: OperatorRecord.Entry, of account: AccountID, _ client: Client, _ now: Timestamp) async throws {
        try await stores.record(
            OperatorRecord(id: OperatorRecordID(random: random), entry, at: now, account: account, client: client))
    }

    /// Returns an account with its credentials, without secrets, and records that the operator viewed it. Returns nil if it does not
    /// exist.
    package func account(
        _ id: AccountID, by session: OperatorSession, client: Client, now: Timestamp
    ) async throws -> AccountOverview? {
        guard let overview = try await AccountOverview(of: id, in: stores, now: now) else { return nil }
        try await record(.viewed(by: session.active.account.id), of: id, client, now)
        return overview
    }

    /// Returns at most ``ApprovalRequest/resultLimit`` requests, the oldest first, and one more if there are more.
    package func approvalRequests(by session: OperatorSession, now: Timestamp) async throws -> [ApprovalRequest] {
        try await stores.approvalRequests(now: now, limit: ApprovalRequest.resultLimit + 1)
    }

    package func operators(by session: OperatorSession) async throws -> [StoredOperator] {
        try await stores.operators()
    }

    /// - Parameter account: nil for the records of all accounts.
    package func records(
        of account: AccountID?, before: OperatorRecordID?, limit: Int, by session: OperatorSession
    ) async throws -> [OperatorRecord] {
        try await stores.operatorRecords(of: account, before: before, limit: limit)
    }

    /// Returns the number of waiting jobs, and the waiting messages without their addresses and contents.
    package func queue(by session: OperatorSession) async throws -> (jobs: [JobCount], mail: [WaitingMail]) {
        (try await stores.jobCounts(), try await stores.waitingMail(limit: Self.shownMail))
    }

    /// Returns the public parts of the keys that sign access tokens, and the number of sealed values under a previous master key.
    package func keys(by session: OperatorSession, now: Timestamp) async throws -> (
        signing: [SealedSigningKey], underPreviousKeys: [SealedCount]
    ) {
        (try await stores.signingKeys(now: now), try await sealedValues.underOtherKeys())
    }

    /// - Parameter days: from 1 to ``OperatorFigures/dayLimit``.
    package func figures(days: Int, by session: OperatorSession, now: Timestamp) async throws -> OperatorFigures {
        let first = OperatorFigures.firstDay(of: days, now: now)
        let events = try await stores.eventCounts(since: Timestamp(seconds: Int64(first) * 86_400))
        return OperatorFigures(events, days: days, now: now)
    }

    private static var shownMail: Int { 100 }
}
