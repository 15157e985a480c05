package import Accounts

extension StoreEngine {
    package func operatorRole(of account: AccountID) async throws -> OperatorRole? {
        try await first(
            "SELECT role FROM operators WHERE account = (SELECT number FROM accounts WHERE id = $1)", [account]
        ) { try $0.next() }
    }

    package func operators() async throws -> [StoredOperator] {
        try await all(
            """
            SELECT accounts.id, accounts.name, accounts.name_key, operators.role, operators.granted_at
            FROM operators JOIN accounts ON accounts.number = operators.account ORDER BY operators.granted_at, operators.account
            """
        ) { columns in
            StoredOperator(
                account: try columns.next(), userName: try UserName(from: &columns), role: try columns.next(),
                grantedAt: try columns.next())
        }
    }

    package func setOperatorRole(_ record: OperatorRecord) async throws -> Bool {
        try await write { connection in
            guard let account = try connection.lock(record.account) else { return false }
            if let role = record.role {
                try connection.queue(
                    """
                    INSERT INTO operators (account, role, granted_at) VALUES ($1, $2, $3)
                    ON CONFLICT (account) DO UPDATE SET role = excluded.role
                    """, [account, role, record.at])
            } else {
                guard try connection.execute("DELETE FROM operators WHERE account = $1", [account]) == 1 else { return false }
                try connection.queue("DELETE FROM approval_requests WHERE requester = $1", [account])
            }
            try connection.insert(record)
            return true
        }
    }

    package func perform(_ order: OperatorOrder) async throws -> OperatorOutcome {
        try await write { connection in
            let numbers = try connection.lockAll([order.orderedBy.account, order.account])
            guard let role = try connection.role(of: order.orderedBy) else { return .notAllowed }
            guard let account = numbers[order.account] else { return .noAccount }
            let other = try connection.operatorRole(of: account)
            guard order.isAllowed(for: role, onAccountWith: other) else { return .notAllowed }
            if order.act.needsApproval(forAccountWith: other) { return try connection.request(order, for: account) }
            return try connection.perform(order.act, on: account, event: order.event, record: order.performed)
        }
    }

    package func approve(_ approval: OperatorApproval) async throws -> OperatorOutcome {
        try await write { connection in
            // A request never changes, so it names the accounts to lock. Whether it still exists is read under their locks.
            let named = try connection.approvalRequest(approval.request)
            let numbers = try connection.lockAll(
                [approval.approvedBy.account, named?.account, named?.requester],
                deleting: named?.act == .deleteAccount ? named?.account : nil)
            guard let role = try connection.role(of: approval.approvedBy) else { return .notAllowed }
            guard let request = try connection.approvalRequest(approval.request), request.expiresAt > approval.approvedBy.now else {
                return .noRequest
            }
            guard request.mayBeApproved(by: approval.approvedBy.account, as: role) else { return .notAllowed }
            guard approval.matches(request) else { return .otherRequest }
            guard let account = numbers[request.account],
                // The requester may have lost the role, or been locked, since the request.
                let requester = try connection.role(of: request.requester),
                requester.mayOrder(request.act, forAccountWith: try connection.operatorRole(of: account)),
                try connection.execute("DELETE FROM approval_requests WHERE id = $1", [request.id]) == 1
            else { return .noRequest }
            let outcome = try connection.perform(
                request.act, on: account, event: approval.event, record: approval.record(of: request))
            // The request is used up, which the trail must say.
            if outcome != .performed {
                try connection.insert(request.removal(by: approval.approvedBy, record: approval.recordID))
            }
            return outcome
        }
    }

    package func approvalRequests(now: Timestamp, limit: Int) async throws -> [ApprovalRequest] {
        try await all(
            """
            \(ApprovalRequest.selection) WHERE approval_requests.expires_at > $1
            ORDER BY approval_requests.requested_at, approval_requests.id LIMIT $2
            """, [now, limit]
        ) { try ApprovalRequest(from: &$0) }
    }

    package func decline(
        _ request: ApprovalRequestID, by operating: ActingOperator, record: OperatorRecordID
    ) async throws -> OperatorOutcome {
        try await write { connection in
            _ = try connection.lockAll([operating.account])
            guard let role = try connection.role(of: operating) else { return .notAllowed }
            guard let request = try connection.approvalRequest(request), request.expiresAt > operating.now else {
                return .noRequest
            }
            guard request.mayBeDeclined(by: operating.account, as: role) else { return .notAllowed }
            guard try connection.execute("DELETE FROM approval_requests WHERE id = $1", [request.id]) == 1 else {
                return .noRequest
            }
            try connection.insert(request.removal(by: operating, record: record))
            return .performed
        }
    }

    package func record(_ record: OperatorRecord) async throws {
        try await write { try $0.insert(record) }
    }

