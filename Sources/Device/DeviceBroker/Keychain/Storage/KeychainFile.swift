package import DeviceProtocol
import Glibc
import GRDB

/// The file that holds the keychain, opened.
package final class KeychainFile: Sendable {
    /// `Ltky` in ASCII: SQLite's `application_id`, by which a file says whose it is.
    static let applicationID: Int32 = 0x4C74_6B79

    let database: any DatabaseWriter
    private let commits: GroupCommit

    private init(_ database: any DatabaseWriter) {
        self.database = database
        commits = GroupCommit(database)
    }

    /// One change, all of it or nothing, durable when this returns. Threads that write at the same time share the disk's confirmation.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) throws -> Value {
        try commits.perform(body)
    }

    /// Empties the write-ahead log, once everything in it stands in the file: nothing that was overwritten can be read there any more. Throws `unavailable`
    /// where that cannot be done now; every start does it again.
    func truncateLog() throws(DeviceRefusal) {
        do {
            _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        } catch {
            throw .unavailable("the keychain's log cannot be emptied: \(error)")
        }
    }

    /// Empties the log and closes the file, which is of no more use then.
    package func close() throws(DeviceRefusal) {
        try truncateLog()
        do {
            try database.close()
        } catch {
            throw .unavailable("the keychain cannot be closed: \(error)")
        }
    }

    /// Opens the file at `path`, or creates it, readable and writable by its owner alone. Its folder must exist.
    ///
    /// Throws `unavailable` where it cannot be opened, belongs to another program, or was changed by a newer version; the file is then
    /// as it was. What is acknowledged survives the loss of power.
    package static func open(path: String) throws(DeviceRefusal) -> KeychainFile {
        do {
            try OwnersFile.createIfMissing(path)
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { connection in
                // GRDB sets NORMAL when it turns on the write-ahead log, and that can lose acknowledged commits with the power.
                try connection.execute(sql: "PRAGMA synchronous = FULL")
                try connection.migrate()
            }
            return KeychainFile(pool)
        } catch {
            throw .unavailable("the keychain \(path) cannot be opened: \(error)")
        }
    }

    /// A keychain that is gone with the value.
    package static func inMemory() throws(DeviceRefusal) -> KeychainFile {
        do {
            let queue = try DatabaseQueue(configuration: configuration)
            try queue.writeWithoutTransaction { try $0.migrate() }
            return KeychainFile(queue)
        } catch {
            throw .unavailable("no keychain in memory: \(error)")
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { connection in
            try checkOwner(connection)
            try connection.execute(sql: "PRAGMA trusted_schema = OFF")
            try connection.execute(sql: "PRAGMA cell_size_check = ON")
            // What is deleted is overwritten: a deleted item leaves nothing behind in free pages.
            try connection.execute(sql: "PRAGMA secure_delete = ON")
            try connection.execute(sql: "PRAGMA fullfsync = ON")
        }
        return configuration
    }

    /// Looks before anything is changed.
    private static func checkOwner(_ connection: Database) throws {
        let version = try connection.schemaNumber()
        guard version <= Migration.all.count else { throw KeychainFileError.newerSchema(version) }
        let owner = try Int32.fetchOne(connection, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(connection, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard owner == applicationID || (owner == 0 && tables == 0) else { throw KeychainFileError.foreign }
    }
}

/// Why a file is no keychain of ours.
enum KeychainFileError: Error, CustomStringConvertible {
    case newerSchema(Int)
    case foreign

    var description: String {
        switch self {
        case .newerSchema(let version): "it has schema \(version), this program knows schemas up to \(Migration.all.count)"
        case .foreign: "it is a database of another program"
        }
    }
}

/// A file that its owner alone can read and write.
enum OwnersFile {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Creates it empty. Nothing happens where there is something of that name already.
    static func createIfMissing(_ path: String) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 {
            guard errno == EEXIST else { throw Failure(description: String(cString: strerror(errno))) }
            return
        }
        close(descriptor)
    }
}
