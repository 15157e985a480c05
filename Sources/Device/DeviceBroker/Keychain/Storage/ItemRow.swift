import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

/// A row of the table `items`.
struct ItemRow: Sendable {
    let number: Int64
    let reference: PersistentReference
    let itemClass: ItemClass
    let availability: Accessibility.Availability
    /// The sealed description. Empty if it is long and the row was read with ``Columns/short``.
    let description: [UInt8]
    /// The biometric set that the item is bound to.
    let biometricSet: Int64?
    let data: StoredData?
    let key: StoredKey?

    /// A stored value, or its length if it is long.
    struct StoredData: Sendable {
        let key: WrappedKey
        /// The length of the sealed value, in bytes.
        let length: Int
        /// The sealed value. Nil for a long value, which is read separately.
        let data: Sealed?
    }

    struct StoredKey: Sendable {
        /// The blob, sealed under the class key.
        let sealedBlob: [UInt8]
        /// The salt of the app's password. Nil if the app set none.
        let salt: [UInt8]?
        let publicKey: P256PublicKey
    }

    /// The columns in the order in which ``init(_:)`` reads them by index, because a lookup by name takes longer than reading.
    struct Columns {
        /// Without a long value.
        static let whole = Columns(description: "description")
        /// Without a long value or description.
        static let short = Columns(description: "CASE WHEN length(description) <= \(longestInline) THEN description END")

        let sql: String

        private init(description: String) {
            sql = """
                number, reference, class, availability, biometric_set, \(description), data_key, length(data) AS data_length,
                CASE WHEN length(data) <= \(Self.longestInline) THEN data END AS data, enclave_key, key_salt, public_key
                """
        }

        /// The maximum length of a sealed value or description that is read with its row, in bytes.
        private static let longestInline = 16_384
    }

    /// Decodes a row. Throws if the row contains a value that no version of this program writes.
    init(_ row: Row) throws {
        guard let reference = try row.octets(at: 1).flatMap({ PersistentReference($0) }),
            let itemClass = ItemClass(rawValue: row[2]),
            let availability = Accessibility.Availability(rawValue: row[3])
        else { throw DamagedRow() }
        number = row[0]
        self.reference = reference
        self.itemClass = itemClass
        self.availability = availability
        biometricSet = row[4]
        description = try row.octets(at: 5) ?? []
        if let keyColumn = try row.octets(at: 6), let length = row[7] as Int? {
            guard let key = try? WrappedKey(message: keyColumn) else { throw DamagedRow() }
            do {
                data = StoredData(key: key, length: length, data: try row.octets(at: 8).map { try Sealed(bytes: $0) })
            } catch {
                throw DamagedRow()
            }
        } else {
            data = nil
        }
        if let sealedBlob = try row.octets(at: 9), let bytes = try row.octets(at: 11) {
            guard let publicKey = P256PublicKey(x963: bytes) else { throw DamagedRow() }
            key = StoredKey(sealedBlob: sealedBlob, salt: try row.octets(at: 10), publicKey: publicKey)
        } else {
            key = nil
        }
    }
}

/// The error for a row that no version of this program wrote.
struct DamagedRow: Error {}

extension Row {
    func octets(_ column: String) throws -> [UInt8] {
        guard let octets = optionalOctets(column) else { throw DamagedRow() }
        return octets
    }

    func optionalOctets(_ column: String) -> [UInt8]? {
        (self[column] as Data?).map { [UInt8]($0) }
    }

    func octets(at place: Int) throws -> [UInt8]? {
        try withUnsafeData(atIndex: place) { $0.map { [UInt8]($0) } }
    }
}

