package import Accounts

/// A database engine for accounts. An engine opens the database, connects to it and runs transactions. The content of the
/// transactions is in this module, written once in the SQL that SQLite and PostgreSQL share.
///
/// Parameters are `$1`, `$2` and so on. They must first appear in the order of their numbers, because SQLite treats `$1` as a name
/// and numbers the names as they appear. Where the engines really differ, the difference is a named operation of
/// ``StoreConnection`` or of this protocol.
package protocol StoreEngine: AccountStores {
    associatedtype Connection: StoreConnection

    /// Reads the row that the statement finds through an index, or nil. An engine that usually has its rows in memory reads on the
    /// calling thread, because two thread switches cost many times as much as reading such a row.
    ///
    /// - Parameter mayLag: whether a replica may answer. It lags by no more than its bound.
    func lookUp<Value: Sendable>(
        _ statement: StoreStatement, mayLag: Bool, _ read: @escaping @Sendable (inout Columns) throws -> Value
    ) async throws -> Value?

    /// Reads all rows of a read-only statement, without blocking the calling thread.
    func rows<Value: Sendable>(
        of statement: StoreStatement, _ read: @escaping @Sendable (inout Columns) throws -> Value
    ) async throws -> [Value]

    /// Runs `body` in a transaction of this kind. The change is durable when this returns. If it throws, nothing has changed,
    /// except for ``StoreError/Code/outcomeUnknown``. `body` may run several times, and must have no effect outside the connection.
    ///
    /// If `body` ended sessions (``StoreConnection/announceEndOfSessions()``), every server rejects them when this returns.
    func run<Value: Sendable>(
        _ kind: TransactionKind, file: String, line: Int, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value
}

package enum TransactionKind: Hashable, Sendable {
    /// Each statement sees everything committed before it; ``StoreConnection/lockAccount(where:_:for:)`` excludes other
    /// transactions.
    case writing
    /// Like ``writing``, but the engine may confirm the transaction before it is on disk. A crash of PostgreSQL, or of the machine
    /// under SQLite, can then lose it, unless a later ``writing`` or ``statement`` was confirmed. A wrong password is answered after
    /// its event, so no answered guess is lost.
    case writingSoon
    /// A single statement that changes data.
    case statement
    /// All statements see the same snapshot and change nothing.
    case snapshot
}

/// A statement with its parameters, and the source location for error messages.
package struct StoreStatement: Sendable {
    package let sql: String
    package let parameters: [any ParameterValue]
    package let file: String
    package let line: Int

    package init(_ sql: String, _ parameters: [any ParameterValue] = [], file: String = #fileID, line: Int = #line) {
        self.sql = sql
        self.parameters = parameters
        self.file = file
        self.line = line
    }
}

extension StoreEngine {
    /// Reads the first row of a read-only statement, or nil.
    package func first<Value: Sendable>(
        _ sql: String, _ parameters: [any ParameterValue] = [], file: String = #fileID, line: Int = #line,
        _ read: @escaping @Sendable (inout Columns) throws -> Value
    ) async throws -> Value? {
        try await rows(of: StoreStatement(sql, parameters, file: file, line: line), read).first
    }

    /// Reads all rows of a read-only statement.
    package func all<Value: Sendable>(
        _ sql: String, _ parameters: [any ParameterValue] = [], file: String = #fileID, line: Int = #line,
        _ read: @escaping @Sendable (inout Columns) throws -> Value
    ) async throws -> [Value] {
        try await rows(of: StoreStatement(sql, parameters, file: file, line: line), read)
    }

    /// Runs several read-only statements on one snapshot.
    package func snapshot<Value: Sendable>(
        operation: String = #function, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await traced(.snapshot, operation, file: file, line: line, body)
    }

    /// Runs a transaction. See ``run(_:file:line:_:)``.
    package func write<Value: Sendable>(
        _ kind: TransactionKind = .writing, operation: String = #function, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await traced(kind, operation, file: file, line: line, body)
    }

    /// Runs one statement as its own transaction and returns the number of changed rows.
    package func change(
        _ sql: String, _ parameters: [any ParameterValue], operation: String = #function, file: String = #fileID,
        line: Int = #line
    ) async throws -> Int {
        try await traced(.statement, operation, file: file, line: line) { try $0.execute(sql, parameters) }
    }

    /// Runs one statement as its own transaction and returns its first row, or nil.
    package func changeFirst<Value: Sendable>(
        _ sql: String, _ parameters: [any ParameterValue], operation: String = #function, file: String = #fileID,
        line: Int = #line, _ read: @escaping @Sendable (inout Columns) throws -> Value
    ) async throws -> Value? {
        try await traced(.statement, operation, file: file, line: line) { try $0.first(sql, parameters, read) }
    }
}
