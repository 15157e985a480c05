/// Stores the roles of operators, the acts that wait for an approval, and the operators' audit trail.
package protocol OperatorStore: Sendable {
    func operatorRole(of account: AccountID) async throws -> OperatorRole?

    /// Returns all accounts with a role, in the order in which they got their first one.
    func operators() async throws -> [StoredOperator]

    /// Grants the role of the record to its account, or removes the account's role if the record has none, with the requests that the
    /// account made. Records nothing and returns false if the account does not exist, or has no role to remove.
    func setOperatorRole(_ record: OperatorRecord) async throws -> Bool

    /// Returns the accounts that match: the newest first for an empty search.
    func accounts(matching search: AccountSearch, limit: Int) async throws -> [Account]

    /// Performs an act with its event and its record, or stores a request with its record if the act needs an approval. Checks the role
    /// and the session of the operator, and the role of the account, in the same transaction.
    func perform(_ order: OperatorOrder) async throws -> OperatorOutcome

    /// Performs the act of a request and removes the request. Checks everything that ``perform(_:)`` checks again, also for the operator
    /// who made the request. Of several simultaneous approvals, one succeeds.
    func approve(_ approval: OperatorApproval) async throws -> OperatorOutcome

    /// Returns the requests that have not expired, the oldest first. Those of the same time are in the order of their identifiers.
    func approvalRequests(now: Timestamp, limit: Int) async throws -> [ApprovalRequest]

    /// Removes a request, for its requester or an administrator.
    func decline(_ request: ApprovalRequestID, by operating: ActingOperator, record: OperatorRecordID) async throws
        -> OperatorOutcome

    /// Records that an operator viewed an account.
    func record(_ record: OperatorRecord) async throws

    /// Records a replay of events that is about to begin. Checks the role and the session of the operator in the same transaction.
    /// Records nothing and returns false unless the role may replay events.
    func recordReplay(_ record: OperatorRecord, by operating: ActingOperator) async throws -> Bool

    /// Returns the records that are older than the given one, the newest first.
    ///
    /// - Parameter account: nil for the records of all accounts.
    func operatorRecords(of account: AccountID?, before: OperatorRecordID?, limit: Int) async throws -> [OperatorRecord]

    /// Counts the events since a time, by day and kind.
    func eventCounts(since moment: Timestamp) async throws -> [EventCount]

    /// Counts the jobs by kind.
    func jobCounts() async throws -> [JobCount]
}
