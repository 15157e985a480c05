package import DeviceProtocol
import Synchronization

/// Credentials in the keychain of a device, in the system's own access group.
///
/// The caller is the system: the link must be one that the broker knows as a member of the group, as no app is. A change is one write, of the
/// item that counts (``KeychainShape``): it has happened whole when that is done. What others read is brought up to date after it, or by the
/// next change where that was missed.
package final class KeychainCredentialStore: CredentialStore {
    package let device: DeviceName

    private let link: any DeviceLink
    private let group: AccessGroup
    /// One change at a time. Another process is noticed by the items that it has changed.
    private let turn = Mutex(())

    /// Nothing is read or written yet.
    ///
    /// - Parameter group: the group of the system's passwords (`com.apple.cfnetwork`), which shared web credentials use too.
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
        // Not one closure of the lock: it would have to throw two kinds of errors.
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

    /// The login first: a record without one is a deletion, a login without its record would be a credential.
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

    /// Returns false, with nothing changed, where the item that counts is no longer the one that was read.
    private func write(_ new: CredentialRecord, over entry: KeychainEntry) throws(CredentialStoreError) -> Bool {
        let login = KeychainShape.login(of: new)
        let awaitsLogin = login != nil && entry.login == nil
        guard try put(KeychainShape.record(new, awaitsLogin: awaitsLogin), over: entry.recordItem) else { return false }
        // The change has happened. What follows brings the login up to date.
        switch (login, entry.login) {
        case (let login?, let item): if try put(login, over: item), awaitsLogin { try settle(new) }
        case (nil, let item?): try remove(item)
        case (nil, nil): break
        }
        return true
    }

    /// The login is there: from now on a missing one was removed by others.
    private func settle(_ record: CredentialRecord) throws(CredentialStoreError) {
        var changes = ItemAttributes()
        changes.set(.isNegative, .flag(false))
        do throws(DeviceRefusal) {
            try link.perform(
                UpdateItems(query: query(KeychainShape.naming(record)), changes: ItemChanges(attributes: changes)))
        } catch {
            guard error == .item(.notFound) else { throw Self.failure(error) }
        }
    }

    /// Adds an item, or puts it in the place of the one that was read. Returns false where another stands there now.
    private func put(
        _ shape: (attributes: ItemAttributes, data: [UInt8]), over old: FoundItem?
    ) throws(CredentialStoreError) -> Bool {
        do throws(DeviceRefusal) {
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
        do throws(DeviceRefusal) {
            try link.perform(DeleteItems(query: Self.unchanged(item, in: group)))
        } catch {
            guard error == .item(.notFound) else { throw Self.failure(error) }
        }
    }

    private func entry(_ id: CredentialID) throws(CredentialStoreError) -> KeychainEntry {
        KeychainEntry(id, try find(query(KeychainShape.naming(id)), [.attributes, .data]))
    }

    /// The credentials by site and user name, read in messages that fit.
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

    /// The item, as long as nobody else has written it: its comment has changed with each of our writes, its date with everyone's.
    private static func unchanged(_ item: FoundItem, in group: AccessGroup) -> ItemQuery {
        var attributes = ItemAttributes()
        for name in [AttributeName.comment, .modificationDate] {
            if let value = item.description?.attributes[name] { attributes.set(name, value) }
        }
        return ItemQuery(
            itemClass: .internetPassword, attributes: attributes, accessGroup: group, synchronization: .synchronized,
            references: [item.reference])
    }

    private func find(_ query: ItemQuery, _ forms: ReturnForms) throws(CredentialStoreError) -> [FoundItem] {
        do throws(DeviceRefusal) {
            return try link.find(FindItems(query: query, limit: UInt32(FoundItems.maximumCount), returning: forms))
        } catch {
            if case .item(.notFound) = error { return [] }
            throw Self.failure(error)
        }
    }

    static func failure(_ refusal: DeviceRefusal) -> CredentialStoreError {
        switch refusal {
        case .item(.interactionNotAllowed): .locked
        case .item(let refusal): .unavailable("the keychain refuses: \(refusal)")
        case .authentication(let failure): .unavailable("nobody was authenticated: \(failure)")
        case .badRequest(let reason), .unavailable(let reason): .unavailable(reason)
        }
    }

    private static let attempts = 8
    /// At most 3 MiB, below the longest message: a record has at most 128 KiB.
    private static let recordsAtOnce = 24
    /// The attributes of one item may have 4 KiB.
    private static let summariesAtOnce = 800
}
