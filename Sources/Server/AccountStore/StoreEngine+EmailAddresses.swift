package import Accounts
package import Secrets

extension StoreEngine {
    package func addresses(of account: AccountID) async throws -> [AccountAddress] {
        try await all("\(AddressRow.selection) WHERE accounts.id = $1 ORDER BY email_addresses.number", [account]) {
            try AddressRow(from: &$0).address
        }
    }

    package func claim(
        _ address: AccountAddress, code: PendingAddressCode, mail: QueuedMail, by session: SessionID, event: AuditEvent
    ) async throws -> AddressClaimResult {
        try await write { connection in
            guard let account = try connection.lock(address.account, provedIn: session, at: event.at) else { return .sessionEnded }
            let known = try connection.addresses(of: account)
            let row: AddressRow
            if let own = known.first(where: { $0.address.address == address.address }) {
                if own.address.receivesNotices { return .alreadyVerified(own.address) }
                row = try connection.respelled(own, as: address.address)
            } else {
                guard known.count < AccountAddress.limit else { return .tooMany }
                row = AddressRow(number: try connection.insert(address, of: account), address: address)
                try connection.insert(event, of: account)
            }
            try connection.queue("DELETE FROM email_codes WHERE address = $1 AND session = $2", [row.number, session])
            try connection.queue(
                "INSERT INTO email_codes (holder, address, session, code, expires_at) VALUES ($1, $2, $3, $4, $5)",
                [code.holder, row.number, session, code.code, code.expiresAt])
            // The client gets the same response: its account page says which Apple Account receives no mail, and others learn nothing.
            if try !connection.isTurnedOffAtApple(key: row.address.address.key, of: account) {
                try connection.queue(mail, to: row.address.id)
            }
            return .claimed(row.address)
        }
    }

    package func verify(
        _ holder: TokenDigest, code: TokenDigest, by session: SessionID, event: AuditEvent
    ) async throws -> AddressVerificationResult {
        try await write { connection in
            guard let account = try connection.lock(event.account, in: session, at: event.at) else { return .sessionEnded }
            guard try connection.hasRequiredFactor(session, of: account) else { return .missing }
            let claimed = try connection.first(
                """
                SELECT email_addresses.address_key
                FROM email_codes JOIN email_addresses ON email_addresses.number = email_codes.address
                WHERE email_codes.holder = $1 AND email_addresses.account = $2
                """, [holder, account]
            ) { try $0.next(as: String.self) }
            guard let claimed else { return .missing }
            // Locks the rows of all accounts that claim the address, in the order of the index. Two verifications of one address
            // therefore follow each other, and the later one sees that its claim is gone.
            try connection.queue("UPDATE email_addresses SET claimed_at = claimed_at WHERE address_key = $1", [claimed])
            let pending = try connection.first(
                """
                SELECT email_codes.address, email_codes.code, email_codes.attempts
                FROM email_codes JOIN email_addresses ON email_addresses.number = email_codes.address
                WHERE email_codes.holder = $1 AND email_codes.session = $2 AND email_codes.expires_at > $3
                    AND email_addresses.account = $4
                """, [holder, session, event.at, account]
            ) {
                (address: try $0.next(as: Int64.self), code: try $0.next(as: TokenDigest.self), attempts: try $0.next(as: Int.self))
            }
            let addresses = try connection.addresses(of: account)
            guard let pending, let row = addresses.first(where: { $0.number == pending.address }) else { return .missing }

            guard constantTimeEquals(pending.code.bytes, code.bytes) else {
                let left = MailedCode.attempts - pending.attempts - 1
                try connection.queue(
                    left > 0
                        ? "UPDATE email_codes SET attempts = attempts + 1 WHERE holder = $1"
                        : "DELETE FROM email_codes WHERE holder = $1", [holder])
                return .wrong(attemptsLeft: left)
            }
            let key = row.address.address.key
            let owner = try connection.first("SELECT account FROM email_addresses WHERE verified_key = $1", [key]) {
                try $0.next(as: Int64.self)
            }
            guard owner == nil || owner == account else {
                try connection.queue("DELETE FROM email_codes WHERE holder = $1", [holder])
                return .taken
            }

            // The code may have been sent before Apple's relay was turned off.
            let isOff = try connection.isTurnedOffAtApple(key: key, of: account)
            let undeliverableSince = isOff ? row.address.undeliverableSince ?? event.at : nil
            // If another account verifies the address after the check, the unique key fails and this transaction runs again.
            try connection.queue(
                """
                UPDATE email_addresses SET verified_at = coalesce(verified_at, $1), verified_key = $2, rejected_at = $3, undeliverable_at = $3
                WHERE number = $4
                """, [event.at, key, undeliverableSince, row.number])
            try connection.queue("DELETE FROM email_codes WHERE address = $1", [row.number])
            try connection.queue("DELETE FROM email_addresses WHERE address_key = $1 AND account <> $2", [key, account])
            let notice = AccountMail.addressAdded(row.address.address, at: event.at, from: NoticeSource(event.client))
            try connection.queue(notice, of: event, to: addresses.filter { $0.number != row.number })
            try connection.insert(event, of: account)
            guard let verified = try connection.addresses(of: account).first(where: { $0.number == row.number }) else {
                throw StoreError(.failed, reason: "a verified address is missing")
            }
            return .verified(verified.address)
        }
    }

