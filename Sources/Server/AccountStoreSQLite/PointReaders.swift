import GRDB
import Synchronization

/// Connections that read a row in place, on the thread of the caller: as many as threads ever did so at one moment.
///
/// They are apart from those of the pool. One of those is held by a task until it has been resumed, and a thread that waited for it might be
/// the very one that the task is to be resumed on; here nobody waits for anybody.
final class PointReaders: Sendable {
    private struct State {
        var idle: [DatabaseQueue] = []
        var isClosed = false
    }

    private let path: String
    private let configuration: Configuration
    private let state = Mutex(State())

    /// Readers of the file at `path`, which is in use already; each is opened when it is first needed.
    init(path: String, configuration: Configuration) {
        self.path = path
        self.configuration = configuration
    }

    /// What `body` reads: with one statement, which sees one moment and every write acknowledged before.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let reader = try take()
        defer { putBack(reader) }
        return try reader.unsafeRead(body)
    }

    /// Closes the connections, those in use as soon as they are idle. Whatever is read afterwards throws `SQLITE_MISUSE`, as with a
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
        // One that is not kept is closed with its last reference.
        state.withLock { if !$0.isClosed { $0.idle.append(reader) } }
    }
}
