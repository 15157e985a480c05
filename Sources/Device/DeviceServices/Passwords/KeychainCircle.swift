import DeviceBroker
package import FoundationEssentials
import PasswordManager
import Synchronization

/// Exchanges saved passwords, passkeys, verification codes and synchronizable items of apps between the devices of an Apple Account. For
/// each account, it holds all records of its devices.
///
/// The circle remembers a deletion until every device can have received it. A device that was away for longer adopts the state of the
/// others: a password that only this device has, and that it did not change since, counts as deleted. The devices store deletions too,
/// so a new circle, for example after a restart, knows them.
package final class KeychainCircle: Sendable {
    /// The time for which a deletion is remembered, in seconds: 90 days, longer than a device usually stays switched off.
    package static let memoryOfDeletions: TimeInterval = 90 * 86_400

    fileprivate struct Known {
        var records: [CredentialID: CredentialRecord] = [:]
        /// The time when each deletion was received.
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

    /// The devices of the circle.
    var devices: [DevicePasswords] { members.withLock { $0.compactMap(\.passwords) } }

    /// Returns the number of known records of an account, including deletions.
    package func count(of account: AppleAccount) -> Int { accounts.withLock { $0[account]?.records.count ?? 0 } }

    /// Exchanges all records and items with one device, and notifies the other devices of changes.
    ///
    /// - Returns: whether the device received a password, a passkey or an item, or a deletion.
    /// - Throws: an error if the device's passwords cannot be read or written, for example while it is locked. It catches up at the
    ///   next exchange.
    func meet(
        _ store: KeychainCredentialStore, _ broker: Broker, of account: AppleAccount, at now: Date
    ) throws(CredentialStoreError) -> Bool {
        let (isNews, hasLearnt) = try accounts.withLock { (accounts) throws(CredentialStoreError) in
            var known = accounts[account] ?? Known()
            defer { accounts[account] = known }
            // First the passwords: if they cannot be exchanged, the items are news at the next exchange too.
            let (isNews, hasLearnt) = try Self.exchange(&known, with: store, at: now)
            // A device whose items cannot be read sends them at the next exchange.
            let items =
                (try? known.items.exchange(with: store.device, broker, of: account, at: now)) ?? (isNews: false, hasLearnt: false)
            return (isNews || items.isNews, hasLearnt || items.hasLearnt)
        }
        if isNews {
            for other in devices where other.device != store.device { other.synchronize() }
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
            // The device sent this record before, and it is no longer known: it was deleted long ago, or this device deleted it.
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
    /// Stores a record. Returns whether it is a change.
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
    /// Returns whether no part of the record was written after the date.
    fileprivate func isNotNewer(than date: Date) -> Bool { latest.map { $0.date <= date } ?? true }

    /// Returns whether no part of the record was written at or after the date. Timestamps are whole milliseconds; the same
    /// millisecond counts as later.
    fileprivate func isOlder(than date: Date) -> Bool {
        latest.map { $0.date <= date.addingTimeInterval(-0.001) } ?? true
    }
}
