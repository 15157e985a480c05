package import Accounts

extension StoreEngine {
    package func finishMail(_ job: Job) async throws -> Bool {
        try await write { connection in
            guard try connection.remove(job) else { return false }
            guard let recipient = job.recipient else { return true }
            try connection.queue(
                "UPDATE email_addresses SET rejected_at = NULL WHERE id = $1 AND undeliverable_at IS NULL AND rejected_at IS NOT NULL",
                [recipient]
            )
            return true
        }
    }

    package func rejectMail(_ job: Job, event: AuditEvent?) async throws -> MailRejectionResult {
        try await write { connection in
            guard let event, let recipient = job.recipient else { return try connection.remove(job) ? .rejected : .notHeld }
            // The account is locked before the job, in the order of all transactions of an account.
            let owner = try connection.lockOwner(of: recipient)
            guard try connection.remove(job) else { return .notHeld }
            guard let owner, let row = try connection.address(recipient) else { return .rejected }
            let isUndeliverable = try connection.reject(row, of: owner, at: event.at, event: event)
            return isUndeliverable ? .addressUndeliverable(row.address.account) : .rejected
        }
    }

    package func bounceMail(_ tag: BounceTag, event: AuditEvent) async throws -> MailBounceResult {
        try await write { connection in
            guard let owner = try connection.lockOwner(of: tag.recipient),
                let row = try connection.address(tag.recipient), row.address.undeliverableSince == nil,
                try !connection.hasVerifiedAddress(owner, since: tag.sentAt)
            else { return .ignored }
            let isUndeliverable = try connection.reject(row, of: owner, at: tag.sentAt, event: event)
            return isUndeliverable ? .addressUndeliverable(row.address.account) : .counted
        }
    }

    package func postponeMail(_ job: Job, until moment: Timestamp, reply: String?) async throws -> Bool {
        try await change(
            """
            UPDATE jobs SET due_at = $1, claim = claim + 1, retries = retries + 1, reply = coalesce($2, reply)
            WHERE number = $3 AND claim = $4
            """, [moment, reply, job.id, job.claim]) == 1
    }

    package func waitingMail(limit: Int) async throws -> [WaitingMail] {
        try await all(
            """
            SELECT identity, client, sealed, flow, expires_at, team, subject, template, language, time_zone, queued_at,
                recipient, due_at, retries, reply
            FROM jobs WHERE queued_at >= $1 ORDER BY queued_at, number LIMIT $2
            """, [Self.beforeAllMail, limit]
        ) {
            WaitingMail(
                mail: try QueuedMail(from: &$0), dueAt: try $0.next(), attempts: try $0.next(), reply: try $0.nextIfPresent())
        }
    }

    package func oldestMail() async throws -> Timestamp? {
        try await first("SELECT queued_at FROM jobs WHERE queued_at >= $1 ORDER BY queued_at LIMIT 1", [Self.beforeAllMail]) {
            try $0.next()
        }
    }

    private static var beforeAllMail: Timestamp { Timestamp(milliseconds: .min) }
}

extension StoreConnection {
    func remove(_ job: Job) throws -> Bool {
        try execute("DELETE FROM jobs WHERE number = $1 AND claim = $2", [job.id, job.claim]) == 1
    }

    /// Locks the account of an address, and returns its number.
    fileprivate func lockOwner(of id: AccountAddressID) throws -> Int64? {
        try address(id).flatMap { try lock($0.address.account) }
    }

    fileprivate func address(_ id: AccountAddressID) throws -> AddressRow? {
        try first("\(AddressRow.selection) WHERE email_addresses.id = $1", [id]) { try AddressRow(from: &$0) }
    }

    /// Marks an address as rejected at that time, and as undeliverable since the event after the second time. Returns whether it
    /// became undeliverable now.
    fileprivate func reject(_ row: AddressRow, of account: Int64, at moment: Timestamp, event: AuditEvent) throws -> Bool {
        let rejected = row.address.rejected(at: moment)
        let undeliverableSince = row.address.undeliverableSince ?? rejected.undeliverableSince.map { _ in event.at }
        try queue(
            "UPDATE email_addresses SET rejected_at = $1, undeliverable_at = $2 WHERE number = $3",
            [rejected.rejectedAt, undeliverableSince, row.number])
        guard undeliverableSince != nil, row.address.undeliverableSince == nil else { return false }
        try insert(event.of(row.address.account), of: account)
        return true
    }

    /// Returns whether the account has verified or restored an address after that second. An event does not name the address.
    fileprivate func hasVerifiedAddress(_ account: Int64, since second: Timestamp) throws -> Bool {
        try first(
            """
            SELECT 1 FROM events JOIN event_kinds ON event_kinds.number = events.kind
            WHERE events.account = $1 AND events.at >= $2 AND event_kinds.name IN ($3, $4) LIMIT 1
            """, [account, second + .seconds(1), AuditEventKind.emailAddressVerified, AuditEventKind.emailAddressRestored]
        ) { try $0.next(as: Int.self) } != nil
    }
}

extension Job {
    /// The account's address that the message goes to.
    fileprivate var recipient: AccountAddressID? {
        guard case .mail(let mail) = work else { return nil }
        return mail.recipient
    }
}
