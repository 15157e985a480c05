import GRDB
import Synchronization

/// Connections for reading single rows on the caller's thread, one per peak concurrent reader.
///
/// They are separate from the pool's connections. A task holds a pool connection until it is resumed, and a thread that waited for
/// that connection could be the one on which the task must resume. Here no thread waits.
final class PointReaders: Sendable {
    private struct State {
        var idle: [DatabaseQueue] = []
        var isClosed = false
    }

    private let path: String
    private let configuration: Configuration
    private let state = Mutex(State())

    /// Creates readers of the file at `path`, which must already be open. Each connection opens when it is first needed.
    init(path: String, configuration: Configuration) {
        self.path = path
        self.configuration = configuration
    }

    /// Returns the result of `body`, which runs one statement. It sees a snapshot that includes every write acknowledged before.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let reader = try take()
        defer { putBack(reader) }
        return try reader.unsafeRead(body)
    }

    /// Closes the connections; one that is in use closes when it becomes idle. A later read throws `SQLITE_MISUSE`, as with a
    /// closed pool.
    func close() throws {
        let idle = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.idle
        }
        for reader in idle { try reader.close() }
    }

    private func take() throws -> DatabaseQueue {
        let idle = try state.withLock { state in
            guard !state.isClosed else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "Connection is closed") }
            return state.idle.popLast()
        }
        return try idle ?? DatabaseQueue(path: path, configuration: configuration)
    }

    private func putBack(_ reader: DatabaseQueue) {
        // A connection that is not kept closes with its last reference.
        state.withLock { if !$0.isClosed { $0.idle.append(reader) } }
    }
}
