#if PostgreSQL
package import AccountStore
import Accounts

extension PostgreSQLAccountStore {
    /// Copies all rows of another store, compares the result with the source cell by cell, and commits. Everything is one
    /// transaction, so a failure leaves nothing behind. Returns the number of rows of each table.
    ///
    /// `giving` calls its argument once with the rows, on the calling thread, which it blocks.
    ///
    /// - Parameter isPrepared: whether the source is prepared (``StoreEngine/isPrepared()``). Otherwise it may be a restored copy, and
    ///   a server prepares this store.
    ///
    /// Throws `failed` if this store is not empty or a copied row differs from its source.
    package func copy(
        from giving: @escaping @Sendable (@escaping (@escaping StoreRows) throws -> Void) throws -> Void,
        isPrepared: Bool = false,
        progress: @escaping @Sendable (StoreTable, Int) -> Void
    ) async throws -> [(table: StoreTable, count: Int)] {
        try await write { connection in
            try connection.requireEmptiness()
            var counts: [(table: StoreTable, count: Int)] = []
            try giving { source in
                for table in StoreTable.all {
                    let count = try connection.insert(rowsOf: table, from: source)
                    try connection.compare(table, with: source, count: count)
                    progress(table, count)
                    counts.append((table, count))
                }
            }
            try connection.queue("DELETE FROM store_identities")
            if isPrepared { try connection.queue("INSERT INTO store_identities (identity) VALUES (\(Connection.identity))") }
            return counts
        }
    }
}

extension Connection {
    fileprivate func requireEmptiness() throws {
        for table in StoreTable.all {
            let isEmpty: Bool? = try first("SELECT NOT EXISTS (SELECT FROM \(table.name))") { try $0.next() }
            guard isEmpty == true else {
                throw StoreError(.failed, reason: "the table \(table.name) is not empty; copy into an empty database")
            }
        }
    }

    fileprivate func insert(rowsOf table: StoreTable, from source: StoreRows) throws -> Int {
        let places = table.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let sql = "INSERT INTO \(table.name) (\(table.columnList)) OVERRIDING SYSTEM VALUE VALUES (\(places))"
        var count = 0
        try source(table) { cells in
            try self.queue(sql, zip(table.columns, cells).map { Parameter($0.kind, $1) })
            count += 1
        }
        if table.numbering != .none {
            try execute(
                "SELECT setval(pg_get_serial_sequence($1, 'number'), greatest(1, (SELECT max(number) FROM \(table.name))))",
                [table.name])
        }
        return count
    }

    /// Reads the rows back in the order of their key and compares each with the source.
    fileprivate func compare(_ table: StoreTable, with source: StoreRows, count: Int) throws {
        try execute(
            "DECLARE copied NO SCROLL CURSOR FOR SELECT \(table.columnList) FROM \(table.name) ORDER BY \(table.keyList)"
        )
        var page: [[StoreCell]] = []
        var compared = 0
        try source(table) { cells in
            if page.isEmpty {
                page = try self.all("FETCH 1000 FROM copied") { columns in
                    try table.columns.map { try columns.nextCell($0.kind) }
                }.reversed()
            }
            guard page.popLast() == cells else {
                throw StoreError(.failed, reason: "row \(compared + 1) of \(table.name) differs from the source")
            }
            compared += 1
        }
        let rest = try all("FETCH 1 FROM copied") { _ in 1 }
        guard page.isEmpty, rest.isEmpty, compared == count else {
            throw StoreError(.failed, reason: "\(table.name) has other rows than the source")
        }
        try execute("CLOSE copied")
    }
}
#endif
