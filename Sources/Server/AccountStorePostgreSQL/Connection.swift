#if PostgreSQL
package import AccountStore
import CPostgreSQL
import Glibc

/// A connection to the server, for one thread. It is always in pipeline mode (PostgreSQL documentation, section 34.5): statements
/// are sent without waiting for earlier ones, so a transaction of ten statements takes two or three round trips.
///
/// Each statement is prepared when it is first sent, and reused by its text.
package final class Connection {
    private let handle: OpaquePointer
    private let timeouts: Timeouts
    private var names: [String: String] = [:]
    /// The number of the last prepared statement. Never reused, because a failed preparation may have registered its name.
    private var lastName = 0
    private var sent: [SentCommand] = []
    /// Whether a commit is in flight. A failure then leaves the outcome unknown.
    var isCommitting = false
    /// Whether a session ended or got a new token. ``PostgreSQLAccountStore/run(_:file:line:_:)`` then waits until no server
    /// accepts the old one (``ReplicaBound``).
    var endsSessions = false

    /// Takes ownership of an open connection.
    init(adopting handle: OpaquePointer, timeouts: Timeouts) throws {
        self.handle = handle
        self.timeouts = timeouts
        // Notices such as "already exists, skipping" are ignored; libpq would write them to standard error.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
            PQfinish(handle)
            throw PostgreSQLError(cause: .connectionLost, message: "pipeline mode is not available")
        }
    }

    deinit {
        PQfinish(handle)
    }

    /// Whether the connection can be used, as far as this can be determined without a round trip.
    var isUsable: Bool {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // No response is pending, so incoming data means that the server is shutting down, or is a notice or a changed setting.
        // Those are too rare to be distinguished.
        return poll(&descriptor, 1, 0) == 0 && PQstatus(handle) == CONNECTION_OK
    }
}

// MARK: - Statements

extension Connection {
    /// Sends a statement whose response is not needed. The next call that waits throws its error.
    package func queue(_ sql: String, _ parameters: [any ParameterValue] = []) throws {
        try queue(sql, parameters.map(Parameter.init))
    }

    func queue(_ sql: String, _ parameters: [Parameter]) throws {
        try send(sql, parameters)
        // Unread responses fill the server's buffers and finally block it.
        if sent.count >= Self.queueLimit { try wait() }
    }

    /// Runs a statement and returns the number of rows that it inserted, changed or deleted.
    @discardableResult
    package func execute(_ sql: String, _ parameters: [any ParameterValue] = []) throws -> Int {
        try send(sql, parameters)
        return try wait()?.changedCount ?? 0
    }

    /// Returns the first row, read by `read`, or nil.
    package func first<Value>(
        _ sql: String, _ parameters: [any ParameterValue] = [], _ read: (inout Columns) throws -> Value
    ) throws -> Value? {
        try send(sql, parameters)
        guard let result = try wait(), result.rowCount > 0 else { return nil }
        return try result.first(read)
    }

    /// Returns all rows, each read by `read`.
    package func all<Value>(
        _ sql: String, _ parameters: [any ParameterValue] = [], _ read: (inout Columns) throws -> Value
    ) throws -> [Value] {
        try all(sql, parameters.map(Parameter.init), read)
    }

    func all<Value>(
        _ sql: String, _ parameters: [Parameter], _ read: (inout Columns) throws -> Value
    ) throws -> [Value] {
        try send(sql, parameters)
        return try wait()?.all(read) ?? []
    }

    /// Runs several statements in one pipeline, each in its own transaction, and returns the outcome of each.
    func answers(to statements: [StoreStatement]) throws -> [Result<QueryResult, PostgreSQLError>] {
        for statement in statements {
            try send(statement.sql, statement.parameters)
            try synchronize()
        }
        return try answers()
    }

    /// Runs a script of several statements without parameters and results: a migration.
    func run(script: String) throws {
        try wait()
        // A script requires the simple query protocol, which pipeline mode does not support.
        guard PQexitPipelineMode(handle) == 1, PQsetnonblocking(handle, 0) == 0 else { throw lost() }
        guard let answer = PQexec(handle, script).map(QueryResult.init) else { throw lost() }
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else { throw lost() }
        if let error = failure(answer) {
            _ = try? execute("ROLLBACK")
            throw error
        }
    }

    private static let queueLimit = 128
}

// MARK: - The wire

/// The command that a response belongs to.
private enum SentCommand {
    case preparation(of: String)
    case statement
    case synchronization
}

extension Connection {
    func send(_ sql: String, _ parameters: [any ParameterValue]) throws {
        try send(sql, parameters.map(Parameter.init))
    }

