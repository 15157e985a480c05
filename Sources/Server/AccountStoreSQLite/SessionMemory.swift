import Accounts
import GRDB
import GRDBSQLite
import Secrets
import Synchronization

/// The sessions that were read since the last commit, so that a repeated session check does not read the file.
///
/// Every commit to the file, by this process or another one, changes the header of the index of the write-ahead log, which SQLite keeps
/// in shared memory. A session in memory is used only while that header is the one from before the session was read. A session check
/// therefore sees every write acknowledged before it started, as a read of the file does.
final class SessionMemory: Sendable {
    /// The maximum number of sessions: about as many as a server checks in a second.
    static let limit = 16_384

    private struct State {
        /// Owns the mapping of `index`. It is never used by two threads, because it reads nothing after ``init(path:configuration:)``.
        var connection: DatabaseQueue?
        /// The header of the index in shared memory. Valid while `connection` is open.
        var index: UnsafeRawPointer?
        /// The header before the sessions were read.
        var header: IndexHeader?
        var sessions: [TokenDigest: StoredSession] = [:]

        /// Returns the header, and forgets the sessions if it has changed.
        mutating func currentHeader() -> IndexHeader? {
            let current = index.map(IndexHeader.init)
            if current != header { sessions.removeAll(keepingCapacity: true) }
            header = current
            return current
        }
    }

    private let state: Mutex<State>

    /// Opens a connection to the file at `path`, which must already be open and have a write-ahead log.
    init(path: String, configuration: Configuration) throws {
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        // The first read opens the log and its index.
        let index = try connection.unsafeRead { connection in
            _ = try connection.schemaNumber()
            return connection.logIndex
        }
        state = Mutex(State(connection: connection, index: index))
    }

    /// Returns the session of `digest`, read by `read` unless it is in memory and has not expired.
    func session(_ digest: TokenDigest, now: Timestamp, _ read: () throws -> StoredSession?) throws -> StoredSession? {
        let (known, before) = state.withLock { state in
            let header = state.currentHeader()
            return (state.sessions[digest], header)
        }
        if let known, now < known.session.expiry.end { return known }
        guard let stored = try read() else { return nil }
        state.withLock { state in
            // If there was a commit meanwhile, `stored` may be older or newer than it.
            guard let before, state.header == before else { return }
            if state.sessions.count >= Self.limit { state.sessions.removeAll(keepingCapacity: true) }
            state.sessions[digest] = stored
        }
        return stored
    }

    /// The number of sessions in memory.
    var count: Int { state.withLock { $0.sessions.count } }

    /// Forgets the sessions and closes the connection. Later sessions are always read.
    func close() throws {
        let connection = state.withLock { state in
            defer { state = State() }
            return state.connection
        }
        try connection?.close()
    }
}

/// A copy of the header of a write-ahead log's index: 48 bytes with a counter of commits and a checksum
/// (sqlite.org/walformat.html, section 2.1). A copy made during a commit equals none that was made before or after it.
private struct IndexHeader: Equatable {
    private let words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    init(at index: UnsafeRawPointer) {
        words = index.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64).self)
    }

    static func == (left: IndexHeader, right: IndexHeader) -> Bool { left.words == right.words }
}

extension Database {
    /// The first segment of the write-ahead log's index in shared memory, or nil if this file has none. It stays mapped as long as the
    /// connection is open.
    fileprivate var logIndex: UnsafeRawPointer? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
            let methods = file.pointee.pMethods?.pointee, methods.iVersion >= 2, let map = methods.xShmMap
        else { return nil }
        var segment: UnsafeMutableRawPointer?
        // SQLite maps the index in segments of this size. It is not extended here.
        guard map(file, 0, 32_768, 0, &segment) == SQLITE_OK else { return nil }
        return UnsafeRawPointer(segment)
    }
}
