import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

/// The items that travel between the devices of an account: those of apps that synchronise and are not bound to one device. Reading one never prompts. The system's own passwords are not among them: they have a history, and travel with it.
extension Keychain {
    /// All of them. Throws `interactionNotAllowed` while the device is locked too deeply for one: what cannot be opened must not look deleted.
    func synchronizedItems() throws(DeviceRefusal) -> [SynchronizedItem] {
        try steadily { () throws(DeviceRefusal) in
            var items: [SynchronizedItem] = []
            var rows: [ItemRow] = []
            repeat {
                let last = rows.last?.number ?? 0
                rows = try look { [digests] in try $0.synchronizedItems(digests: digests, after: last, atMost: Self.batch) }
                for row in rows { items.append(try synchronized(row)) }
            } while rows.count == Self.batch
            return items
        }
    }

    /// Puts an item of another device, as it stands there, in the place of the one that it is. Throws `interactionNotAllowed` while the device is locked, and
    /// `quotaExceeded` as for adding.
    func put(_ item: SynchronizedItem) throws(DeviceRefusal) {
        try steadily { () throws(DeviceRefusal) in
            guard let row = try row(of: item) else { return try insert([sealed(item, as: newReference())]) }
            let new = try sealed(item, as: row.reference)
            var update = ItemUpdate(row: row, place: new.place, description: item.description)
            update.sealedDescription = try DescriptionSeal.seal(item.description, at: new.place, random: random)
            update.data = new.data
            try write { [update, digests, quota] connection in
                try connection.apply(update, digests: digests)
                try connection.check(quota, of: digests.digest(of: update.description.accessGroup))
            }
        }
    }

    /// Deletes the item where it is still that. Throws `interactionNotAllowed` while the device is locked.
    func delete(_ item: SynchronizedItem) throws(DeviceRefusal) {
        try steadily { () throws(DeviceRefusal) in
            guard let row = try row(of: item), try synchronized(row) == item else { return }
            try write { connection in
                try connection.execute(
                    cached: "DELETE FROM items WHERE number = ? AND description = ?", [row.number, Data(row.description)])
            }
        }
    }

    private func row(of item: SynchronizedItem) throws(DeviceRefusal) -> ItemRow? {
        let key = digests.primaryKey(of: item.itemClass, item.description)
        return try look { try $0.item(primaryKey: key) }
    }

    private func synchronized(_ row: ItemRow) throws(DeviceRefusal) -> SynchronizedItem {
        let place = try place(row.reference, row.availability)
        return SynchronizedItem(
            itemClass: row.itemClass, description: try DescriptionSeal.open(row.description, at: place),
            data: try row.data.map { (stored) throws(DeviceRefusal) in
                try DataSeal.open(try sealed(stored, of: row), at: place, enclave: enclave, authorization: KeyAuthorization()) {
                    () throws(DeviceRefusal) in throw .item(.notDecodable)
                }
            })
    }

    private func sealed(_ item: SynchronizedItem, as reference: PersistentReference) throws(DeviceRefusal) -> NewItem {
        let availability = item.description.accessControl.accessibility.availability
        var new = NewItem(
            place: try place(reference, availability), itemClass: item.itemClass, description: item.description)
        new.data = try item.data.map { (data) throws(DeviceRefusal) in
            try DataSeal.seal(data, at: new.place, in: DataSeal.Wrappings(), enclave: enclave, random: random)
        }
        return new
    }

    private static let batch = 256
}

/// An item of an app that synchronises (`kSecAttrSynchronizable`), as every device of an account has it.
package struct SynchronizedItem: Sendable, Equatable, Identifiable {
    /// The class, the group and the attributes that tell an item from every other.
    package struct ID: Hashable, Sendable {
        fileprivate let bytes: [UInt8]
    }

    let itemClass: ItemClass
    let description: ItemDescription
    let data: SecretBytes?

    package var id: ID { ID(bytes: description.primaryKey(of: itemClass)) }

    /// When it was last changed, on the device that did so, in seconds since 2001-01-01T00:00:00Z.
    package var changed: Double {
        if case .date(let seconds)? = description.attributes[.modificationDate] { seconds } else { 0 }
    }

    package static func == (left: SynchronizedItem, right: SynchronizedItem) -> Bool {
        guard left.itemClass == right.itemClass, left.description == right.description else { return false }
        switch (left.data, right.data) {
        case (nil, nil): return true
        case (let left?, let right?):
            return left.withBytes { left in right.withBytes { constantTimeEquals(left, $0) } }
        case (nil, _?), (_?, nil): return false
        }
    }
}
