import DeviceBroker
import DeviceProtocol
import FoundationEssentials
import PasswordManager

/// The synchronizable app items of an account's devices, and their passkeys and verification codes.
///
/// An item that a device sent before and no longer has was deleted there. Of two concurrent changes the later one wins. A change
/// wins over a deletion, so that no data is lost.
///
/// The items of this value are lost when its process ends, so each device stores what it has exchanged and which deletions it knows
/// (``ExchangedItems``). At its first exchange with a new value, deletions from before are thereby known, also those that it could not
/// report.
struct SharedItems {
    private var items: [SynchronizedItem.ID: SynchronizedItem] = [:]
    /// The items of each device at its last exchange. An erased device has a new name, and has deleted nothing.
    private var held: [DeviceName: [SynchronizedItem.ID: SynchronizedItem]] = [:]
    /// The deletions of items that no device has created again.
    private var deletions: [SynchronizedItem.ID: ItemDeletion] = [:]
    /// The stored exchanges of each device.
    private var stored: [DeviceName: ExchangedItems] = [:]

    /// Exchanges all items with one device. Returns whether other devices must be notified of changes, and whether this device changed.
    /// Throws, without a change, if the device cannot be read. An item that the device cannot store, for example for lack of space, is
    /// offered again at each exchange.
    mutating func exchange(
        with device: DeviceName, _ broker: Broker, of account: AppleAccount, at now: Date
    ) throws(DeviceError) -> (isNews: Bool, hasLearnt: Bool) {
        let (before, link) = (held[device] ?? [:], BrokerLink.system(broker))
        var theirs: [SynchronizedItem.ID: SynchronizedItem] = [:]
        for item in try broker.synchronizedItems() { theirs[item.id] = item }
        var earlier = ExchangedItems(account: account)
        if held[device] == nil, let found = try ExchangedItems.stored(in: link), found.account == account {
            (earlier, stored[device]) = (found, found)
        }
        var isNews = adopt(earlier, of: theirs, at: now)
        for (id, old) in before where theirs[id] == nil && items[id] == old {
            items[id] = nil
            deletions[id] = ItemDeletion(changed: old.changed, received: now.timeIntervalSinceReferenceDate)
            isNews = true
        }
        for (id, item) in theirs where item != items[id] && item != before[id] {
            if let known = items[id], known != before[id], known.changed >= item.changed { continue }
            // The item is as it was at the last exchange, and another device has deleted it since.
            if let deletion = deletions[id], earlier.held[id] == item.changed, item.changed <= deletion.changed { continue }
            items[id] = item
            deletions[id] = nil
            isNews = true
        }
        var hasLearnt = false
        for (id, item) in theirs where items[id] == nil && (try? broker.delete(item)) != nil {
            theirs[id] = nil
            hasLearnt = true
        }
        for (id, item) in items where theirs[id] != item && (try? broker.put(item)) != nil {
            theirs[id] = item
            hasLearnt = true
        }
        held[device] = theirs
        // If it cannot be stored, the next exchange stores it. Until then, a restart at worst restores a deleted item.
        let exchanged = ExchangedItems(account: account, held: theirs.mapValues(\.changed), deletions: deletions)
        if exchanged != stored[device], (try? exchanged.store(in: link)) != nil { stored[device] = exchanged }
        return (isNews, hasLearnt)
    }

    /// Adopts the deletions that a device knows from earlier exchanges, and those that it made since. Returns whether an item was
    /// deleted.
    private mutating func adopt(
        _ earlier: ExchangedItems, of theirs: [SynchronizedItem.ID: SynchronizedItem], at now: Date
    ) -> Bool {
        let end = now.addingTimeInterval(-KeychainCircle.memoryOfDeletions).timeIntervalSinceReferenceDate
        deletions = deletions.filter { $0.value.received >= end }
        var theirDeletions = earlier.deletions.filter { $0.value.received >= end }
        for (id, changed) in earlier.held where theirs[id] == nil {
            theirDeletions[id] = ItemDeletion(changed: changed, received: now.timeIntervalSinceReferenceDate)
        }
        var isNews = false
        for (id, deletion) in theirDeletions where deletion.changed > deletions[id]?.changed ?? -.infinity {
            if let item = items[id] {
                // Otherwise another device changed the item after it was deleted, or created it again.
                guard item.changed <= deletion.changed else { continue }
                items[id] = nil
                isNews = true
            }
            deletions[id] = deletion
        }
        return isNews
    }
}

/// The deletion of an item.
private struct ItemDeletion: Equatable {
    /// The time of the deleted item's last change, in seconds since 2001-01-01T00:00:00Z.
    let changed: Double
    /// The time when the deletion was received, in seconds since 2001-01-01T00:00:00Z.
    let received: Double
}

/// The items that a device had at its last exchange with the devices of an account, and the deletions that it knew.
///
/// One item of the system in its keychain, readable while the device is unlocked, which never leaves the device. It has times and
/// digests of names, and no content.
private struct ExchangedItems: Equatable {
    let account: AppleAccount
    /// The time of each item's last change, in seconds since 2001-01-01T00:00:00Z.
    var held: [SynchronizedItem.ID: Double] = [:]
    var deletions: [SynchronizedItem.ID: ItemDeletion] = [:]

    /// Returns the stored value. Returns nil if it does not exist or is damaged. Throws `interactionNotAllowed` while the device is
    /// locked.
    static func stored(in link: any DeviceLink) throws(DeviceError) -> ExchangedItems? {
        let data = try link.items(of: query, limit: 1, returning: .data).first?.data
        return data.flatMap { try? ExchangedItems(message: $0) }
    }

    /// Replaces the stored value, in one write.
    func store(in link: any DeviceLink) throws(DeviceError) {
        try link.put(
            AddItem(
                itemClass: .genericPassword, attributes: Self.name, accessGroup: .webCredentials,
                accessControl: AccessControl(accessibility: .whenUnlockedThisDeviceOnly), data: message))
    }

    private static var query: ItemQuery { ItemQuery(itemClass: .genericPassword, attributes: name, accessGroup: .webCredentials) }

    private static var name: ItemAttributes {
        var attributes = ItemAttributes()
        // The items of passkeys begin with a domain, which has no space.
        attributes.set(.service, .text("exchanged items"))
        attributes.set(.account, .text(""))
        return attributes
    }
}

extension ExchangedItems: WireRecord {
    /// An item that the device had, or a deletion that it knew.
    private struct Entry: WireRecord {
        let id: SynchronizedItem.ID
        let changed: Double
        /// The time when the deletion was received; nil for an item.
        let received: Double?

        static let wire = WireForm(
            Self.init, .field(\.id), .field(\.changed, .seconds), .field(\.received, .optional(.seconds)))
    }

    private init?(account: String, entries: [Entry]) {
        guard let account = AppleAccount(rawValue: account) else { return nil }
        self.init(account: account)
        for entry in entries {
            if let received = entry.received {
                deletions[entry.id] = ItemDeletion(changed: entry.changed, received: received)
            } else {
                held[entry.id] = entry.changed
            }
        }
    }

    private var entries: [Entry] {
        held.map { Entry(id: $0.key, changed: $0.value, received: nil) }
            + deletions.map { Entry(id: $0.key, changed: $0.value.changed, received: $0.value.received) }
    }

    static let wire = WireForm(
        version: 1, Self.init(account:entries:), .field(\.account.rawValue, .text(atMost: AppleAccount.maximumLength)),
        .field(\.entries, .list(atMost: Int(UInt32.max))))
}