    package func removeAddress(
        _ id: AccountAddressID, by session: SessionID, undo: UndoCode, event: AuditEvent
    ) async throws -> AddressRemovalResult {
        try await write { connection in
            guard let account = try connection.lock(event.account, provedIn: session, at: event.at) else { return .sessionEnded }
            let addresses = try connection.addresses(of: account)
            guard let row = addresses.first(where: { $0.address.id == id }) else { return .missing }
            try connection.queue(
                "DELETE FROM jobs WHERE recipient = $1 AND template IN ($2, $3, $4)",
                [row.address.id, MailTemplate.addressCode, MailTemplate.recoveryCode, MailTemplate.signInCode])
            try connection.endSessions(ofEmailAddress: row.number, account: account)
            try connection.queue("DELETE FROM email_addresses WHERE number = $1", [row.number])
            let source = NoticeSource(event.client)
            let notice = AccountMail.addressRemoved(row.address.address, at: event.at, from: source)
            let mail = AccountMail.addressUndo(undo, row.address.address, at: event.at, from: source)
            let hasUndo = try connection.store(undo, of: row, among: addresses, account: account, at: event.at)
            for recipient in addresses where row.address.isVerified {
                try connection.queue(hasUndo && recipient.number == row.number ? mail : notice, of: event, to: [recipient])
            }
            try connection.insert(event, of: account)
            return .removed(row.address)
        }
    }

