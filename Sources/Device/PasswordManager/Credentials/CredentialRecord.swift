package import FoundationEssentials

/// The stored and synchronized form of a credential: everything known about one ``CredentialID``, including deletions.
///
/// Each part has the time and device of its last change. Records of several devices therefore merge to the same result in any order
/// and any number of times; see ``merged(with:)``. A deletion is a part too: it removes everything written before it. Anything
/// written after it creates the credential again.
package struct CredentialRecord: Hashable, Sendable {
    package let id: CredentialID
    /// The passwords, newest first. Empty if the credential is deleted. All are newer than the deletion.
    package internal(set) var versions: [PasswordVersion]
    var title: Stamped<String>?
    var notes: Stamped<PrivateText>?
    /// The time when the credential was last filled in.
    var used: VersionStamp?
    /// The time when the credential was last deleted.
    var deleted: VersionStamp?
    /// The upgrade that each device has started. A nil value ends an earlier upgrade.
    var upgrades: [DeviceName: StampedUpgrade]

    /// Creates a record for a new credential.
    ///
    /// - Throws: ``CredentialContentError`` for an empty password, and for a password or title that is too long.
    package init(
        id: CredentialID, password: PrivateText, title: String = "", at now: Date, by device: DeviceName
    ) throws(CredentialContentError) {
        let stamp = VersionStamp(now: now, device: device, after: nil)
        versions = [
            PasswordVersion(try Self.checked(password), stamp: stamp, createdMilliseconds: stamp.milliseconds)
        ]
        guard title.utf8.count <= SavedCredential.maximumTitleLength else { throw .titleTooLong }
        self.id = id
        self.title = title.isEmpty ? nil : Stamped(title, stamp)
        upgrades = [:]
    }

    init(
        id: CredentialID, versions: [PasswordVersion], title: Stamped<String>?, notes: Stamped<PrivateText>?, used: VersionStamp?,
        deleted: VersionStamp?, upgrades: [DeviceName: StampedUpgrade]
    ) {
        self.id = id
        self.versions = versions
        self.title = title
        self.notes = notes
        self.used = used
        self.deleted = deleted
        self.upgrades = upgrades
        normalize()
    }

    /// Whether the credential is deleted and the record contains only the deletion.
    package var isDeleted: Bool { versions.isEmpty }

    /// The newest stamp of all parts.
    package var latest: VersionStamp? {
        ([versions.first?.stamp, title?.stamp, notes?.stamp, used, deleted].compactMap(\.self) + upgrades.values.map(\.stamp)).max()
    }

    /// Returns the credential for `device`. Returns nil if it is deleted.
    package func credential(on device: DeviceName) -> SavedCredential? {
        guard let current = versions.first else { return nil }
        return SavedCredential(
            id: id, password: current.password, title: title?.value ?? "", notes: notes?.value ?? PrivateText(""),
            createdAt: Date(timeIntervalSince1970: Double(current.createdMilliseconds) / 1_000), changedAt: current.stamp.date,
            lastUsedAt: used?.date, history: versions.dropFirst().filter { $0.password != current.password },
            pendingUpgrade: upgrades[device]?.upgrade)
    }

    /// The summary for lists. Nil if the credential is deleted.
    package var summary: CredentialSummary? {
        guard let current = versions.first else { return nil }
        return CredentialSummary(
            id: id, title: title?.value ?? "",
            createdAt: Date(timeIntervalSince1970: Double(current.createdMilliseconds) / 1_000), changedAt: current.stamp.date,
            lastUsedAt: used?.date)
    }

    static func checked(_ password: PrivateText) throws(CredentialContentError) -> PrivateText {
        guard !password.isEmpty else { throw .passwordEmpty }
        guard password.length <= SavedCredential.maximumPasswordLength else { throw .passwordTooLong }
        return password
    }

    /// The maximum number of devices whose upgrades are stored.
    static let maximumDevices = 16

    /// Merges two records of the same credential. Returns nil for records of different credentials.
    ///
    /// For every part the last writer wins, by time, then by device name. Of concurrent password changes, the later one is
    /// current and the other goes to the history. Merging is commutative, associative and idempotent, so the order does not
    /// affect the result.
    package func merged(with other: CredentialRecord) -> CredentialRecord? {
        guard id == other.id else { return nil }
        var result = self
        result.versions = Array(Set(versions).union(other.versions))
        result.title = Self.later(title, other.title)
        result.notes = Self.later(notes, other.notes)
        result.used = Self.later(used, other.used)
        result.deleted = Self.later(deleted, other.deleted)
        result.upgrades.merge(other.upgrades) { max($0, $1) }
        result.normalize()
        return result
    }

    /// Converts the record to normal form: nothing that the deletion ended, versions from the newest, and no more than the
    /// maximum number.
    ///
    /// Each step keeps the newest elements in one order. Therefore merging normal forms gives the normal form of all parts.
    mutating func normalize() {
        if let deleted {
            versions.removeAll { $0.stamp <= deleted }
            if let stamp = title?.stamp, stamp <= deleted { title = nil }
            if let stamp = notes?.stamp, stamp <= deleted { notes = nil }
            if let stamp = used, stamp <= deleted { used = nil }
            upgrades = upgrades.filter { $0.value.stamp > deleted }
        }
        versions.sort(by: >)
        versions.removeLast(max(0, versions.count - 1 - SavedCredential.maximumHistory))
        if upgrades.count > Self.maximumDevices {
            let kept = upgrades.sorted { ($1.value, $1.key) < ($0.value, $0.key) }.prefix(Self.maximumDevices)
            upgrades = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        }
    }

    private static func later<Part: Comparable>(_ left: Part?, _ right: Part?) -> Part? {
        guard let left, let right else { return left ?? right }
        return max(left, right)
    }

    /// Returns the time when `device` started its pending upgrade. Returns nil without one.
    package func upgradeBegan(on device: DeviceName) -> Date? {
        upgrades[device].flatMap { $0.upgrade == nil ? nil : $0.stamp.date }
    }

    /// Returns the password if it was saved after `device` started its pending upgrade. Otherwise returns nil.
    package func passwordSavedSinceUpgradeBegan(on device: DeviceName) -> PrivateText? {
        guard let began = upgrades[device], began.upgrade != nil, let current = versions.first, current.stamp > began.stamp
        else { return nil }
        return current.password
    }

    /// Deletes the passwords in this record and ends the pending upgrade of `device`. A concurrent password of another device
    /// survives, because its stamp is later than that of the password it replaced.
    package mutating func deleteKnown(at now: Date, by device: DeviceName) {
        guard let newest = versions.first?.stamp else { return }
        deleted = max(deleted ?? newest, newest)
        normalize()
        endUpgrade(at: now, by: device)
    }
}

/// A current or former password of an account.
package struct PasswordVersion: Hashable, Comparable, Sendable {
    package let password: PrivateText
    /// The time and the device of the change.
    package let stamp: VersionStamp
    /// The time when the credential was first saved, in milliseconds since 1970.
    let createdMilliseconds: Int64

    init(_ password: PrivateText, stamp: VersionStamp, createdMilliseconds: Int64) {
        self.password = password
        self.stamp = stamp
        self.createdMilliseconds = createdMilliseconds
    }

    /// Orders by stamp, then by content. Devices never use a stamp twice.
    package static func < (left: PasswordVersion, right: PasswordVersion) -> Bool {
        if left.stamp != right.stamp { return left.stamp < right.stamp }
        if left.password != right.password { return left.password < right.password }
        return left.createdMilliseconds < right.createdMilliseconds
    }
}
