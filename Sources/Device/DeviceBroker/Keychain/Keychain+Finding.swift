package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets
import Synchronization

extension Keychain {
    /// Finds items and opens the requested parts, with prompts if necessary. Items that do not fit into one response are left for
    /// the next one, unopened.
    ///
    /// Throws `notFound` if no item matches, and `interactionNotAllowed` if all matching items are locked; otherwise locked items
    /// are omitted. Throws `badRequest` for a mark that was not issued to this app.
    package func find(_ request: FindItems, for app: App, gate: AccessGate) throws(DeviceError) -> FoundItems {
        try steadily { () throws(DeviceError) in try findOnce(request, for: app, gate: gate) }
    }

    /// Finds all items, in as many responses as necessary. For the system, which limits the request itself.
    func findAll(_ request: FindItems, for app: App, gate: AccessGate) throws(DeviceError) -> [FoundItem] {
        var answer = try find(request, for: app, gate: gate)
        var items = answer.items
        while let mark = answer.mark {
            answer = try find(
                FindItems(query: request.query, limit: request.limit, returning: request.returning, after: mark), for: app,
                gate: gate)
            items += answer.items
        }
        return items
    }

    private func findOnce(_ request: FindItems, for app: App, gate: AccessGate) throws(DeviceError) -> FoundItems {
        let opensData = request.returning.contains(.data) || request.returning.contains(.reference)
        var items: [FoundItem] = []
        var size = 0
        var isAnyLocked = false
        var last: Int64?
        var rows = try candidates(
            for: request.query, of: app, after: try position(at: request.mark, for: app).number,
            expecting: Int(clamping: request.limit))
        while items.count < request.limit, let row = try rows.next() {
            guard let (place, description) = try described(row) else {
                isAnyLocked = true
                continue
            }
            guard description.attributes.contains(request.query.attributes) else { continue }
            if opensData, row.data != nil, gate.skips(description.accessControl) { continue }
            size += row.description.count + (opensData ? row.data?.length ?? 0 : 0)
            if let last, size > Self.fullAnswer {
                return FoundItems(items, mark: try mark(after: last, gate.oneShotContext, for: app))
            }
            let data = opensData ? try data(of: row, at: place, description, gate: gate) : nil
            items.append(
                FoundItem(
                    itemClass: row.itemClass, reference: row.reference,
                    description: request.returning.isDisjoint(with: [.attributes, .reference]) ? nil : description, data: data,
                    key: row.key.map { description.key(row.reference, $0) }))
            last = row.number
        }
        guard !items.isEmpty || request.mark != nil else { throw .item(isAnyLocked ? .interactionNotAllowed : .notFound) }
        return FoundItems(items)
    }

    /// The size of a full response in bytes: with another item it might not fit into a message.
    private static let fullAnswer = 1 << 20

    /// Returns an iterator over the items that may match a query. The first batch has at most as many rows as are `expected`.
    func candidates(
        for query: ItemQuery, of app: App, after number: Int64 = 0, expecting expected: Int = .max
    ) throws(DeviceError) -> Candidates {
        if let itemClass = query.itemClass { try query.attributes.check(for: itemClass) }
        if let group = query.accessGroup, !app.isIn(group) { throw .item(.missingEntitlement) }
        let set: Int64
        if let known = knownGeneration.withLock({ $0 }) { set = known } else { set = try currentGeneration() }
        return Candidates(keychain: self, query: query, app: app, set: set, last: number, expected: expected)
    }

    /// Returns a mark that seals the number of the last item and the temporary context of the request.
    private func mark(
        after number: Int64, _ context: ContextReference?, for app: App
    ) throws(DeviceError) -> FoundItems.Mark {
        do throws(SealingError) {
            let bytes = UInt64(bitPattern: number).bigEndianBytes + (context?.bytes ?? [])
            return FoundItems.Mark(try marks.seal(bytes, boundTo: app.identifier.message, random: random).bytes)
        } catch {
            throw .unavailable("cannot seal a mark: \(error)")
        }
    }

