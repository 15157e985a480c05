package import Accounts

extension StoreEngine {
    package func prepareCopy(_ restoration: StoreRestoration) async throws -> PreparedCopy? {
        // Most starts find the record and need no transaction.
        guard try await !isPrepared() else { return nil }
        return try await write { connection in
            try connection.queue("DELETE FROM store_identities WHERE identity <> \(Connection.identity)", [])
            // A concurrent transaction of another server waits here until this one ends, and then finds the record or inserts it. A
            // store without accounts is new.
            let isRestored = try connection.first(
                """
                INSERT INTO store_identities (identity, restored_at)
                VALUES (\(Connection.identity), CASE WHEN EXISTS (SELECT 1 FROM accounts) THEN $1 END)
                ON CONFLICT (identity) DO NOTHING RETURNING restored_at
                """, [restoration.at]
            ) { try $0.nextIfPresent(as: Timestamp.self) != nil }
            guard isRestored == true else { return nil }
            let cancellations = try connection.endRecoveryWaits(restoration)
            let removed = try connection.dropUnsentCodes() + connection.deleteSingleUse()
            try connection.rejectFactorCodes(upTo: restoration.step)
            return PreparedCopy(removed: removed, cancellations: cancellations)
        }
    }

    /// Returns whether the store has a record of its identity: it has accounts, and is no copy or was prepared.
    package func isPrepared() async throws -> Bool {
        try await first("SELECT EXISTS (SELECT 1 FROM store_identities WHERE identity = \(Connection.identity))") {
            try $0.next()
        } ?? false
    }
}

extension StoreConnection {
    /// Records the identity of a store that has no account yet.
    func recordIdentityOfNewStore() throws {
        try queue(
            """
            INSERT INTO store_identities (identity) SELECT \(Self.identity) WHERE NOT EXISTS (SELECT 1 FROM accounts)
            ON CONFLICT (identity) DO NOTHING
            """, [])
    }

    /// A condition that is false for a challenge or token that was issued before the store was restored. The records of those that
    /// were used after the backup are missing.
    ///
    /// - Parameter moment: the parameter with the time of issue.
    static func isOfThisStore(issuedAt moment: String) -> String {
        "NOT EXISTS (SELECT 1 FROM store_identities WHERE restored_at > \(moment))"
    }

    /// Ends all waiting times, with an event and notices for those that still had an effect. Returns the events.
    fileprivate func endRecoveryWaits(_ restoration: StoreRestoration) throws -> [AuditEvent] {
        let waiting = try all(
            """
            SELECT accounts.number, accounts.id FROM recovery_waits JOIN accounts ON accounts.number = recovery_waits.account
            WHERE recovery_waits.ends_at > $1
            """, [restoration.at]
        ) { (number: try $0.next(as: Int64.self), id: try $0.next(as: AccountID.self)) }
        var events: [AuditEvent] = []
        for waiting in waiting.sorted(by: { $0.number < $1.number }) {
            guard let account = try lock(waiting.id) else { continue }
            let event = restoration.cancellation(waiting.id)
            try endRecoveryWait(of: account, event: event)
            events.append(event)
        }
        try queue("DELETE FROM recovery_waits WHERE TRUE", [])
        return events
    }

    /// Deletes the queued messages with codes. Returns their number. Notices are still sent.
    fileprivate func dropUnsentCodes() throws -> Int {
        try execute(
            "DELETE FROM jobs WHERE queued_at >= $1 AND template IN ($2, $3, $4, $5, $6)",
            [
                Timestamp(milliseconds: .min), MailTemplate.addressCode, MailTemplate.recoveryCode, MailTemplate.signInCode,
                MailTemplate.addressUndo, MailTemplate.recoveryUndo,
            ])
    }

    /// Deletes what a client can use once. Returns the number of rows.
    fileprivate func deleteSingleUse() throws -> Int {
        try [
            "email_codes", "account_codes", "address_undos", "recovery_sessions", "password_links", "challenges",
            "factor_challenges", "apple_web_attempts", "apple_parked", "approval_requests",
        ].reduce(0) { count, table in try count + execute("DELETE FROM \(table) WHERE TRUE", []) }
    }

    /// Uses up the codes of all authenticators up to a time step. An authenticator on a slow clock stays known as such.
    ///
    /// Statements of limited size stay within the timeout of a statement.
    fileprivate func rejectFactorCodes(upTo step: Int64) throws {
        let last: Int64 =
            try first("SELECT number FROM accounts ORDER BY number DESC LIMIT $1", [1]) { try $0.next() } ?? 0
        let size: Int64 = 10_000
        for start in stride(from: 0, to: last, by: Int(size)) {
            try queue(
                """
                UPDATE totp_generators
                SET late_step = CASE WHEN late_step = last_step THEN $1 ELSE late_step END, last_step = $1
                WHERE account > $2 AND account <= $3 AND last_step < $1
                """, [step, start, start + size])
        }
    }
}
