import Accounts
import GRDB

/// How a file says whose it is: SQLite's `application_id`, bytes 68 to 71 of the header.
enum StoreIdentity {
    /// `Ltch` in ASCII.
    static let applicationID: Int32 = 0x4C74_6368

    /// Looks before anything is changed. Throws ``StoreError`` for a file of another application, or of a newer version of this one.
    static func check(_ connection: Database) throws {
        let version = try connection.schemaNumber()
        guard version <= Migration.all.latest else { throw StoreError.newerSchema(version) }
        switch try Int32.fetchOne(connection, sql: "PRAGMA application_id") ?? 0 {
        case applicationID: return
        case 0 where version == 0:
            // A new file has nothing in it yet. Anything else without a mark belongs to somebody.
            let tables = try Int.fetchOne(connection, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            guard tables == 0 else { throw foreign }
        default: throw foreign
        }
    }

    private static var foreign: StoreError {
        StoreError(.unavailable, reason: "the file is a database of another application")
    }
}
