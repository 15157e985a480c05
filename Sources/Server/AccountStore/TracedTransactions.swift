import Accounts
import Synchronization
import Traces

extension StoreEngine {
    /// Runs a transaction, as a step of the current request if that is recorded: with its name, its kind, the number of its statements
    /// and the tables that it changed. Values of columns are never recorded.
    ///
    /// - Parameter operation: the function that runs the transaction, as `#function` spells it.
    func traced<Value: Sendable>(
        _ kind: TransactionKind, _ operation: String, file: String, line: Int,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        let span = TraceSpan.current?.child(
            .transaction, in: .server, [.operation: String(operation.prefix { $0 != "(" }), .transaction: "\(kind)"])
        guard let span else { return try await run(kind, file: file, line: line, body) }
        let log = StatementLog()
        let result: Result<Value, any Error>
        do {
            result = .success(
                try await run(kind, file: file, line: line) { connection in
                    log.begin()
                    return try StatementLog.$current.withValue(log) { try body(connection) }
                })
        } catch {
            result = .failure(error)
        }
        span.set(.statements, "\(log.count)")
        if !log.tables.isEmpty { span.set(.tables, log.tables.sorted().joined(separator: ", ")) }
        switch result {
        case .success: span.end()
        case .failure(let error): span.end(.failed(Self.words(error)))
        }
        return try result.get()
    }

    /// Returns what became of a transaction that threw. The text names no values: an error of the store has only its code here.
    private static func words(_ error: any Error) -> String {
        guard let error = error as? StoreError else { return "rolled back: \(type(of: error))" }
        return error.code == .outcomeUnknown ? "outcome unknown" : "rolled back: \(error.code)"
    }
}

/// The statements of a transaction that is recorded.
package final class StatementLog: Sendable {
    private struct State {
        var count = 0
        var tables: Set<String> = []
    }

    /// The log of the transaction that runs on this thread; nil if it is not recorded.
    @TaskLocal static var current: StatementLog?

    private let state = Mutex(State())

    /// Counts a statement of the transaction on this thread. An engine calls this for each statement of a script.
    package static func note(_ sql: String) { current?.note(sql) }

    /// The number of statements.
    var count: Int { state.withLock(\.count) }

    /// The tables that the statements changed.
    var tables: Set<String> { state.withLock(\.tables) }

    /// Forgets the statements of an earlier attempt.
    func begin() { state.withLock { $0 = State() } }

    private func note(_ sql: String) {
        let table = Self.changedTable(of: sql)
        state.withLock { state in
            state.count += 1
            if let table { state.tables.insert(table) }
        }
    }

    /// Returns the table that a statement changes; nil for one that reads.
    static func changedTable(of sql: String) -> String? {
        let words = sql.split(maxSplits: 3) { $0.isWhitespace || $0 == "(" }
        guard words.count > 2 else { return nil }
        return switch String(words[0]) {
        case "INSERT", "DELETE": String(words[2])
        case "UPDATE": String(words[1])
        default: nil
        }
    }
}