    private func send(_ sql: String, _ parameters: [Parameter]) throws {
        StatementLog.note(sql)
        let name = try names[sql] ?? prepare(sql, parameters)
        let octets = parameters.map(\.octets)
        let isSent = withPointers(to: octets) { values in
            PQsendQueryPrepared(
                handle, name, Int32(parameters.count), values, octets.map { Int32($0?.count ?? 0) },
                [Int32](repeating: 1, count: parameters.count), 1)
        }
        guard isSent == 1 else { throw lost() }
        sent.append(.statement)
    }

    private func prepare(_ sql: String, _ parameters: [Parameter]) throws -> String {
        lastName += 1
        let name = "latchkey_\(lastName)"
        let types = parameters.map(\.type.rawValue)
        guard PQsendPrepare(handle, name, sql, Int32(types.count), types) == 1 else { throw lost() }
        sent.append(.preparation(of: sql))
        names[sql] = name
        return name
    }

    private func synchronize() throws {
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        sent.append(.synchronization)
    }

    /// Waits for all sent statements and returns the result of the last one. Throws the first error.
    @discardableResult
    func wait() throws -> QueryResult? {
        guard !sent.isEmpty else { return nil }
        try synchronize()
        var last: QueryResult?
        for answer in try answers() { last = try answer.get() }
        return last
    }

    /// Returns the responses to all sent statements. Between two synchronization points, the server skips the statements after a
    /// failed one; they get the same error.
    private func answers() throws -> [Result<QueryResult, PostgreSQLError>] {
        defer { sent.removeAll(keepingCapacity: true) }
        try flush()
        var answers: [Result<QueryResult, PostgreSQLError>] = []
        var failure: PostgreSQLError?
        for command in sent {
            let answer = try nextAnswer()
            switch command {
            case .synchronization:
                // A statement in its own transaction is committed here, after its response. If the server stops or its disk fails,
                // it sends an error instead of the synchronization message, which invalidates the response.
                guard answer.status == PGRES_PIPELINE_SYNC else { throw lost(saying: answer.diagnosis("M")) }
                failure = nil
                continue
            case .preparation(let sql):
                failure = failure ?? self.failure(answer)
                // A failed preparation must be sent again.
                if failure != nil { names[sql] = nil }
            case .statement:
                failure = failure ?? self.failure(answer)
                answers.append(failure.map(Result.failure) ?? .success(answer))
            }
            // The end of the responses to one command.
            guard try nextResult() == nil else { throw lost() }
        }
        return answers
    }

    private func failure(_ answer: QueryResult) -> PostgreSQLError? {
        switch answer.status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return nil
        default:
            guard PQstatus(handle) == CONNECTION_OK, let state = answer.diagnosis("C") else { return lost() }
            return PostgreSQLError(
                cause: .rejected(state), message: answer.diagnosis("M") ?? "no message", isOfCommit: isCommitting)
        }
    }

    private func nextAnswer() throws -> QueryResult {
        guard let answer = try nextResult() else { throw lost() }
        return answer
    }

    private func nextResult() throws -> QueryResult? {
        if PQisBusy(handle) == 1 {
            let deadline = MonotonicTime.now + timeouts.answer
            while PQisBusy(handle) == 1 {
                try waitFor(Int16(POLLIN), until: deadline)
                guard PQconsumeInput(handle) == 1 else { throw lost() }
            }
        }
        return PQgetResult(handle).map(QueryResult.init)
    }

    private func flush() throws {
        let deadline = MonotonicTime.now + timeouts.answer
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                try waitFor(Int16(POLLIN | POLLOUT), until: deadline)
                // The server may not read on until its responses are read.
                guard PQconsumeInput(handle) == 1 else { throw lost() }
            default: throw lost()
            }
        }
    }

    private func waitFor(_ events: Int16, until deadline: MonotonicTime) throws {
        guard Socket.wait(PQsocket(handle), for: events, until: deadline) else {
            throw PostgreSQLError(cause: .noAnswer, message: "the server does not respond", isOfCommit: isCommitting)
        }
    }

    private func lost(saying words: String? = nil) -> PostgreSQLError {
        PostgreSQLError(cause: .connectionLost, message: words ?? ConnectionMessage.of(handle), isOfCommit: isCommitting)
    }
}

/// Calls `body` with a pointer to each value, nil for none. The pointers are valid only during the call.
private func withPointers<Value>(to values: [[UInt8]?], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.reduce(1) { $0 + ($1?.count ?? 0) })
    let starts = values.map { value -> Int? in
        guard let value else { return nil }
        defer { bytes.append(contentsOf: value) }
        return bytes.count
    }
    // An empty value needs a valid pointer as well, because a null pointer means NULL.
    bytes.append(0)
    return bytes.withUnsafeBytes { buffer in
        body(starts.map { start in start.flatMap { buffer.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) } })
    }
}
#endif