    package func restoreAddress(
        _ code: TokenDigest, as id: AccountAddressID, event: AuditEvent
    ) async throws -> AddressRestorationResult {
        let owner: AccountID? = try await first(
            """
            SELECT accounts.id FROM address_undos JOIN accounts ON accounts.number = address_undos.account
            WHERE address_undos.digest = $1 AND address_undos.expires_at > $2
            """, [code, event.at]
        ) { try $0.next() }
        // An invented code costs no transaction.
        guard let owner else { return .missing }
        return try await write { connection in
            guard let account = try connection.lock(owner) else { return .missing }
            let removed = try connection.first(
                """
                DELETE FROM address_undos WHERE digest = $1 AND account = $2 AND expires_at > $3
                RETURNING address, address_key, verified_at
                """, [code, account, event.at]
            ) {
                (text: try $0.next(as: String.self), key: try $0.next(as: String.self), verifiedAt: try $0.next(as: Timestamp.self))
            }
            guard let removed else { return .missing }
            // As in verifications: two accounts that verify the address at once follow each other.
            try connection.queue("UPDATE email_addresses SET claimed_at = claimed_at WHERE address_key = $1", [removed.key])
            let holder = try connection.first("SELECT account FROM email_addresses WHERE verified_key = $1", [removed.key]) {
                try $0.next(as: Int64.self)
            }
            guard holder == nil || holder == account else { return .taken }
            try connection.queue("DELETE FROM email_addresses WHERE address_key = $1", [removed.key])
            let undeliverableSince = try connection.isTurnedOffAtApple(key: removed.key, of: account) ? event.at : nil
            try connection.queue(
                """
                INSERT INTO email_addresses (
                    id, account, address, address_key, verified_key, claimed_at, verified_at, rejected_at, undeliverable_at
                ) VALUES ($1, $2, $3, $4, $4, $5, $5, $6, $6)
                """, [id, account, removed.text, removed.key, removed.verifiedAt, undeliverableSince])
            try connection.endSessions(of: account, except: nil)
            try connection.endRecoveries(of: account)
            // A client that removed the address may have begun the waiting time with its own address. A new waiting time begins
            // with a notice to the restored address.
            try connection.endRecoveryWait(of: account)
            for table in ["factor_challenges", "password_links", "address_undos"] {
                try connection.queue("DELETE FROM \(table) WHERE account = $1", [account])
            }
            try connection.insert(event.of(owner), of: account)
            return .restored(owner)
        }
    }
}

extension StoreConnection {
    func addresses(of account: Int64) throws -> [AddressRow] {
        try all("\(AddressRow.selection) WHERE accounts.number = $1 ORDER BY email_addresses.number", [account]) {
            try AddressRow(from: &$0)
        }
    }

