internal import Foundation
internal import GRDBSQLite
internal import Secrets
internal import Synchronization

/// The minimum cost of a durable row in SQLite: one table with one unique key, no sealing, a prepared statement, each row a commit.
///
/// The row has the length and durability of the keychain's for the same password: a write-ahead log, fully synchronous.
enum PlainRows {
    /// A description, a wrapped key and a sealed value, as the keychain has them for a password of 32 bytes.
    private static let valueLength = 420

    static func adding(_ place: Place, _ writers: Int) throws -> Cost {
        let table = try Table(place.file("plain.sqlite"))
        return try Cost(writers: writers) { try table.insert(key: Array(UUID().uuidString.utf8), value: valueLength) }
    }

    static func finding(_ place: Place, _ writers: Int) throws -> Cost {
        let table = try Table(place.file("plain-\(getpid()).sqlite"))
        for number in 0..<1_000 { try table.insert(key: Array("user-\(number)".utf8), value: valueLength) }
        return try Cost(writers: writers) { try table.find(key: Array("user-\(Int.random(in: 0..<1_000))".utf8)) }
    }

    /// The same, and the decryption of the three sealed parts of an item: its description, the key of its value, and the value.
    static func findingAndOpening(_ place: Place, _ writers: Int) throws -> Cost {
        let table = try Table(place.file("plain-\(getpid()).sqlite"))
        for number in 0..<1_000 { try table.insert(key: Array("user-\(number)".utf8), value: valueLength) }
        let random = SystemRandomBytes()
        guard let key = SealingKey(ofOneValue: SecretBytes(random.bytes(MasterKey.byteCount))) else { throw Place.Missing() }
        let item = [UInt8](repeating: 1, count: 24)
        let parts = try [200, 32, 32].map { length in
            try key.seal([UInt8](repeating: 1, count: length), boundTo: item, random: random)
        }
        return try Cost(writers: writers) {
            try table.find(key: Array("user-\(Int.random(in: 0..<1_000))".utf8))
            for part in parts { _ = try key.open(part, boundTo: item) }
        }
    }
}

/// One connection, one statement at a time.
private final class Table: Sendable {
    private struct Handles {
        let database: UInt
        let insert: UInt
        let find: UInt
    }

    private let handles: Mutex<Handles>

    init(_ path: String) throws {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK else { throw Place.Missing() }
        let setUp = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            CREATE TABLE IF NOT EXISTS rows (number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, value BLOB NOT NULL) STRICT;
            """
        guard sqlite3_exec(database, setUp, nil, nil, nil) == SQLITE_OK else { throw Place.Missing() }
        func prepared(_ sql: String) throws -> UInt {
            var statement: OpaquePointer?
            guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw Place.Missing() }
            return UInt(bitPattern: statement)
        }
        handles = Mutex(
            Handles(
                database: UInt(bitPattern: database), insert: try prepared("INSERT INTO rows (key, value) VALUES (?, ?)"),
                find: try prepared("SELECT value FROM rows WHERE key = ?")))
    }

    func insert(key: [UInt8], value: Int) throws {
        let value = [UInt8](repeating: 1, count: value)
        try handles.withLock { handles in
            try Self.step(handles.insert, [key, value], SQLITE_DONE)
        }
    }

    func find(key: [UInt8]) throws {
        try handles.withLock { handles in
            try Self.step(handles.find, [key], SQLITE_ROW)
        }
    }

    private static func step(_ statement: UInt, _ values: [[UInt8]], _ wanted: Int32) throws {
        let statement = OpaquePointer(bitPattern: statement)
        defer { sqlite3_reset(statement) }
        // Copied by SQLite: -1 is its SQLITE_TRANSIENT, which is a macro.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, value) in values.enumerated() {
            sqlite3_bind_blob(statement, Int32(index + 1), value, Int32(value.count), copied)
        }
        guard sqlite3_step(statement) == wanted else { throw Place.Missing() }
        if wanted == SQLITE_ROW {
            consume(
                Array(
                    UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, 0), count: Int(sqlite3_column_bytes(statement, 0)))
                ))
        }
    }

    @inline(never)
    private static func consume(_ bytes: [UInt8]) {}
}
