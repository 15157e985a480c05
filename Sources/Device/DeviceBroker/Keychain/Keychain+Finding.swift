import Synchronization
package import DeviceProtocol
import GRDB
import Secrets

extension Keychain {
    /// Finds items, opens what was asked for, and asks the person where that takes someone.
    ///
    /// Throws `notFound` where none is meant; `interactionNotAllowed` where all that are meant are locked. Among several, those that are
    /// locked are left out.
    package func find(_ request: FindItems, for app: App, gate: AccessGate) throws(DeviceRefusal) -> FoundItems {
        let opensData = request.returning.contains(.data) || request.returning.contains(.reference)
        var items: [FoundItem] = []
        var isAnyLocked = false
        for row in try candidates(for: request.query, of: app) {
            guard let (place, description) = try described(row) else {
                isAnyLocked = true
                continue
            }
            guard description.attributes.contains(request.query.attributes) else { continue }
            if opensData, row.data != nil, gate.skips(description.accessControl) { continue }
            let data = opensData ? try data(of: row, at: place, description, gate: gate) : nil
            items.append(
                FoundItem(
                    itemClass: row.itemClass, reference: row.reference,
                    description: request.returning.isDisjoint(with: [.attributes, .reference]) ? nil : description, data: data,
                    key: row.key.map { description.key(row.reference, $0) }))
            if items.count >= request.limit { break }
        }
        guard !items.isEmpty else { throw .item(isAnyLocked ? .interactionNotAllowed : .notFound) }
        return FoundItems(items)
    }

    func candidates(for query: ItemQuery, of app: App) throws(DeviceRefusal) -> [ItemRow] {
        if let itemClass = query.itemClass { try query.attributes.check(for: itemClass) }
        if let group = query.accessGroup, !app.isIn(group) { throw .item(.missingEntitlement) }
        let set: Int64
        if let known = knownGeneration.withLock({ $0 }) { set = known } else { set = try currentGeneration() }
        return try look { try $0.candidates(for: query, of: app, set: set, digests: digests) }
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
        guard let sealed = row.data else { return nil }
        let data = try gate.open(behind: description.accessControl, before: .readData) { (evidence) throws(DeviceRefusal) in
            try DataSeal.open(sealed, at: place, enclave: enclave, authorization: authorization(evidence)) {
                () throws(DeviceRefusal) in try gate.applicationPassword()
            }
        }
        return data.withBytes { Array($0) }
    }
}
