import DeviceProtocol
import FoundationEssentials
import GRDB

extension Database {
    func insert(_ item: NewItem, sealedDescription: [UInt8], biometricSet: Int64?, digests: AttributeDigests) throws {
        let description = item.description
        try execute(
            sql: """
                INSERT INTO items (reference, class, primary_key, access_group, availability, accessibility, synchronized, biometric_set,
                    description, data_key, data, enclave_key, public_key)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                Data(item.reference.bytes), item.itemClass.rawValue,
                Data(
                    digests.primaryKey(
                        of: item.itemClass, description.attributes, group: description.accessGroup,
                        isSynchronized: description.isSynchronized)),
                Data(digests.digest(of: description.accessGroup)), item.availability.rawValue,
                description.accessControl.accessibility.rawValue, description.isSynchronized, biometricSet, Data(sealedDescription),
                (item.data?.keyColumn).map { Data($0) }, (item.data?.dataColumn).map { Data($0) },
                (item.key?.blob.bytes).map { Data($0) },
                (item.key?.publicKey.x963).map { Data($0) },
            ])
        try index(description.attributes, of: item.itemClass, item: lastInsertedRowID, digests: digests)
    }

    /// Puts the digests of the indexed attributes in the place of those that the item had.
    func index(_ attributes: ItemAttributes, of itemClass: ItemClass, item: Int64, digests: AttributeDigests) throws {
        try execute(sql: "DELETE FROM item_attributes WHERE item = ?", arguments: [item])
        for name in attributes.names where itemClass.indexed.contains(name) {
            guard let value = attributes[name] else { continue }
            try execute(
                sql: "INSERT INTO item_attributes (item, name, digest) VALUES (?, ?, ?)",
                arguments: [item, name.rawValue, Data(digests.digest(of: value, as: name))])
        }
    }

    /// The items that a query may mean, in the order in which they were added: all that can be said without opening one.
    func candidates(for query: ItemQuery, of app: App, set: Int64, digests: AttributeDigests) throws -> [ItemRow] {
        var conditions = ["(biometric_set IS NULL OR biometric_set = ?)"]
        var arguments: StatementArguments = [set]
        if let itemClass = query.itemClass {
            conditions.append("class = ?")
            arguments += [itemClass.rawValue]
            for name in query.attributes.names where itemClass.indexed.contains(name) {
                guard let value = query.attributes[name] else { continue }
                conditions.append("number IN (SELECT item FROM item_attributes WHERE digest = ?)")
                arguments += [Data(digests.digest(of: value, as: name))]
            }
        }
        let groups = query.accessGroup.map { [$0] } ?? app.accessGroups
        conditions.append("access_group IN (\(Self.marks(groups.count)))")
        arguments += StatementArguments(groups.map { Data(digests.digest(of: $0)) })
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
            arguments += StatementArguments(query.references.map { Data($0.bytes) })
        }
        let sql = "SELECT \(ItemRow.columns) FROM items WHERE \(conditions.joined(separator: " AND ")) ORDER BY number"
        return try Row.fetchAll(self, sql: sql, arguments: arguments).map(ItemRow.init)
    }

    private static func marks(_ count: Int) -> String {
        Array(repeating: "?", count: count).joined(separator: ", ")
    }
}
