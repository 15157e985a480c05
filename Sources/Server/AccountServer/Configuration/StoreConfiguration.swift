import Secrets

/// The store of the accounts. The command opens it and passes it to the server.
package enum StoreConfiguration: Hashable, Sendable {
    /// The path of the SQLite file.
    case sqlite(path: String)
    /// A database that several servers can share, an optional standby that checks sessions, the number of connections to each,
    /// and whether an address may request less than a verified server.
    case postgreSQL(DatabaseAddress, replica: DatabaseAddress? = nil, connections: Int, unverifiedTLS: Bool = false)

    /// The default number of connections, which is enough to keep two processors of a database busy while some connections wait for
    /// the disk.
    package static let defaultConnections = 8

    /// Returns whether a text is the address of a PostgreSQL database rather than a path.
    package static func isDatabaseAddress(_ text: String) -> Bool {
        DatabaseAddress.schemes.contains { text.hasPrefix($0) }
    }
}

/// The connection URI of a PostgreSQL database. Its description is redacted, because it may contain a password.
package struct DatabaseAddress: Hashable, Sendable, Redacted {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    package func reveal() -> String { text }

    static let schemes = ["postgres://", "postgresql://"]
}
