import Accounts

extension RecordingStores {
    func operatorRole(of account: AccountID) async throws -> OperatorRole? { try await stores.operatorRole(of: account) }
    func operators() async throws -> [StoredOperator] { try await stores.operators() }
    func setOperatorRole(_ record: OperatorRecord) async throws -> Bool { try await stores.setOperatorRole(record) }
    func accounts(matching search: AccountSearch, limit: Int) async throws -> [Account] {
        try await stores.accounts(matching: search, limit: limit)
    }
    func perform(_ order: OperatorOrder) async throws -> OperatorOutcome { try await stores.perform(order) }
    func approve(_ approval: OperatorApproval) async throws -> OperatorOutcome { try await stores.approve(approval) }
    func approvalRequests(now: Timestamp, limit: Int) async throws -> [ApprovalRequest] {
        try await stores.approvalRequests(now: now, limit: limit)
    }
    func decline(
        _ request: ApprovalRequestID, by operating: ActingOperator, record: OperatorRecordID
    ) async throws -> OperatorOutcome { try await stores.decline(request, by: operating, record: record) }
    func record(_ record: OperatorRecord) async throws { try await stores.record(record) }
    func recordReplay(_ record: OperatorRecord, by operating: ActingOperator) async throws -> Bool {
        try await stores.recordReplay(record, by: operating)
    }
    func operatorRecords(
        of account: AccountID?, before: OperatorRecordID?, limit: Int
    ) async throws -> [OperatorRecord] { try await stores.operatorRecords(of: account, before: before, limit: limit) }
    func eventCounts(since moment: Timestamp) async throws -> [EventCount] { try await stores.eventCounts(since: moment) }
    func jobCounts() async throws -> [JobCount] { try await stores.jobCounts() }
}
