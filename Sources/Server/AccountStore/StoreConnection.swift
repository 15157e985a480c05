package import Accounts

/// The operations that a script can perform within a transaction, on the engine's thread.
package protocol StoreConnection: SendableMetatype {
    /// An SQL expression for a text that identifies the database. It has another value in a copy, if the engine can distinguish the two.
    static var identity: String { get }

    /// Whether a refund is a transaction before the change that it belongs to. All sign-ins share a bucket; where its lock lasts until
    /// the change is on disk, they would wait for each other.
    static var refundsSeparately: Bool { get }

    /// Reads the first row of a statement, or nil. The statement always runs to its end.
    func first<Value>(
        _ sql: String, _ parameters: [any ParameterValue], _ read: (inout Columns) throws -> Value
    ) throws -> Value?

    /// Reads all rows of a statement.
    func all<Value>(
        _ sql: String, _ parameters: [any ParameterValue], _ read: (inout Columns) throws -> Value
    ) throws -> [Value]

    /// Runs a statement and returns the number of rows that it inserted, changed or deleted.
    func execute(_ sql: String, _ parameters: [any ParameterValue]) throws -> Int

    /// Runs a statement whose result is not needed. The engine may send it without waiting for the response; the next statement or
    /// the commit then throws its error.
    func queue(_ sql: String, _ parameters: [any ParameterValue]) throws

    /// Locks the account that satisfies the condition and returns its number, or nil if it does not exist. Every script that
    /// decides about one account starts with this call, so that it waits for a concurrent transaction and sees its result.
    func lockAccount(where condition: String, _ parameters: [any ParameterValue], for purpose: AccountLock) throws -> Int64?

    /// Locks an account for a change like ``lockAccount(where:_:for:)``, without a result.
    func queueLock(of account: AccountID?) throws

    /// Prevents other transactions from adding signing keys.
    func lockSigningKeys() throws

    /// Locks the buckets of these keys, including those that do not exist, and returns the times of the existing ones.
    func lockArrivals(of keys: [BudgetKey]) throws -> [BudgetKey: Timestamp]

    /// Prevents other transactions from storing events, and waits for those that have.
    func lockEvents() throws

    /// Claims due jobs, the longest overdue first, until the end of the lease. Returns their numbers. Skips jobs that another
    /// transaction is claiming. While it claims deliveries to a target, no other transaction does.
    func claimJobs(_ selection: JobSelection, dueAt now: Timestamp, until end: Timestamp, limit: Int) throws -> [Int64]

    /// Performs one maintenance batch and returns the number of changed rows. Skips rows that another transaction is changing.
    func perform(_ maintenance: MaintenanceBatch, before cutoff: Timestamp, limit: Int) throws -> Int

    /// Must be called by every operation that ends sessions or replaces their tokens.
    func announceEndOfSessions()
}

/// The jobs that one claim selects.
package enum JobSelection: Sendable {
    case kind(JobKind)
    /// The messages with codes, for which users wait.
    case mailedCodes
    case deliveries(to: EventTargetName)

    /// The condition in SQL. Its parameter is ``parameter``.
    package var condition: String {
        switch self {
        case .kind: "kind = $1"
        case .mailedCodes: "kind = $1 AND \(Self.isMailedCode)"
        case .deliveries: "target = $1"
        }
    }

    package var parameter: any ParameterValue {
        switch self {
        case .kind(let kind): kind
        case .mailedCodes: JobKind.mail
        case .deliveries(let target): target
        }
    }

    /// The condition of the index that finds messages with codes.
    static let isMailedCode: String = {
        let templates = MailTemplate.allCases.filter(\.isCode).map { String($0.rawValue) }
        return "template IN (\(templates.joined(separator: ", ")))"
    }()
}

/// The purpose of an account lock.
package enum AccountLock: Hashable, Sendable {
    /// Other transactions can still insert rows that refer to the account.
    case change
    case deletion
}

/// Thrown by a script that finds a row changed after it based a decision on it. The engine runs the transaction again.
package struct LostRace: Error {
    package let reason: String
}

extension StoreConnection {
    /// Locks an account for a change of the account or of its rows.
    func lock(_ account: AccountID) throws -> Int64? {
        try lockAccount(where: "id = $1", [account], for: .change)
    }

    /// Locks an account for a change by one of its sessions. Returns nil if the session is no longer valid.
    func lock(_ account: AccountID?, in session: SessionID, at now: Timestamp) throws -> Int64? {
        guard let number = try account.flatMap({ try lock($0) }), try isLiving(session, of: number, at: now) else { return nil }
        return number
    }

    /// Locks an account for a sensitive change by one of its sessions. Returns nil also if the account has a second factor that was not
    /// proved in the session: another session may have turned it on since this one was checked.
    func lock(_ account: AccountID?, provedIn session: SessionID, at now: Timestamp) throws -> Int64? {
        guard let number = try account.flatMap({ try lock($0) }), try isProved(session, of: number, at: now) else { return nil }
        return number
    }

    /// Locks the accounts that a change depends on, nil values left out, and returns the numbers of those that exist. All changes lock
    /// them in the same order, so two changes cannot wait for each other. What the change depends on is read afterwards.
    func lockAll(_ accounts: [AccountID?], deleting deleted: AccountID? = nil) throws -> [AccountID: Int64] {
        var numbers: [AccountID: Int64] = [:]
        for account in Set(accounts.compactMap(\.self)).sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            numbers[account] = try lockAccount(where: "id = $1", [account], for: account == deleted ? .deletion : .change)
        }
        return numbers
    }

    /// Returns the number of an account that is only read.
    func number(of account: AccountID) throws -> Int64? {
        try first("SELECT number FROM accounts WHERE id = $1", [account]) { try $0.next() }
    }
}