extension Database {
    func insert(_ item: NewItem, sealedDescription: [UInt8], biometricSet: Int64?, digests: AttributeDigests) throws {
        let description = item.description
        try check(isPresent: item.place.classKey, for: item.availability)
        try execute(
            cached: """
                INSERT INTO items (reference, class, primary_key, access_group, availability, accessibility, synchronized, biometric_set,
                    description, data_key, data, enclave_key, key_salt, public_key)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            [
                Data(item.reference.bytes), item.itemClass.rawValue,
                Data(digests.primaryKey(of: item.itemClass, description)),
                Data(digests.digest(of: description.accessGroup)), item.availability.rawValue,
                description.accessControl.accessibility.rawValue, description.isSynchronized, biometricSet, Data(sealedDescription),
                (item.data?.key.message).map { Data($0) }, (item.data?.dataColumn).map { Data($0) },
                (item.key?.sealedBlob).map { Data($0) }, (item.key?.salt).map { Data($0) },
                (item.key?.publicKey.x963).map { Data($0) },
            ])
        try index(description.attributes, of: item.itemClass, item: lastInsertedRowID, digests: digests)
    }

    /// Replaces the digests of the item's indexed attributes.
    func index(_ attributes: ItemAttributes, of itemClass: ItemClass, item: Int64, digests: AttributeDigests) throws {
        try execute(cached: "DELETE FROM item_attributes WHERE item = ?", [item])
        for name in attributes.names where itemClass.indexed.contains(name) {
            guard let value = attributes[name] else { continue }
            try execute(
                cached: "INSERT INTO item_attributes (item, name, digest) VALUES (?, ?, ?)",
                [item, name.rawValue, Data(digests.digest(of: value, as: name))])
        }
    }

    /// Returns at most `limit` items after `number` that may match a query, in the order in which they were added. Checks
    /// everything that is possible without opening an item.
    func candidates(
        _ columns: ItemRow.Columns, for query: ItemQuery, of app: App, set: Int64, digests: AttributeDigests, after number: Int64,
        atMost limit: Int
    ) throws -> [ItemRow] {
        var source = "items"
        var position = "number"
        var conditions: [String] = []
        var arguments: [(any DatabaseValueConvertible)?] = []
        if let itemClass = query.itemClass {
            conditions.append("class = ?")
            arguments.append(itemClass.rawValue)
            let wanted = query.attributes.names.filter(itemClass.indexed.contains).compactMap { name in
                query.attributes[name].map { (name, Data(digests.digest(of: $0, as: name))) }
            }
            let isChosen = query.references.isEmpty && !wanted.isEmpty
            if isChosen {
                // A join, because SQLite copies the rows of a subquery to a temporary table. CROSS JOIN fixes the order.
                source = "item_attributes AS chosen CROSS JOIN items ON number = chosen.item"
                position = "chosen.item"
                conditions.append("chosen.digest = \(Self.rare(among: wanted.count))")
                for (_, digest) in wanted where wanted.count > 1 {
                    arguments.append(digest)
                    arguments.append(digest)
                }
                arguments.append(wanted[0].1)
            }
            for (name, digest) in wanted where !isChosen || wanted.count > 1 {
                conditions.append("EXISTS (SELECT 1 FROM item_attributes WHERE item = number AND name = ? AND digest = ?)")
                arguments.append(name.rawValue)
                arguments.append(digest)
            }
        }
        conditions.append("\(position) > ? AND (biometric_set IS NULL OR biometric_set = ?)")
        arguments.append(number)
        arguments.append(set)
        let groups = query.accessGroup.map { [$0] } ?? app.accessGroups
        conditions.append("access_group IN (\(Self.marks(groups.count)))")
        for group in groups { arguments.append(Data(digests.digest(of: group))) }
        if let accessibility = query.accessibility {
            conditions.append("accessibility = ?")
            arguments.append(accessibility.rawValue)
        }
        if query.synchronization != .either {
            conditions.append("synchronized = ?")
            arguments.append(query.synchronization == .synchronized)
        }
        if !query.references.isEmpty {
            conditions.append("reference IN (\(Self.marks(query.references.count)))")
            for reference in query.references { arguments.append(Data(reference.bytes)) }
        }
        arguments.append(limit)
        let sql =
            "SELECT \(columns.sql) FROM \(source) WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(position) LIMIT ?"
        // Each number of references is a different statement; statements with several are not cached.
        return try items(
            query.references.count < 2 ? cachedStatement(sql: sql) : makeStatement(sql: sql), StatementArguments(arguments))
    }

    /// Returns at most `limit` synchronized items of apps, and passkeys, after `number`. The internet passwords of the system's group
    /// are saved passwords.
    func synchronizedItems(digests: AttributeDigests, after number: Int64, atMost limit: Int) throws -> [ItemRow] {
        let leaving = Accessibility.allCases.filter { !$0.isThisDeviceOnly }
        let sql = """
            SELECT \(ItemRow.Columns.whole.sql) FROM items
            WHERE number > ? AND synchronized = 1 AND enclave_key IS NULL AND (access_group <> ? OR class <> ?)
                AND accessibility IN (\(Self.marks(leaving.count)))
            ORDER BY number LIMIT ?
            """
        let arguments: StatementArguments = [
            number, Data(digests.digest(of: .webCredentials)), ItemClass.internetPassword.rawValue,
        ]
        return try items(cachedStatement(sql: sql), arguments + StatementArguments(leaving.map(\.rawValue)) + [limit])
    }

    func item(primaryKey: [UInt8]) throws -> ItemRow? {
        try items(
            cachedStatement(sql: "SELECT \(ItemRow.Columns.whole.sql) FROM items WHERE primary_key = ?"), [Data(primaryKey)]
        ).first
    }

    /// Decodes each row in place, because fetching a whole row copies it first.
    private func items(_ statement: Statement, _ arguments: StatementArguments) throws -> [ItemRow] {
        try Array(Row.fetchCursor(statement, arguments: arguments).map { try ItemRow($0) })
    }

    /// Returns the expression that selects the first digest that fewer than 20 items have, or the first one. A common account, or a
    /// service with thousands of items, does not narrow the search.
    ///
    /// The search for the twentieth is a part of the statement, because every statement locks and unlocks the file. With several
    /// digests, each is passed twice as an argument, followed by the first.
    private static func rare(among count: Int) -> String {
        guard count > 1 else { return "?" }
        let isRare = "WHEN (SELECT 1 FROM item_attributes WHERE digest = ? LIMIT 1 OFFSET 19) IS NULL THEN ?"
        return "CASE \(Array(repeating: isRare, count: count).joined(separator: " ")) ELSE ? END"
    }

    private static func marks(_ count: Int) -> String {
        Array(repeating: "?", count: count).joined(separator: ", ")
    }
}

/// Statements are compiled once per connection and cached, because compiling one costs more than running it.
extension Database {
    func execute(cached sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func rows(cached sql: String, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }
}