    /// Returns the position that a mark encodes. Throws `badRequest` for a mark that was not issued to this app.
    func position(at mark: FoundItems.Mark?, for app: App) throws(DeviceError) -> (number: Int64, context: ContextReference?) {
        guard let mark else { return (0, nil) }
        guard let opened = try? marks.open(Sealed(bytes: mark.bytes), boundTo: app.identifier.message) else {
            throw .badRequest("the mark is invalid for this app")
        }
        let bytes = opened.withBytes { Array($0) }
        return (bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }, ContextReference(Array(bytes.dropFirst(8))))
    }

    /// Returns the place and the description of an item; nil for a locked item.
    func described(_ row: ItemRow) throws(DeviceError) -> (DataSeal.Place, ItemDescription)? {
        guard ring.has(row.availability) else { return nil }
        let place = try place(row.reference, row.availability)
        return (place, try DescriptionSeal.open(row.description, at: place))
    }

    func data(
        of row: ItemRow, at place: DataSeal.Place, _ description: ItemDescription, gate: AccessGate
    ) throws(DeviceError) -> [UInt8]? {
        guard let stored = row.data else { return nil }
        let data = try gate.open(behind: description.accessControl, before: .readData) { (evidence) throws(DeviceError) in
            let sealed = try sealed(stored, of: row)
            return try DataSeal.open(
                sealed, at: place, enclave: enclave, authorization: authorization(evidence, behind: description.accessControl)
            ) { () throws(DeviceError) in try gate.applicationPassword() }
        }
        return data.withBytes { Array($0) }
    }

    /// Returns the sealed value with its key. Throws `notFound` if the value is long and the item was deleted meanwhile.
    func sealed(_ stored: ItemRow.StoredData, of row: ItemRow) throws(DeviceError) -> SealedData {
        if let data = stored.data { return SealedData(key: stored.key, data: data) }
        LargeMessagePermit.current?.hold(stored.length)
        return try longValue(of: row)
    }

    /// Returns the current sealed value with its key. Throws `notFound` if the item was deleted meanwhile.
    private func longValue(of row: ItemRow) throws(DeviceError) -> SealedData {
        let found = try look { connection in
            try connection.rows(
                cached: "SELECT data_key, data FROM items WHERE number = ? AND reference = ?",
                [row.number, Data(row.reference.bytes)]
            ).first
        }
        guard let found else { throw .item(.notFound) }
        guard let key = found.optionalOctets("data_key"), let data = found.optionalOctets("data"),
            let value = SealedData(keyColumn: key, dataColumn: data)
        else { throw .item(.notDecodable) }
        return value
    }
}

/// The items that may match a query, in the order in which they were added. Only one batch of rows is in memory, without long
/// values and descriptions, so the memory use does not depend on the query.
struct Candidates {
    private static let batch = 256

    private let keychain: Keychain
    private let query: ItemQuery
    private let app: App
    private let set: Int64
    private var last: Int64
    /// The maximum number of rows of the next batch.
    private var size: Int
    private var rows: ArraySlice<ItemRow> = []
    private var isAtEnd = false

    init(keychain: Keychain, query: ItemQuery, app: App, set: Int64, last: Int64, expected: Int) {
        self.keychain = keychain
        self.query = query
        self.app = app
        self.set = set
        self.last = last
        size = min(expected, Self.batch)
    }

    mutating func next() throws(DeviceError) -> ItemRow? {
        while true {
            if rows.isEmpty, !isAtEnd {
                let found = try fetch(.short, after: last, atMost: size)
                rows = found[...]
                isAtEnd = found.count < size
                size = Self.batch
            }
            guard let row = rows.popFirst() else { return nil }
            last = row.number
            guard row.description.isEmpty else { return row }
            // Matched again, because the item may have changed meanwhile.
            if let whole = try fetch(.whole, after: row.number - 1, atMost: 1).first, whole.number == row.number { return whole }
        }
    }

    private func fetch(
        _ columns: ItemRow.Columns, after number: Int64, atMost limit: Int
    ) throws(DeviceError) -> [ItemRow] {
        try keychain.look { connection in
            try connection.candidates(
                columns, for: query, of: app, set: set, digests: keychain.digests, after: number, atMost: limit)
        }
    }
}
