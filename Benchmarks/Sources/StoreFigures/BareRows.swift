internal import Accounts
internal import GRDBSQLite
internal import InternetAddresses
internal import PasswordHashing
internal import Secrets
internal import Synchronization

/// The cost of a sign-up's rows in SQLite alone: the tables of the store, prepared statements, a fully synchronous write-ahead log,
/// and a commit for a number of accounts.
final class BareRows: Sendable {
    private struct Handles {
        let database: UInt
        let statements: [UInt]
    }

    private let handles: Mutex<Handles>

    private static let statements = [
        "BEGIN IMMEDIATE",
        "INSERT INTO accounts (id, name, name_key, created_at, password_changed_at) VALUES (?, ?, ?, ?, ?)",
        "INSERT INTO passwords (account, hash, version) VALUES (?, ?, 1)",
        """
        INSERT INTO sessions (
            id, digest, account, created_at, last_used_at, authenticated_at, idle_expiry, absolute_expiry, client_name, client_address,
            last_address
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        "INSERT INTO devices (digest, account, session, last_used_at) VALUES (?, ?, ?, ?)",
        """
        INSERT INTO events (id, kind, account, at, client_name, client_address)
        VALUES (?, (SELECT number FROM event_kinds WHERE name = 'account-created'), ?, ?, ?, ?)
        """,
        "COMMIT",
    ]

    init(_ path: String) throws {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK,
            sqlite3_exec(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", nil, nil, nil)
                == SQLITE_OK
        else { throw Failure(reason: "no SQLite over \(path)") }
        let prepared = try Self.statements.map { sql in
            var statement: OpaquePointer?
            guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
                throw Failure(reason: String(cString: sqlite3_errmsg(database)))
            }
            return UInt(bitPattern: statement)
        }
        handles = Mutex(Handles(database: UInt(bitPattern: database), statements: prepared))
    }

    /// Inserts accounts in one transaction.
    func insert(_ accounts: [MadeAccount]) throws {
        try handles.withLock { handles in
            try Self.step(handles.statements[0], [])
            for made in accounts { try Self.insert(made, handles) }
            try Self.step(handles.statements[6], [])
        }
    }

    private static func insert(_ made: MadeAccount, _ handles: Handles) throws {
        try step(handles.statements[1], values(of: made.account))
        let number = sqlite3_last_insert_rowid(OpaquePointer(bitPattern: handles.database))
        try step(handles.statements[2], [.number(number), .text(made.hash.phc)])
        try step(handles.statements[3], values(of: made.opening, account: number))
        try step(
            handles.statements[4],
            [
                .octets(made.opening.device.digest.bytes), .number(number), .octets(made.opening.session.id.bytes),
                .number(made.opening.device.lastUsedAt.milliseconds),
            ])
        try step(
            handles.statements[5],
            [
                .octets(made.opening.event.id.bytes), .number(number), .number(made.opening.event.at.milliseconds),
                .text(made.opening.event.client.deviceName), .octets(Array(made.opening.event.client.address.octets)),
            ])
    }

    private static func values(of account: Account) -> [Value] {
        [
            .octets(account.id.bytes), .text(account.userName?.text ?? ""), .text(account.userName?.key.text ?? ""),
            .number(account.createdAt.milliseconds), .number(account.createdAt.milliseconds),
        ]
    }

    private static func values(of opening: SessionOpening, account: Int64) -> [Value] {
        let session = opening.session
        return [
            .octets(session.id.bytes), .octets(opening.digest.bytes), .number(account), .number(session.createdAt.milliseconds),
            .number(session.lastUsedAt.milliseconds), .number(session.authenticatedAt.milliseconds),
            .number(session.expiry.idle.milliseconds), .number(session.expiry.absolute.milliseconds),
            .text(session.client.deviceName), .octets(Array(session.client.address.octets)),
            .octets(Array(session.lastAddress.octets)),
        ]
    }

    private enum Value {
        case number(Int64)
        case octets([UInt8])
        case text(String)
    }

    private static func step(_ statement: UInt, _ values: [Value]) throws {
        let statement = OpaquePointer(bitPattern: statement)
        defer { sqlite3_reset(statement) }
        // Copied by SQLite: -1 is its SQLITE_TRANSIENT, which is a macro.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, value) in values.enumerated() {
            switch value {
            case .number(let number): sqlite3_bind_int64(statement, Int32(index + 1), number)
            case .octets(let octets): sqlite3_bind_blob(statement, Int32(index + 1), octets, Int32(octets.count), copied)
            case .text(let text): sqlite3_bind_text(statement, Int32(index + 1), text, -1, copied)
            }
        }
        guard sqlite3_step(statement) == SQLITE_DONE else { throw Failure(reason: "SQLite rejected a row") }
    }
}
