package import DeviceProtocol
import Synchronization

/// A credential store in the keychain of a device, in the system's access group.
///
/// The caller is the system: the broker must accept the link as a member of the group, which it does not do for apps. A change is a
/// single write of the record item (``KeychainShape``). The login item is updated afterwards, or by the next change after an
/// interruption.
package final class KeychainCredentialStore: CredentialStore {
    package let device: DeviceName

    let link: any DeviceLink
    let group: AccessGroup
    /// The lock that serializes changes. Changes of other processes are detected by the modified items.
    private let turn = Mutex(())

    /// Creates a store without reading or writing.
    ///
    /// - Parameter group: The group of the system's passwords (`com.apple.cfnetwork`), which shared web credentials use too.
    package init(device: DeviceName, link: any DeviceLink, group: AccessGroup) {
        self.device = device
        self.link = link
        self.group = group
    }

    package func summaries() throws(CredentialStoreError) -> [CredentialSummary] {
        try entries(.attributes, atOnce: Self.summariesAtOnce).compactMap(\.summary)
    }

    package func contents() throws(CredentialStoreError) -> CredentialStoreContents {
        var (records, damaged): ([CredentialRecord], [CredentialID]) = ([], [])
        for entry in try entries([.attributes, .data], atOnce: Self.recordsAtOnce) {
            do throws(CredentialStoreError) {
                if let record = try entry.record(on: device) { records.append(record) }
            } catch {
                guard case .damaged(let id) = error else { throw error }
                damaged.append(id)
            }
        }
        return CredentialStoreContents(records: records, damaged: damaged)
    }

    package func record(_ id: CredentialID) throws(CredentialStoreError) -> CredentialRecord? {
        try entry(id).record(on: device)
    }

    @discardableResult
    package func change(
        _ id: CredentialID, _ change: (CredentialRecord?) -> CredentialRecord?
    ) throws(CredentialStoreError) -> CredentialRecord? {
        // Not a single closure of the lock, because it would have to throw two kinds of errors.
        let result = turn.withLock { _ in
            Result { () throws(CredentialStoreError) in try self.attempt(id, change) }
        }
        return try result.get()
    }

    package func forget(_ record: CredentialRecord) throws(CredentialStoreError) -> Bool {
        let result = turn.withLock { _ in
            Result { () throws(CredentialStoreError) in try self.remove(record) }
        }
        return try result.get()
    }

    /// Removes the items of a record, the login first: a login without a record would be a credential, but a record without a login
    /// is a deletion.
    private func remove(_ record: CredentialRecord) throws(CredentialStoreError) -> Bool {
        let entry = try entry(record.id)
        guard try entry.record(on: device) == record else { return false }
        for item in [entry.login, entry.recordItem].compactMap(\.self) { try remove(item) }
        return true
    }

    private func attempt(
        _ id: CredentialID, _ change: (CredentialRecord?) -> CredentialRecord?
    ) throws(CredentialStoreError) -> CredentialRecord? {
        for _ in 0..<Self.attempts {
            let entry = try entry(id)
            let old = try entry.record(on: device)
            guard let new = change(old), new.id == id, new != old else { return old }
            if try write(new, over: entry) { return new }
        }
        throw .contended
    }

    /// Writes the record. Returns false, without a change, if the stored record item was modified since it was read.
    private func write(_ new: CredentialRecord, over entry: KeychainEntry) throws(CredentialStoreError) -> Bool {
        let login = KeychainShape.login(of: new)
        let awaitsLogin = login != nil && entry.login == nil
        guard try put(KeychainShape.record(new, awaitsLogin: awaitsLogin), over: entry.recordItem) else { return false }
        // The change is complete. Update the login now.
        switch (login, entry.login) {
        case (let login?, let item): if try put(login, over: item), awaitsLogin { try settle(new) }
        case (nil, let item?): try remove(item)
        case (nil, nil): break
        }
        return true
    }

    /// Marks that the login exists. If it is missing from now on, another process removed it.
    private func settle(_ record: CredentialRecord) throws(CredentialStoreError) {
        var changes = ItemAttributes()
        changes.set(.isNegative, .flag(false))
        do throws(DeviceError) {
            try link.perform(
                UpdateItems(query: query(KeychainShape.naming(record)), changes: ItemChanges(attributes: changes)))
        } catch {
            guard error == .item(.notFound) else { throw Self.failure(error) }
        }
    }

    /// Adds an item, or replaces the one that was read. Returns false if another item is stored now.
    private func put(
        _ shape: (attributes: ItemAttributes, data: [UInt8]), over old: FoundItem?
    ) throws(CredentialStoreError) -> Bool {
        do throws(DeviceError) {
            guard let old else {
                try link.perform(
                    AddItem(
                        itemClass: .internetPassword, attributes: shape.attributes, accessGroup: group,
                        accessControl: AccessControl(accessibility: .whenUnlocked), isSynchronized: true, data: shape.data))
                return true
            }
            try link.perform(
                UpdateItems(
                    query: Self.unchanged(old, in: group), changes: ItemChanges(attributes: shape.attributes, data: shape.data)))
            return true
        } catch {
            switch error {
            case .item(.duplicate), .item(.notFound): return false
            default: throw Self.failure(error)
            }
        }
    }

    private func remove(_ item: FoundItem) throws(CredentialStoreError) {
        do throws(DeviceError) {
            try link.perform(DeleteItems(query: Self.unchanged(item, in: group)))
        } catch {
            guard error == .item(.notFound) else { throw Self.failure(error) }
        }
    }

    func entry(_ id: CredentialID) throws(CredentialStoreError) -> KeychainEntry {
        KeychainEntry(id, try find(query(KeychainShape.naming(id)), [.attributes, .data]))
    }

    /// Returns the credentials by site and user name, read in messages of limited size.
    private func entries(_ forms: ReturnForms, atOnce count: Int) throws(CredentialStoreError) -> [KeychainEntry] {
        let references = try find(query(KeychainShape.all), []).map(\.reference)
        var items: [CredentialID: [FoundItem]] = [:]
        for start in stride(from: 0, to: references.count, by: count) {
            let part = Array(references[start..<min(start + count, references.count)])
            for item in try find(query(KeychainShape.all, part), forms) {
                if let id = KeychainShape.id(of: item) { items[id, default: []].append(item) }
            }
        }
        return items.sorted { $0.key < $1.key }.map { KeychainEntry($0.key, $0.value) }
    }

    private func query(_ attributes: ItemAttributes, _ references: [PersistentReference] = []) -> ItemQuery {
        ItemQuery(
            itemClass: .internetPassword, attributes: attributes, accessGroup: group, synchronization: .synchronized,
            references: references)
    }

    /// Returns a query for the item if it is unmodified: our writes change its comment, all writes change its date.
    private static func unchanged(_ item: FoundItem, in group: AccessGroup) -> ItemQuery {
        var attributes = ItemAttributes()
        for name in [AttributeName.comment, .modificationDate] {
            if let value = item.description?.attributes[name] { attributes.set(name, value) }
        }
        return ItemQuery(
            itemClass: .internetPassword, attributes: attributes, accessGroup: group, synchronization: .synchronized,
            references: [item.reference])
    }

    func find(_ query: ItemQuery, _ forms: ReturnForms) throws(CredentialStoreError) -> [FoundItem] {
        do throws(DeviceError) {
            return try link.items(of: query, returning: forms)
        } catch {
            throw Self.failure(error)
        }
    }

    static func failure(_ rejection: DeviceError) -> CredentialStoreError {
        switch rejection {
        case .item(.interactionNotAllowed): .locked
        case .item(let rejection): .unavailable("the keychain rejected the request: \(rejection)")
        case .authentication(let failure): .unavailable("authentication failed: \(failure)")
        case .badRequest(let reason), .unavailable(let reason): .unavailable(reason)
        }
    }

    private static let attempts = 8
    /// The maximum number of records in one message. A record has at most 128 KiB, so they have at most 3 MiB, below the maximum
    /// message size.
    private static let recordsAtOnce = 24
    /// The maximum number of summaries in one message. The attributes of an item can have 4 KiB.
    private static let summariesAtOnce = 800
}
