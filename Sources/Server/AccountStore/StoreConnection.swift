package import Accounts

/// What a script can do within a transaction, on the thread of the engine.
package protocol StoreConnection: SendableMetatype {
    associatedtype Row: StoredRow

    /// Reads the first row of a statement, or nil. The statement runs to its end.
    func first<Value>(
        _ sql: String, _ parameters: [any ParameterValue], _ read: (inout Columns<Row>) throws -> Value
    ) throws -> Value?

    /// Reads all rows of a statement.
    func all<Value>(
        _ sql: String, _ parameters: [any ParameterValue], _ read: (inout Columns<Row>) throws -> Value
    ) throws -> [Value]

    /// Runs a statement and returns how many rows it inserted, changed or removed.
    func execute(_ sql: String, _ parameters: [any ParameterValue]) throws -> Int

    /// Runs a statement whose result the script does not need. The engine may send it without waiting for the answer; its failure is then
    /// thrown by the next statement or the commit.
    func queue(_ sql: String, _ parameters: [any ParameterValue]) throws

    /// Locks the account that meets the condition, and returns its number; nil when there is none. Every script that decides about one
    /// account begins with this, so that it waits for the transaction before it and then sees what that one left.
    func lockAccount(where condition: String, _ parameters: [any ParameterValue], for purpose: AccountLock) throws -> Int64?

    /// As ``lockAccount(where:_:for:)`` for a change, without an answer.
    func queueLock(of account: AccountID?) throws

    /// Prevents other transactions from adding signing keys.
    func lockSigningKeys() throws

    /// Locks the buckets of these keys, those that do not exist included, and returns the moments of those that exist.
    func lockArrivals(of keys: [BudgetKey]) throws -> [BudgetKey: Timestamp]

    /// Claims the jobs of a kind that are due, the longest due first, until the end of the lease. Returns their numbers. Skips jobs that
    /// another transaction is claiming.
    func claimJobs(_ kind: JobKind, dueAt now: Timestamp, until end: Timestamp, limit: Int) throws -> [Int64]

    /// Performs one piece of upkeep and returns how many rows it changed. Skips rows that another transaction is changing.
    func perform(_ upkeep: UpkeepBatch, before cutoff: Timestamp, limit: Int) throws -> Int

    /// Called by what ends sessions or gives them other tokens.
    func announceEndOfSessions()
}

/// What an account is locked for.
package enum AccountLock: Hashable, Sendable {
    /// Rows that merely refer to the account can be inserted meanwhile.
    case change
    case deletion
}

/// Thrown by a script that saw what it decided about change under its hands. The engine runs the transaction again.
package struct LostRace: Error {
    package let reason: String
}

extension StoreConnection {
    /// Locks an account for a change of it or of what belongs to it.
    func lock(_ account: AccountID) throws -> Int64? {
        try lockAccount(where: "id = $1", [account], for: .change)
    }

    /// Returns the number of an account that is only read.
    func number(of account: AccountID) throws -> Int64? {
        try first("SELECT number FROM accounts WHERE id = $1", [account]) { try $0.next() }
    }
}
