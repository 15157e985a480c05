import DeviceBroker
import DeviceProtocol
package import FoundationEssentials
import PasswordManager
import Synchronization

/// Where the devices of an Apple account exchange their saved passwords and the items of their apps that synchronise: what all of them know together, for
/// each account.
///
/// A deletion of a password is remembered until every device can have heard of it. A device that stayed away for longer believes the others: what it has, and they
/// have not, and what it has not touched since, was deleted meanwhile.
package final class KeychainCircle: Sendable {
    /// How long a deletion is remembered, in seconds: 90 days, longer than a device lies in a drawer over a summer.
    package static let memoryOfDeletions: TimeInterval = 90 * 86_400

    fileprivate struct Known {
        var records: [CredentialID: CredentialRecord] = [:]
        /// When each of the deletions among them was heard of.
        var deletions: [CredentialID: Date] = [:]
        var meetings: [DeviceName: Date] = [:]
        var items = SharedItems()
    }

    private struct Member {
        weak var passwords: DevicePasswords?
    }

    private let accounts = Mutex<[AppleAccount: Known]>([:])
    private let members = Mutex<[Member]>([])

    package init() {}

    func add(_ passwords: DevicePasswords) {
        members.withLock { members in
            members.removeAll { $0.passwords == nil || $0.passwords === passwords }
            members.append(Member(passwords: passwords))
        }
    }

    /// How many records are known for an account, deletions among them.
    package func count(of account: AppleAccount) -> Int { accounts.withLock { $0[account]?.records.count ?? 0 } }

    /// Exchanges everything with one device, and tells the others where that was news.
    ///
    /// - Returns: whether the device learnt any password.
    /// - Throws: where the device's passwords cannot be read or written, such as while it is locked. What it was to learn it learns at the next meeting.
    func meet(
        _ store: KeychainCredentialStore, _ broker: Broker, of account: AppleAccount, at now: Date
    ) throws(CredentialStoreError) -> Bool {
        let (isNews, hasLearnt) = try accounts.withLock { (accounts) throws(CredentialStoreError) in
            var known = accounts[account] ?? Known()
            defer { accounts[account] = known }
            // A device whose items cannot be read tells of them at the next meeting.
            let areItemsNews = (try? known.items.exchange(with: store.device, broker)) ?? false
            let (isNews, hasLearnt) = try Self.exchange(&known, with: store, at: now)
            return (isNews || areItemsNews, hasLearnt)
        }
        if isNews {
            let others = members.withLock { $0.compactMap(\.passwords).filter { $0.device != store.device } }
            for other in others { other.synchronize() }
        }
        return hasLearnt
    }

    private static func exchange(
        _ known: inout Known, with store: KeychainCredentialStore, at now: Date
    ) throws(CredentialStoreError) -> (isNews: Bool, hasLearnt: Bool) {
        let (end, lastMeeting) = (now.addingTimeInterval(-memoryOfDeletions), known.meetings[store.device])
        known.forgetDeletions(before: end)
        var (isNews, hasLearnt) = (false, false)
        var theirs: [CredentialID: CredentialRecord] = [:]
        for record in try store.contents().records {
            // What they told at a meeting, and nobody knows any more, was deleted: long ago, or told to be by this device itself.
            if known.records[record.id] == nil, let lastMeeting,
                record.isDeleted ? record.isNotNewer(than: lastMeeting) : lastMeeting < end && record.isOlder(than: lastMeeting)
            {
                hasLearnt = try store.forget(record) || hasLearnt
            } else {
                theirs[record.id] = record
            }
        }
        for record in theirs.values where known.learn(record, at: now) { isNews = true }
        for (id, record) in known.records where theirs[id] != record {
            try store.merge([record])
            hasLearnt = true
        }
        known.meetings[store.device] = now
        return (isNews, hasLearnt)
    }
}

extension KeychainCircle.Known {
    /// Returns whether it is news.
    fileprivate mutating func learn(_ record: CredentialRecord, at now: Date) -> Bool {
        let merged = records[record.id].flatMap { $0.merged(with: record) } ?? record
        guard merged != records[record.id] else { return false }
        if !merged.isDeleted {
            deletions[record.id] = nil
        } else if deletions[record.id] == nil {
            deletions[record.id] = now
        }
        records[record.id] = merged
        return true
    }

    fileprivate mutating func forgetDeletions(before end: Date) {
        for (id, heard) in deletions where heard < end {
            deletions[id] = nil
            records[id] = nil
        }
    }
}

extension CredentialRecord {
    /// Whether nothing of it was written later.
    fileprivate func isNotNewer(than date: Date) -> Bool { latest.map { $0.date <= date } ?? true }

    /// Whether nothing of it was written then or later. Stamps are whole milliseconds: what was written in the same one counts as later.
    fileprivate func isOlder(than date: Date) -> Bool {
        latest.map { $0.date <= date.addingTimeInterval(-0.001) } ?? true
    }
}

/// What the devices of an account know together of their apps' items that synchronise.
///
/// An item that a device told of, and has no more, was deleted there. Of two changes that did not know of each other the later one stands; a change stands
/// against a deletion, so that nothing is lost.
struct SharedItems {
    private var items: [SynchronizedItem.ID: SynchronizedItem] = [:]
    /// What each device had when it was last met. An erased device has another name, and has deleted nothing.
    private var held: [DeviceName: [SynchronizedItem.ID: SynchronizedItem]] = [:]

    /// Exchanges everything with one device. Returns whether that is news to the others. Throws, with nothing learnt, where the device cannot be read; what
    /// it cannot take, such as more than it has room for, is offered to it again at each meeting.
    mutating func exchange(with device: DeviceName, _ broker: Broker) throws(DeviceRefusal) -> Bool {
        let before = held[device] ?? [:]
        var theirs: [SynchronizedItem.ID: SynchronizedItem] = [:]
        for item in try broker.synchronizedItems() { theirs[item.id] = item }
        var isNews = false
        for (id, old) in before where theirs[id] == nil && items[id] == old {
            items[id] = nil
            isNews = true
        }
        for (id, item) in theirs where item != items[id] && item != before[id] {
            if let known = items[id], known != before[id], known.changed >= item.changed { continue }
            items[id] = item
            isNews = true
        }
        for (id, item) in theirs where items[id] == nil && (try? broker.delete(item)) != nil { theirs[id] = nil }
        for (id, item) in items where theirs[id] != item && (try? broker.put(item)) != nil { theirs[id] = item }
        held[device] = theirs
        return isNews
    }
}
