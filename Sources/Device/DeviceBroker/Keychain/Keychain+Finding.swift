package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets
import Synchronization

extension Keychain {
    /// Finds items, opens what was asked for, and asks the person where that takes someone. What does not fit one answer is left for the next one, before it is
    /// opened.
    ///
    /// Throws `notFound` where none is meant; `interactionNotAllowed` where all that are meant are locked. Among several, those that are
    /// locked are left out. Throws `badRequest` for a mark that was not given to this app.
    package func find(_ request: FindItems, for app: App, gate: AccessGate) throws(DeviceRefusal) -> FoundItems {
        try steadily { () throws(DeviceRefusal) in try findOnce(request, for: app, gate: gate) }
    }

    /// The same, whatever it takes: for the system, which knows how much it asks for.
    func findAll(_ request: FindItems, for app: App, gate: AccessGate) throws(DeviceRefusal) -> [FoundItem] {
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

    private func findOnce(_ request: FindItems, for app: App, gate: AccessGate) throws(DeviceRefusal) -> FoundItems {
        let opensData = request.returning.contains(.data) || request.returning.contains(.reference)
        var items: [FoundItem] = []
        var size = 0
        var isAnyLocked = false
        var last: Int64?
        var rows = try candidates(for: request.query, of: app, after: try position(at: request.mark, for: app).number)
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

    /// In bytes: with one item more an answer might not fit a message.
    private static let fullAnswer = 1 << 20

    /// The items that a query may mean, one after the other.
    func candidates(for query: ItemQuery, of app: App, after number: Int64 = 0) throws(DeviceRefusal) -> Candidates {
        if let itemClass = query.itemClass { try query.attributes.check(for: itemClass) }
        if let group = query.accessGroup, !app.isIn(group) { throw .item(.missingEntitlement) }
        let set: Int64
        if let known = knownGeneration.withLock({ $0 }) { set = known } else { set = try currentGeneration() }
        return Candidates(keychain: self, query: query, app: app, set: set, last: number)
    }

    /// The number of the last item, and the context that goes on with the answer.
    private func mark(
        after number: Int64, _ context: ContextReference?, for app: App
    ) throws(DeviceRefusal) -> FoundItems.Mark {
        do throws(SealingError) {
            let bytes = UInt64(bitPattern: number).bigEndianBytes + (context?.bytes ?? [])
            return FoundItems.Mark(try marks.seal(bytes, boundTo: app.identifier.message, random: random).bytes)
        } catch {
            throw .unavailable("a mark cannot be sealed: \(error)")
        }
    }

    /// Where an answer goes on. Throws `badRequest` for a mark that was not given to this app.
    func position(at mark: FoundItems.Mark?, for app: App) throws(DeviceRefusal) -> (number: Int64, context: ContextReference?) {
        guard let mark else { return (0, nil) }
        guard let opened = try? marks.open(Sealed(bytes: mark.bytes), boundTo: app.identifier.message) else {
            throw .badRequest("the mark is of no answer to this app")
        }
        let bytes = opened.withBytes { Array($0) }
        return (bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }, ContextReference(Array(bytes.dropFirst(8))))
    }

    /// Gives nothing for an item that is locked.
    func described(_ row: ItemRow) throws(DeviceRefusal) -> (DataSeal.Place, ItemDescription)? {
        guard ring.has(row.availability) else { return nil }
        let place = try place(row.reference, row.availability)
        return (place, try DescriptionSeal.open(row.description, at: place))
    }

    func data(
        of row: ItemRow, at place: DataSeal.Place, _ description: ItemDescription, gate: AccessGate
    ) throws(DeviceRefusal) -> [UInt8]? {
        guard let stored = row.data else { return nil }
        let data = try gate.open(behind: description.accessControl, before: .readData) { (evidence) throws(DeviceRefusal) in
            let sealed = try sealed(stored, of: row)
            return try DataSeal.open(
                sealed, at: place, enclave: enclave, authorization: authorization(evidence, behind: description.accessControl)
            ) { () throws(DeviceRefusal) in try gate.applicationPassword() }
        }
        return data.withBytes { Array($0) }
    }

    /// A value as it is stored, with its key. Throws `notFound` where it is long, and the item was deleted meanwhile.
    func sealed(_ stored: ItemRow.StoredData, of row: ItemRow) throws(DeviceRefusal) -> SealedData {
        if let data = stored.data { return SealedData(key: stored.key, data: data) }
        LargeTurn.current?.hold(stored.length)
        return try longValue(of: row)
    }

    /// As it stands there now, with its key. Throws `notFound` where the item was deleted meanwhile.
    private func longValue(of row: ItemRow) throws(DeviceRefusal) -> SealedData {
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

/// The items that a query may mean, in the order in which they were added. Some rows at a time are in memory, and long values are not in them: whatever a
/// query means, it costs no more than that.
struct Candidates {
    private static let batch = 256

    private let keychain: Keychain
    private let query: ItemQuery
    private let app: App
    private let set: Int64
    private var last: Int64
    private var rows: ArraySlice<ItemRow> = []
    private var isAtEnd = false

    init(keychain: Keychain, query: ItemQuery, app: App, set: Int64, last: Int64) {
        self.keychain = keychain
        self.query = query
        self.app = app
        self.set = set
        self.last = last
    }

    mutating func next() throws(DeviceRefusal) -> ItemRow? {
        if rows.isEmpty, !isAtEnd {
            let found = try keychain.look { [query, app, set, last, keychain] connection in
                try connection.candidates(
                    for: query, of: app, set: set, digests: keychain.digests, after: last, atMost: Self.batch)
            }
            rows = found[...]
            isAtEnd = found.count < Self.batch
        }
        guard let row = rows.popFirst() else { return nil }
        last = row.number
        return row
    }
}
