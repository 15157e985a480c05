import Crypto
package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

/// Items that synchronize between the devices of an account: synchronizable items of apps that are not bound to one device, and the
/// system's passkeys and verification codes. Reading one never prompts. The system's saved passwords are not included, because they
/// synchronize together with their history.
extension Keychain {
    /// Returns all synchronized items. Throws `interactionNotAllowed` if the lock state makes one unreadable, so that it does not
    /// appear to be deleted.
    func synchronizedItems() throws(DeviceError) -> [SynchronizedItem] {
        try steadily { () throws(DeviceError) in
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

    /// Stores an item of another device unchanged, replacing the same item. Throws `interactionNotAllowed` while the device is
    /// locked, and `quotaExceeded` and `tooLarge` as for adding.
    func put(_ item: SynchronizedItem) throws(DeviceError) {
        try steadily { () throws(DeviceError) in
            guard let row = try row(of: item) else { return try insert([sealed(item, as: newReference())]) }
            let new = try sealed(item, as: row.reference)
            var update = ItemUpdate(row: row, place: new.place, description: item.description)
            update.sealedDescription = try sealed(item.description, at: new.place)
            update.data = new.data
            try write { [update, digests, quota] connection in
                try connection.apply(update, digests: digests)
                try connection.check(quota, of: digests.digest(of: update.description.accessGroup))
            }
        }
    }

    /// Deletes the item if it is unchanged. Throws `interactionNotAllowed` while the device is locked.
    func delete(_ item: SynchronizedItem) throws(DeviceError) {
        try steadily { () throws(DeviceError) in
            guard let row = try row(of: item), try synchronized(row) == item else { return }
            try write { connection in
                try connection.execute(
                    cached: "DELETE FROM items WHERE number = ? AND description = ?", [row.number, Data(row.description)])
            }
        }
    }

    private func row(of item: SynchronizedItem) throws(DeviceError) -> ItemRow? {
        let key = digests.primaryKey(of: item.itemClass, item.description)
        return try look { try $0.item(primaryKey: key) }
    }

    private func synchronized(_ row: ItemRow) throws(DeviceError) -> SynchronizedItem {
        let place = try place(row.reference, row.availability)
        return SynchronizedItem(
            itemClass: row.itemClass, description: try DescriptionSeal.open(row.description, at: place),
            data: try row.data.map { (stored) throws(DeviceError) in
                try DataSeal.open(try sealed(stored, of: row), at: place, enclave: enclave, authorization: KeyAuthorization()) {
                    () throws(DeviceError) in throw .item(.notDecodable)
                }
            })
    }

    private func sealed(_ item: SynchronizedItem, as reference: PersistentReference) throws(DeviceError) -> NewItem {
        let availability = item.description.accessControl.accessibility.availability
        var new = NewItem(
            place: try place(reference, availability), itemClass: item.itemClass, description: item.description)
        new.data = try item.data.map { (data) throws(DeviceError) in
            try DataSeal.seal(data, at: new.place, in: DataSeal.Wrappings(), enclave: enclave, random: random)
        }
        return new
    }

    /// The rows are whole, so fewer than for a query.
    private static let batch = 32
}

/// A synchronized item of an app (`kSecAttrSynchronizable`), a passkey or the key of verification codes, the same on all devices of an
/// account.
package struct SynchronizedItem: Sendable, Equatable, Identifiable {
    /// The SHA-256 digest of the class, the group and the attributes that form the primary key. Unlike the digests of a keychain, it is
    /// the same on all devices.
    package struct ID: Hashable, Sendable, WireRecord {
        fileprivate let digest: [UInt8]

        package static let wire = WireForm(Self.init, .field(\.digest, .bareOctets(SHA256.Digest.byteCount)))
    }

    let itemClass: ItemClass
    let description: ItemDescription
    let data: SecretBytes?

    package var id: ID { ID(digest: Array(SHA256.hash(data: description.primaryKey(of: itemClass)))) }

    /// The time of the last change, on the device that made it, in seconds since 2001-01-01T00:00:00Z.
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
