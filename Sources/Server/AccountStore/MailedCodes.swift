package import Accounts
import Secrets

extension StoreEngine {
    package func codeAddress(of name: AccountName) async throws -> AccountAddress? {
        // Both lookups always run, so that a match of the first one saves no time.
        let condition = "email_addresses.verified_at IS NOT NULL AND email_addresses.undeliverable_at IS NULL"
        return try await snapshot { connection in
            let byAddress = try name.address.flatMap { address in
                try connection.first(
                    "\(AddressRow.selection) WHERE email_addresses.verified_key = $1 AND \(condition)", [address.key]
                ) { try AddressRow(from: &$0).address }
            }
            let byName = try name.userName.searchText.flatMap { key in
                try connection.first(
                    """
                    \(AddressRow.selection) WHERE accounts.name_key = $1 AND \(condition)
                    ORDER BY email_addresses.verified_at, email_addresses.number LIMIT 1
                    """, [key]
                ) { try AddressRow(from: &$0).address }
            }
            return byAddress ?? byName
        }
    }

    package func addCode(_ code: PendingAddressCode, mail: QueuedMail) async throws {
        try await write { connection in
            let address: Int64? = try connection.first(
                "SELECT number FROM email_addresses WHERE id = $1 AND verified_at IS NOT NULL AND undeliverable_at IS NULL",
                [mail.recipient]
            ) { try $0.next() }
            try connection.queue(
                "INSERT INTO account_codes (holder, address, code, expires_at) VALUES ($1, $2, $3, $4)",
                [code.holder, address, code.code, code.expiresAt])
            // Names with and without an address cost the same statements.
            try connection.queue(mail, to: mail.recipient)
            try connection.queue(
                """
                DELETE FROM jobs WHERE recipient = $1 AND identity = $2 AND NOT EXISTS (
                    SELECT 1 FROM email_addresses WHERE id = $1 AND verified_at IS NOT NULL AND undeliverable_at IS NULL
                )
                """, [mail.recipient, mail.id])
        }
    }

    package func account(of use: MailedCodeUse) async throws -> Account? {
        guard let address = try await codeRequest(of: use)?.address else { return nil }
        return try await first(
            """
            SELECT \(Account.columns) FROM email_addresses JOIN accounts ON accounts.number = email_addresses.account
            WHERE email_addresses.number = $1
            """, [address]
        ) { try Account(from: &$0) }
    }

    package func openSession(
        _ opening: SessionOpening?, by use: MailedCodeUse, now: Timestamp
    ) async throws -> MailedSessionResult {
        guard let request = try await codeRequest(of: use) else { return .missing }
        return try await write { connection in
            switch try connection.attempt(request, at: now) {
            case .missing: return .missing
            case .wrong(let attemptsLeft): return .wrong(attemptsLeft: attemptsLeft)
            case .used(let used):
                guard let opening, opening.session.account == used.owner else {
                    throw StoreError(.failed, reason: "the session of a mailed code belongs to another account")
                }
                guard try !connection.requiresFactor(used.account) else {
                    let address: AccountAddressID? = try connection.first(
                        "SELECT id FROM email_addresses WHERE number = $1", [used.address]
                    ) { try $0.next() }
                    guard let address else { throw StoreError(.failed, reason: "the address of a mailed code is missing") }
                    return .factorRequired(address)
                }
                try connection.insert(opening, of: used.account, address: used.address)
                return .opened
            }
        }
    }

    /// Returns the stored code of a presented one; nil if the holder has none. An invented holder costs no transaction.
    func codeRequest(of use: MailedCodeUse) async throws -> CodeRequest? {
        let stored = try await first("SELECT address, code FROM account_codes WHERE holder = $1", [use.holder]) {
            (address: try $0.nextIfPresent(as: Int64.self), code: try $0.next(as: TokenDigest.self))
        }
        // A wrong code locks no account, and costs the same with and without one.
        return stored.map { stored in
            CodeRequest(
                holder: use.holder, address: constantTimeEquals(stored.code.bytes, use.code.bytes) ? stored.address : nil)
        }
    }
}

/// A code that was presented.
struct CodeRequest: Sendable {
    let holder: TokenDigest
    /// The number of the address that the code was sent to; nil for a wrong code, and for one that was sent to no address.
    let address: Int64?
}

/// The outcome of one attempt at a code.
enum CodeAttempt {
    case used(UsedCode)
    case wrong(attemptsLeft: Int)
    /// The code was used, has expired or has no attempts left.
    case missing
}

/// A code that the transaction used up, with its locked account.
struct UsedCode {
    let address: Int64
    let account: Int64
    let owner: AccountID
}

extension StoreConnection {
    /// Counts an attempt at a code. If the code is right, uses it up and locks its account.
    func attempt(_ request: CodeRequest, at now: Timestamp) throws -> CodeAttempt {
        let owner: AccountID? = try request.address.flatMap { address in
            try first(
                """
                SELECT accounts.id FROM email_addresses JOIN accounts ON accounts.number = email_addresses.account
                WHERE email_addresses.number = $1
                """, [address]
            ) { try $0.next() }
        }
        let account = try owner.flatMap { try lock($0) }
        // Simultaneous attempts count as several.
        let attempts: Int? = try first(
            """
            UPDATE account_codes SET attempts = attempts + 1 WHERE holder = $1 AND expires_at > $2 AND attempts < $3
            RETURNING attempts
            """, [request.holder, now, MailedCode.attempts]
        ) { try $0.next() }
        guard let attempts else { return .missing }
        guard let address = request.address, let owner, let account else {
            return .wrong(attemptsLeft: MailedCode.attempts - attempts)
        }
        try queue("DELETE FROM account_codes WHERE holder = $1", [request.holder])
        return .used(UsedCode(address: address, account: account, owner: owner))
    }
}
