import Secrets

/// Where accounts are kept. Only the command opens a store; the server is handed one.
package enum StoreConfiguration: Hashable, Sendable {
    /// The path of the SQLite file.
    case sqlite(path: String)
    /// A database for any number of servers, a standby of it that checks sessions, how many connections this server holds to each, and
    /// whether an address may ask for less than a verified server.
    case postgreSQL(DatabaseAddress, replica: DatabaseAddress? = nil, connections: Int, unverifiedTLS: Bool = false)

    /// As many as keep two processors of a database busy while each waits for its disk.
    package static let defaultConnections = 8

    /// Whether a text names a PostgreSQL database, and not a file.
    package static func isDatabaseAddress(_ text: String) -> Bool {
        DatabaseAddress.schemes.contains { text.hasPrefix($0) }
    }
}

/// The connection URI of a PostgreSQL database. It may hold a password, so it prints nothing.
package struct DatabaseAddress: Hashable, Sendable, Redacted {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    package func reveal() -> String { text }

    static let schemes = ["postgres://", "postgresql://"]
}
