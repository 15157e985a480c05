package import DeviceProtocol
import Glibc
import GRDB
import Synchronization

/// The open file of the keychain.
package final class KeychainFile: Sendable {
    /// SQLite's `application_id`, which identifies the program that owns a file: `Ltky` in ASCII.
    static let applicationID: Int32 = 0x4C74_6B79

    /// The connections of ``look(_:)`` that are not in use; empty for a keychain in memory. Declared first, because SQLite removes the
    /// log only if the last connection that closes can write.
    private let readers: Mutex<[DatabaseQueue]>
    let database: any DatabaseWriter
    let commits: GroupCommit

    private init(_ database: any DatabaseWriter, readers: [DatabaseQueue] = []) {
        self.readers = Mutex(readers)
        self.database = database
        commits = GroupCommit(database)
    }

    /// Reads without a transaction: each statement sees a consistent state, but two statements may see different ones. A connection
    /// of the pool is used only while the others are busy, because it reads the version of the schema first, which takes as long as
    /// finding an item.
    func look<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let reader = readers.withLock({ $0.popLast() }) else { return try database.unsafeRead(body) }
        defer { readers.withLock { $0.append(reader) } }
        return try reader.unsafeRead(body)
    }

    /// Performs one change atomically; it is durable when this returns. Concurrent writers share the disk sync.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) throws -> Value {
        try commits.perform(body)
    }

    /// Checkpoints and truncates the write-ahead log, so that it does not contain overwritten data any more. Throws `unavailable`
    /// if that fails; every start repeats it.
    func truncateLog() throws(DeviceError) {
        do {
            _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        } catch {
            throw .unavailable("cannot truncate the keychain's log: \(error)")
        }
    }

    /// Truncates the log and closes the file, which cannot be used afterwards.
    package func close() throws(DeviceError) {
        try truncateLog()
        do {
            for reader in takeReaders() { try reader.close() }
            try database.close()
        } catch {
            throw .unavailable("cannot close the keychain: \(error)")
        }
    }

    private func takeReaders() -> [DatabaseQueue] {
        readers.withLock { readers in
            defer { readers = [] }
            return readers
        }
    }

    /// Opens or creates the file at `path`, accessible only by its owner. Its folder must exist.
    ///
    /// Throws `unavailable`, without changing the file, if it cannot be opened, belongs to another program, or was changed by a
    /// newer version. Acknowledged changes survive a power failure.
    package static func open(path: String) throws(DeviceError) -> KeychainFile {
        do {
            try OwnersFile.createIfMissing(path)
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { connection in
                // GRDB sets NORMAL with the write-ahead log, which can lose acknowledged commits in a power failure.
                try connection.execute(sql: "PRAGMA synchronous = FULL")
                try connection.migrate()
            }
            var reading = configuration
            reading.readonly = true
            let readers = try (0..<readerCount).map { _ in try DatabaseQueue(path: path, configuration: reading) }
            return KeychainFile(pool, readers: readers)
        } catch {
            throw .unavailable("cannot open the keychain \(path): \(error)")
        }
    }

    /// Creates a keychain in memory.
    package static func inMemory() throws(DeviceError) -> KeychainFile {
        do {
            let queue = try DatabaseQueue(configuration: configuration)
            try queue.writeWithoutTransaction { try $0.migrate() }
            return KeychainFile(queue)
        } catch {
            throw .unavailable("cannot create a keychain in memory: \(error)")
        }
    }

    /// The number of connections of ``look(_:)``.
    private static let readerCount = 2

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { connection in
            try checkOwner(connection)
            try connection.execute(sql: "PRAGMA trusted_schema = OFF")
            try connection.execute(sql: "PRAGMA cell_size_check = ON")
            // Overwrites deleted data, so that deleted items do not remain in free pages.
            try connection.execute(sql: "PRAGMA secure_delete = ON")
            try connection.execute(sql: "PRAGMA fullfsync = ON")
        }
        return configuration
    }

    /// Checks the file before anything is changed.
    private static func checkOwner(_ connection: Database) throws {
        let version = try connection.schemaNumber()
        guard version <= Migration.all.count else { throw KeychainFileError.newerSchema(version) }
        let owner = try Int32.fetchOne(connection, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(connection, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard owner == applicationID || (owner == 0 && tables == 0) else { throw KeychainFileError.foreign }
    }
}

/// The reason why a file is not a keychain of this program.
enum KeychainFileError: Error, CustomStringConvertible {
    case newerSchema(Int)
    case foreign

    var description: String {
        switch self {
        case .newerSchema(let version): "it has schema version \(version); this program supports up to \(Migration.all.count)"
        case .foreign: "it belongs to another program"
        }
    }
}

/// A file that only its owner can read and write.
enum OwnersFile {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Creates an empty file. Has no effect if the path exists.
    static func createIfMissing(_ path: String) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 {
            guard errno == EEXIST else { throw Failure(description: String(cString: strerror(errno))) }
            return
        }
        close(descriptor)
    }
}