    /// Stores the code that restores a removed address. Returns false for an address that was not verified or is undeliverable, and
    /// if the account keeps a deliverable one that was verified earlier.
    fileprivate func store(
        _ undo: UndoCode, of removed: AddressRow, among addresses: [AddressRow], account: Int64, at now: Timestamp
    ) throws -> Bool {
        guard let verifiedAt = removed.address.verifiedAt, removed.address.receivesNotices else { return false }
        let keepsEarlier = addresses.contains { row in
            row.number != removed.number && row.address.receivesNotices && (row.address.verifiedAt.map { $0 < verifiedAt } ?? false)
        }
        guard !keepsEarlier else { return false }
        try queue(
            """
            INSERT INTO address_undos (digest, account, address, address_key, verified_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [
                undo.digest, account, removed.address.address.text, removed.address.address.key, verifiedAt,
                now + UndoCode.addressLifetime,
            ])
        return true
    }

    fileprivate func insert(_ address: AccountAddress, of account: Int64) throws -> Int64 {
        let number: Int64? = try first(
            "INSERT INTO email_addresses (id, account, address, address_key, claimed_at) VALUES ($1, $2, $3, $4, $5) RETURNING number",
            [address.id, account, address.address.text, address.address.key, address.claimedAt]
        ) { try $0.next() }
        guard let number else { throw StoreError(.failed, reason: "an inserted address has no number") }
        return number
    }

    /// Returns a claimed address as it is written now. Codes that went to another spelling become invalid, because a host may
    /// distinguish upper and lower case.
    fileprivate func respelled(_ claimed: AddressRow, as address: EmailAddress) throws -> AddressRow {
        guard !claimed.address.isVerified, claimed.address.address.text != address.text else { return claimed }
        try queue("DELETE FROM email_codes WHERE address = $1", [claimed.number])
        try queue("UPDATE email_addresses SET address = $1 WHERE number = $2", [address.text, claimed.number])
        let select = "\(AddressRow.selection) WHERE email_addresses.number = $1"
        return try first(select, [claimed.number]) { try AddressRow(from: &$0) } ?? claimed
    }

    /// Queues a message for an address of an account.
    func queue(_ mail: QueuedMail, to recipient: AccountAddressID) throws {
        try queue(
            """
            INSERT INTO jobs (kind, due_at, identity, sealed, expires_at, template, language, time_zone, queued_at, recipient)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            """,
            [
                JobKind.mail, mail.queuedAt, mail.id, mail.sealed, mail.notAfter, mail.template, mail.language, mail.timeZone,
                mail.queuedAt, recipient,
            ])
    }

    /// Whether Apple reported that its relay no longer delivers to an address: that of an Apple identity of this account, or of the account
    /// that has verified the address.
    ///
    /// - Parameter key: that of the address.
    fileprivate func isTurnedOffAtApple(key: String, of account: Int64) throws -> Bool {
        // Relay addresses are in lower case, as keys are.
        try first(
            """
            SELECT 1 FROM apple_identities WHERE account = $1 AND email = $2 AND NOT email_deliverable
            UNION ALL
            SELECT 1 FROM email_addresses JOIN apple_identities ON apple_identities.account = email_addresses.account
            WHERE email_addresses.verified_key = $2 AND apple_identities.email = $2 AND NOT apple_identities.email_deliverable
            """, [account, key]
        ) { try $0.next(as: Int.self) } != nil
    }

    /// Marks an account's own address after Apple reported whether its relay still delivers to it. Removes the queued messages to an
    /// address to which it does not.
    func mark(_ email: AppleEmail?, of account: Int64, isDeliverable: Bool, at moment: Timestamp) throws {
        // Relay addresses are in lower case, as keys are.
        guard let row = try addresses(of: account).first(where: { $0.address.address.key == email?.address }) else { return }
        let since = isDeliverable ? nil : row.address.undeliverableSince ?? moment
        try queue(
            "UPDATE email_addresses SET rejected_at = $1, undeliverable_at = $1 WHERE number = $2", [since, row.number])
        guard !isDeliverable else { return }
        try queue("DELETE FROM jobs WHERE recipient = $1", [row.address.id])
    }

    /// Removes the codes of an account that is about to be deleted from the queue. Its notices are still sent.
    func dropCodeMails(ofAccount account: Int64) throws {
        try queue(
            "DELETE FROM jobs WHERE template IN ($1, $2, $3) AND recipient IN (SELECT id FROM email_addresses WHERE account = $4)",
            [MailTemplate.addressCode, MailTemplate.recoveryCode, MailTemplate.signInCode, account])
    }
}

/// An address with the number of its row.
struct AddressRow: Sendable {
    let number: Int64
    let address: AccountAddress

    /// The statement that selects addresses in the form that ``init(from:)`` reads.
    static let selection = """
        SELECT email_addresses.number, email_addresses.id, accounts.id, email_addresses.address, email_addresses.address_key,
            email_addresses.claimed_at, email_addresses.verified_at, email_addresses.rejected_at, email_addresses.undeliverable_at,
            accounts.language, accounts.time_zone
        FROM email_addresses JOIN accounts ON accounts.number = email_addresses.account
        """

    init(number: Int64, address: AccountAddress) {
        self.number = number
        self.address = address
    }

    init(from columns: inout Columns) throws {
        number = try columns.next()
        let (id, account) = (try columns.next(as: AccountAddressID.self), try columns.next(as: AccountID.self))
        let (text, key) = (try columns.next(as: String.self), try columns.next(as: String.self))
        guard let email = EmailAddress(text, key: key) else {
            throw StoreError(.corrupt, reason: "column address is not an e-mail address")
        }
        address = AccountAddress(
            id: id, account: account, address: email, claimedAt: try columns.next(), verifiedAt: try columns.nextIfPresent(),
            rejectedAt: try columns.nextIfPresent(), undeliverableSince: try columns.nextIfPresent(),
            language: try columns.nextIfPresent(), timeZone: try columns.nextIfPresent())
    }
}
