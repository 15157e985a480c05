import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

/// One row of `items` as it stands in the file.
struct ItemRow: Sendable {
    let number: Int64
    let reference: PersistentReference
    let itemClass: ItemClass
    let availability: Accessibility.Availability
    let description: [UInt8]
    /// The set of fingers or faces that the item dies with.
    let biometricSet: Int64?
    let data: StoredData?
    let key: StoredKey?

    /// A value, or how long it is.
    struct StoredData: Sendable {
        let key: WrappedKey
        /// Sealed, in bytes.
        let length: Int
        /// Absent where it is long: it is fetched when it is wanted.
        let data: Sealed?
    }

    struct StoredKey: Sendable {
        /// The blob under the key of the class.
        let sealedBlob: [UInt8]
        /// Of the app's password; absent: the app gave none.
        let salt: [UInt8]?
        let publicKey: P256PublicKey
    }

    /// In the order in which ``init(_:)`` reads them: by place, because looking for a name takes longer than reading.
    static let columns = """
        number, reference, class, availability, biometric_set, description, data_key, length(data) AS data_length,
        CASE WHEN length(data) <= \(longestInline) THEN data END AS data, enclave_key, key_salt, public_key
        """

    /// Of a sealed value that is read with its row, in bytes.
    private static let longestInline = 16_384

    /// Throws where the row holds what no version of this program writes.
    init(_ row: Row) throws {
        guard let reference = try row.octets(at: 1).flatMap({ PersistentReference($0) }),
            let itemClass = ItemClass(rawValue: row[2]),
            let availability = Accessibility.Availability(rawValue: row[3]),
            let description = try row.octets(at: 5)
        else { throw DamagedRow() }
        number = row[0]
        self.reference = reference
        self.itemClass = itemClass
        self.availability = availability
        biometricSet = row[4]
        self.description = description
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

/// A row that no version of this program wrote.
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

    /// Puts the digests of the indexed attributes in the place of those that the item had.
    func index(_ attributes: ItemAttributes, of itemClass: ItemClass, item: Int64, digests: AttributeDigests) throws {
        try execute(cached: "DELETE FROM item_attributes WHERE item = ?", [item])
        for name in attributes.names where itemClass.indexed.contains(name) {
            guard let value = attributes[name] else { continue }
            try execute(
                cached: "INSERT INTO item_attributes (item, name, digest) VALUES (?, ?, ?)",
                [item, name.rawValue, Data(digests.digest(of: value, as: name))])
        }
    }

    /// The items that a query may mean, in the order in which they were added, as many as that behind a number: all that can be said without opening one.
    func candidates(
        for query: ItemQuery, of app: App, set: Int64, digests: AttributeDigests, after number: Int64, atMost limit: Int
    ) throws -> [ItemRow] {
        var conditions = ["(biometric_set IS NULL OR biometric_set = ?)", "number > ?"]
        var arguments: StatementArguments = [set, number]
        var isChosen = false
        if let itemClass = query.itemClass {
            conditions.append("class = ?")
            arguments += [itemClass.rawValue]
            let wanted = query.attributes.names.filter(itemClass.indexed.contains).compactMap { name in
                query.attributes[name].map { (name, Data(digests.digest(of: $0, as: name))) }
            }
            if let (_, first) = wanted.first {
                isChosen = true
                conditions.append("number IN (SELECT item FROM item_attributes WHERE digest = \(Self.rare(among: wanted.count)))")
                if wanted.count > 1 { for (_, digest) in wanted { arguments += [digest, digest] } }
                arguments += [first]
            }
            for (name, digest) in wanted where wanted.count > 1 {
                conditions.append("EXISTS (SELECT 1 FROM item_attributes WHERE item = number AND name = ? AND digest = ?)")
                arguments += [name.rawValue, digest]
            }
        }
        let groups = query.accessGroup.map { [$0] } ?? app.accessGroups
        // By the index of groups only where no attribute chooses: the plus keeps SQLite from it.
        conditions.append("\(isChosen ? "+" : "")access_group IN (\(Self.marks(groups.count)))")
        arguments += groups.map { Data(digests.digest(of: $0)) }.arguments
        if let accessibility = query.accessibility {
            conditions.append("accessibility = ?")
            arguments += [accessibility.rawValue]
        }
        if query.synchronization != .either {
            conditions.append("synchronized = ?")
            arguments += [query.synchronization == .synchronized]
        }
        if !query.references.isEmpty {
            conditions.append("reference IN (\(Self.marks(query.references.count)))")
            arguments += query.references.map { Data($0.bytes) }.arguments
        }
        let sql =
            "SELECT \(ItemRow.columns) FROM items WHERE \(conditions.joined(separator: " AND ")) ORDER BY number LIMIT \(limit)"
        // Each number of references makes another statement: those of many are not kept.
        return try items(query.references.count < 2 ? cachedStatement(sql: sql) : makeStatement(sql: sql), arguments)
    }

    /// The items of apps that synchronise, as many as that behind a number.
    func synchronizedItems(digests: AttributeDigests, after number: Int64, atMost limit: Int) throws -> [ItemRow] {
        let leaving = Accessibility.allCases.filter { !$0.isThisDeviceOnly }
        let sql = """
            SELECT \(ItemRow.columns) FROM items
            WHERE number > ? AND synchronized = 1 AND enclave_key IS NULL AND access_group <> ?
                AND accessibility IN (\(Self.marks(leaving.count)))
            ORDER BY number LIMIT ?
            """
        let arguments: StatementArguments = [number, Data(digests.digest(of: .webCredentials))]
        return try items(cachedStatement(sql: sql), arguments + StatementArguments(leaving.map(\.rawValue)) + [limit])
    }

    func item(primaryKey: [UInt8]) throws -> ItemRow? {
        try items(
            cachedStatement(sql: "SELECT \(ItemRow.columns) FROM items WHERE primary_key = ?"), [Data(primaryKey)]
        ).first
    }

    /// Each row is read where it is: a row that is fetched whole is copied first.
    private func items(_ statement: Statement, _ arguments: StatementArguments) throws -> [ItemRow] {
        try Array(Row.fetchCursor(statement, arguments: arguments).map { try ItemRow($0) })
    }

    /// The first of some digests that few items have, else the first: an account that is everywhere, or a service of thousands, chooses nothing.
    ///
    /// They are counted within the statement that needs it, because every statement takes a lock on the file and gives it back, and no further than
    /// to twenty. Where there are several, each is an argument twice, and then the first once more.
    private static func rare(among count: Int) -> String {
        guard count > 1 else { return "?" }
        let isRare = "WHEN (SELECT count(*) FROM (SELECT 1 FROM item_attributes WHERE digest = ? LIMIT 20)) < 20 THEN ?"
        return "CASE \(Array(repeating: isRare, count: count).joined(separator: " ")) ELSE ? END"
    }

    private static func marks(_ count: Int) -> String {
        Array(repeating: "?", count: count).joined(separator: ", ")
    }
}

extension [Data] {
    /// As optional existentials GRDB takes them as they are; an array of plain values it maps by a key path that it makes each time.
    fileprivate var arguments: StatementArguments { StatementArguments(map { $0 as (any DatabaseValueConvertible)? }) }
}

/// Statements are compiled once for each connection and kept: compiling one costs more than running it.
extension Database {
    func execute(cached sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func rows(cached sql: String, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }
}