    package func recordReplay(_ record: OperatorRecord, by operating: ActingOperator) async throws -> Bool {
        try await write { connection in
            _ = try connection.lockAll([operating.account])
            guard let role = try connection.role(of: operating), role.mayReplayEvents else { return false }
            try connection.insert(record)
            return true
        }
    }

    package func operatorRecords(
        of account: AccountID?, before: OperatorRecordID?, limit: Int
    ) async throws -> [OperatorRecord] {
        try await snapshot { connection in
            var conditions: [String] = []
            var parameters: [any ParameterValue] = []
            if let account {
                parameters.append(account)
                conditions.append("account = $\(parameters.count)")
            }
            if let before {
                parameters.append(before)
                conditions.append("number < (SELECT number FROM operator_records WHERE id = $\(parameters.count))")
            }
            parameters.append(limit)
            let condition = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
            return try connection.all(
                "\(OperatorRecord.selection)\(condition) ORDER BY number DESC LIMIT $\(parameters.count)", parameters
            ) { try OperatorRecord(from: &$0) }
        }
    }
}

extension StoreEngine {
    package func accounts(matching search: AccountSearch, limit: Int) async throws -> [Account] {
        try await snapshot { connection in
            let columns = "SELECT \(Account.columns) FROM accounts"
            let read = { (columns: inout Columns) in try Account(from: &columns) }
            guard let name = search.name.searchText else { return [] }
            guard !name.isEmpty else { return try connection.all("\(columns) ORDER BY number DESC LIMIT $1", [limit], read) }
            var found: [Account] = []
            if let id = search.id { found += try connection.all("\(columns) WHERE id = $1", [id], read) }
            if let address = search.address {
                found += try connection.all(
                    "\(columns) WHERE number = (SELECT account FROM email_addresses WHERE verified_key = $1)", [address.key], read)
            }
            // No text with this beginning sorts after the greatest scalar, because the column is compared byte by byte.
            found += try connection.all(
                "\(columns) WHERE name_key >= $1 AND name_key < $2 ORDER BY name_key LIMIT $3",
                [name, "\(name)\u{10FFFF}", limit], read)
            var known: Set<AccountID> = []
            return Array(found.filter { known.insert($0.id).inserted }.prefix(limit))
        }
    }

    package func eventCounts(since moment: Timestamp) async throws -> [EventCount] {
        try await all(
            """
            SELECT events.at / 86400000, event_kinds.name, count(*)
            FROM events JOIN event_kinds ON event_kinds.number = events.kind
            WHERE events.at >= $1 GROUP BY events.at / 86400000, event_kinds.name
            """, [moment]
        ) { EventCount(day: try $0.next(), kind: try $0.next(), count: try $0.next()) }
    }

    package func jobCounts() async throws -> [JobCount] {
        try await all("SELECT kind, count(*), min(due_at) FROM jobs GROUP BY kind ORDER BY kind") {
            JobCount(kind: try $0.next(), count: try $0.next(), dueAt: try $0.next())
        }
    }
}

extension StoreConnection {
    /// Returns the role of an account; nil for none.
    func operatorRole(of account: Int64) throws -> OperatorRole? {
        try first("SELECT role FROM operators WHERE account = $1", [account]) { try $0.next() }
    }

    /// Returns the role of the operator who sends the request; nil without one, and if the session has ended.
    fileprivate func role(of operating: ActingOperator) throws -> OperatorRole? {
        try first(
            """
            SELECT operators.role FROM operators JOIN accounts ON accounts.number = operators.account
                JOIN sessions ON sessions.account = accounts.number
            WHERE accounts.id = $1 AND sessions.id = $2 AND sessions.idle_expiry > $3
            """, [operating.account, operating.session, operating.now]
        ) { try $0.next() }
    }

    /// Returns the role of an operator who does not send the request; nil without one, and for a locked account.
    fileprivate func role(of account: AccountID) throws -> OperatorRole? {
        try first(
            """
            SELECT operators.role FROM operators JOIN accounts ON accounts.number = operators.account
            WHERE accounts.id = $1 AND accounts.locked_at IS NULL
            """, [account]
        ) { try $0.next() }
    }

    fileprivate func approvalRequest(_ id: ApprovalRequestID) throws -> ApprovalRequest? {
        try first("\(ApprovalRequest.selection) WHERE approval_requests.id = $1", [id]) { try ApprovalRequest(from: &$0) }
    }

