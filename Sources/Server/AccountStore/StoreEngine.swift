package import Accounts

/// A database in which accounts are kept. An engine opens it, connects to it and runs transactions; what the transactions do is written
/// here, once for all engines, in the SQL that SQLite and PostgreSQL share.
///
/// Parameters are `$1`, `$2` and so on, and first appear in the order of their numbers: SQLite takes `$1` for a name and numbers names as
/// they come. Where the engines really differ, the difference is a named operation of ``StoreConnection`` or of this protocol.
package protocol StoreEngine: AccountStores {
    associatedtype Connection: StoreConnection

    /// Reads the row that the statement finds by an index, or nil. An engine whose rows are in memory as a rule reads it on the calling
    /// thread: two changes of thread cost many times what such a row does.
    ///
    /// - Parameter mayLag: whether a replica may answer, which is behind by no more than its bound.
    func lookUp<Value: Sendable>(
        _ statement: StoreStatement, mayLag: Bool, _ read: @escaping @Sendable (inout Columns<Connection.Row>) throws -> Value
    ) async throws -> Value?

    /// Reads all rows of a statement that changes nothing, without blocking the calling thread.
    func rows<Value: Sendable>(
        of statement: StoreStatement, _ read: @escaping @Sendable (inout Columns<Connection.Row>) throws -> Value
    ) async throws -> [Value]

    /// Runs `body` in a transaction of this kind. It has happened durably when this returns, and has not happened when it throws, unless
    /// with ``StoreError/Code/outcomeUnknown``. It may run several times, and must do nothing but ask the connection.
    ///
    /// Where `body` ended sessions (``StoreConnection/announceEndOfSessions()``), every server rejects them when this returns.
    func run<Value: Sendable>(
        _ kind: TransactionKind, file: String, line: Int, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value
}

package enum TransactionKind: Hashable, Sendable {
    /// Each statement sees what was committed before it; ``StoreConnection/lockAccount(where:_:for:)`` holds others off.
    case writing
    /// As ``writing``. The engine may confirm it before it is on the disk: a crash of the database, and nothing else, may then take back
    /// the last fraction of a second.
    case writingSoon
    /// A single statement that changes something.
    case statement
    /// All statements see one moment, and change nothing.
    case snapshot
}

/// A statement with its parameters, and the place in the source that an error names.
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
    /// Reads the first row of a statement that changes nothing, or nil.
    package func first<Value: Sendable>(
        _ sql: String, _ parameters: [any ParameterValue] = [], file: String = #fileID, line: Int = #line,
        _ read: @escaping @Sendable (inout Columns<Connection.Row>) throws -> Value
    ) async throws -> Value? {
        try await rows(of: StoreStatement(sql, parameters, file: file, line: line), read).first
    }

    /// Reads all rows of a statement that changes nothing.
    package func all<Value: Sendable>(
        _ sql: String, _ parameters: [any ParameterValue] = [], file: String = #fileID, line: Int = #line,
        _ read: @escaping @Sendable (inout Columns<Connection.Row>) throws -> Value
    ) async throws -> [Value] {
        try await rows(of: StoreStatement(sql, parameters, file: file, line: line), read)
    }

    /// Runs several statements that change nothing and see one moment.
    package func snapshot<Value: Sendable>(
        file: String = #fileID, line: Int = #line, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await run(.snapshot, file: file, line: line, body)
    }

    /// Runs a transaction: see ``run(_:file:line:_:)``.
    package func write<Value: Sendable>(
        _ kind: TransactionKind = .writing, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await run(kind, file: file, line: line, body)
    }

    /// Runs one statement as its own transaction and returns how many rows it changed.
    package func change(
        _ sql: String, _ parameters: [any ParameterValue], file: String = #fileID, line: Int = #line
    ) async throws -> Int {
        try await run(.statement, file: file, line: line) { try $0.execute(sql, parameters) }
    }

    /// Runs one statement as its own transaction and returns the first of the rows that it returns.
    package func changeFirst<Value: Sendable>(
        _ sql: String, _ parameters: [any ParameterValue], file: String = #fileID, line: Int = #line,
        _ read: @escaping @Sendable (inout Columns<Connection.Row>) throws -> Value
    ) async throws -> Value? {
        try await run(.statement, file: file, line: line) { try $0.first(sql, parameters, read) }
    }
}
