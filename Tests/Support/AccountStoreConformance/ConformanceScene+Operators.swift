@testable import Accounts
import Testing

// Operators, their orders and approvals.
extension ConformanceScene {
    /// Creates an account with a role. Fails the case if that is not possible.
    func operating(_ name: String, as role: OperatorRole?) async throws -> Registered {
        let registered = try await register(name)
        if let role { try #require(try await stores.setOperatorRole(record(of: role, for: registered))) }
        return registered
    }

    /// Returns the record that grants a role, or removes it for nil.
    func record(of role: OperatorRole?, for registered: Registered) -> OperatorRecord {
        .roleChange(
            OperatorRecordID(random: random), to: role, of: registered.account.id, at: start, client: .telephone)
    }

    func acting(_ registered: Registered, at moment: Timestamp = start) -> ActingOperator {
        ActingOperator(
            account: registered.account.id, session: registered.opening.session.id, client: .telephone, now: moment)
    }

    func order(
        _ act: OperatorAct, for target: Registered, by operating: Registered, at moment: Timestamp = start
    ) async throws -> OperatorOutcome {
        try await stores.perform(
            OperatorOrder(
                act, for: target.account.id, reason: try reason(), event: event(act.event, target.account.id, at: moment),
                by: acting(operating, at: moment), request: ApprovalRequestID(random: random),
                record: OperatorRecordID(random: random)))
    }

    /// Orders an act that needs an approval, and returns the request. Fails the case if that is not possible.
    func request(
        _ act: OperatorAct, for target: Registered, by operating: Registered, at moment: Timestamp = start
    ) async throws -> ApprovalRequest {
        let outcome = try await order(act, for: target, by: operating, at: moment)
        guard case .awaitsApproval(let request) = outcome else { throw UnexpectedOutcome(outcome: outcome) }
        return request
    }

    /// - Parameters:
    ///   - act: nil for that of the request.
    ///   - account: nil for that of the request.
    func approve(
        _ request: ApprovalRequest, by operating: Registered, act: OperatorAct? = nil, account: AccountID? = nil,
        at moment: Timestamp = start
    ) async throws -> OperatorOutcome {
        let (act, account) = (act ?? request.act, account ?? request.account)
        return try await stores.approve(
            OperatorApproval(
                of: request.id, act: act, account: account, event: event(act.event, account, at: moment),
                by: acting(operating, at: moment), record: OperatorRecordID(random: random)))
    }

    func decline(
        _ request: ApprovalRequest, by operating: Registered, at moment: Timestamp = start
    ) async throws -> OperatorOutcome {
        try await stores.decline(request.id, by: acting(operating, at: moment), record: OperatorRecordID(random: random))
    }

    /// Returns the records of an account, the newest first, as `kind act`.
    func trail(of target: Registered) async throws -> [String] {
        try await stores.operatorRecords(of: target.account.id, before: nil, limit: 100).map { record in
            [record.kind.rawValue, record.act?.rawValue, record.role?.rawValue].compactMap(\.self).joined(separator: " ")
        }
    }

    func reason() throws -> OperatorReason { try #require(OperatorReason("Case 7: stolen telephone")) }

    private struct UnexpectedOutcome: Error {
        let outcome: OperatorOutcome
    }
}