    /// Stores the request for an act, unless the same act waits for an approval already. The account of the requester is locked, so a
    /// concurrent request of the same operator is counted.
    fileprivate func request(_ order: OperatorOrder, for account: Int64) throws -> OperatorOutcome {
        let now = order.orderedBy.now
        try queue(
            "DELETE FROM approval_requests WHERE account = $1 AND act = $2 AND expires_at <= $3", [account, order.act, now])
        let waiting = try first(
            """
            SELECT count(*) FROM approval_requests
            WHERE requester = (SELECT number FROM accounts WHERE id = $1) AND expires_at > $2
            """, [order.orderedBy.account, now]
        ) { try $0.next(as: Int.self) }
        guard waiting ?? 0 < ApprovalRequest.limitPerOperator else { return .tooManyRequests }
        let request = ApprovalRequest(
            id: order.request, act: order.act, account: order.account, reason: order.reason, requester: order.orderedBy.account,
            requestedAt: now, expiresAt: now + ApprovalRequest.lifetime)
        let inserted = try execute(
            """
            INSERT INTO approval_requests (id, account, act, reason, requester, requested_at, expires_at)
            VALUES ($1, $2, $3, $4, (SELECT number FROM accounts WHERE id = $5), $6, $7)
            ON CONFLICT (account, act) DO NOTHING
            """,
            [request.id, account, request.act, request.reason, request.requester, request.requestedAt, request.expiresAt])
        guard inserted == 1 else { return .nothingToDo }
        try insert(order.requested)
        return .awaitsApproval(request)
    }

    /// Performs an act on an account, which is locked for it. Records nothing for an act without an effect.
    fileprivate func perform(
        _ act: OperatorAct, on account: Int64, event: AuditEvent, record: OperatorRecord
    ) throws -> OperatorOutcome {
        switch act {
        case .endSessions: try endSessions(of: account, except: nil)
        case .lock:
            let locked = try execute(
                "UPDATE accounts SET locked_at = $1 WHERE number = $2 AND locked_at IS NULL", [event.at, account])
            guard locked == 1 else { return .nothingToDo }
            try endSessions(of: account, except: nil)
        case .unlock:
            let unlocked = try execute(
                "UPDATE accounts SET locked_at = NULL WHERE number = $1 AND locked_at IS NOT NULL", [account])
            guard unlocked == 1 else { return .nothingToDo }
        case .removeSecondFactors:
            guard try requiresFactor(account) else { return .nothingToDo }
            try removeSecondFactors(of: account)
        case .startRecovery:
            guard event.notices != nil, try addresses(of: account).contains(where: \.address.receivesNotices) else {
                return .unreachable
            }
        case .deleteAccount: _ = try deleteAccount(account, event: event)
        }
        // The events of a deleted account are deleted with it.
        if act != .deleteAccount { try insert(event, of: account) }
        try insert(record)
        return .performed
    }

    fileprivate func insert(_ record: OperatorRecord) throws {
        try queue(
            """
            INSERT INTO operator_records (id, kind, act, role, actor, account, approver, reason, at, client_name, client_address)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """,
            [
                record.id, record.kind, record.act, record.role, record.actor, record.account, record.approver, record.reason,
                record.at, record.client.deviceName, record.client.address,
            ])
    }
}

extension ApprovalRequest {
    /// The statement that selects requests in the form that ``init(from:)`` reads.
    fileprivate static let selection = """
        SELECT approval_requests.id, approval_requests.act, accounts.id, approval_requests.reason, requesters.id,
            approval_requests.requested_at, approval_requests.expires_at
        FROM approval_requests JOIN accounts ON accounts.number = approval_requests.account
            JOIN accounts AS requesters ON requesters.number = approval_requests.requester
        """

    fileprivate init(from columns: inout Columns) throws {
        self.init(
            id: try columns.next(), act: try columns.next(), account: try columns.next(), reason: try columns.next(),
            requester: try columns.next(), requestedAt: try columns.next(), expiresAt: try columns.next())
    }
}

extension OperatorRecord {
    /// The statement that selects records in the form that ``init(from:)`` reads.
    fileprivate static let selection = """
        SELECT id, kind, act, role, at, actor, account, approver, reason, client_address, client_name FROM operator_records
        """

    fileprivate init(from columns: inout Columns) throws {
        let id: OperatorRecordID = try columns.next()
        let kind: Kind = try columns.next()
        let act: OperatorAct? = try columns.nextIfPresent()
        let role: OperatorRole? = try columns.nextIfPresent()
        let moment: Timestamp = try columns.next()
        let actor: AccountID? = try columns.nextIfPresent()
        let account: AccountID = try columns.next()
        let approver: AccountID? = try columns.nextIfPresent()
        let reason: OperatorReason? = try columns.nextIfPresent()
        guard let entry = Entry(kind, act: act, role: role, actor: actor, approver: approver, reason: reason) else {
            throw StoreError(.corrupt, reason: "an operator record contradicts its kind \(kind.rawValue)")
        }
        self.init(id: id, entry, at: moment, account: account, client: try Client(from: &columns))
    }
}
