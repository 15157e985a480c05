package import FoundationEssentials

/// A credential as it is stored and synchronised: everything known of one ``CredentialID``, deleted or not.
///
/// Each part says when and by whom it was written, so that records of two devices merge to the same whatever the order and however often
/// they meet; see ``merged(with:)``. A deletion is a part like any other: what was written before it is gone, what is written after it is a new
/// life of the credential.
package struct CredentialRecord: Hashable, Sendable {
    package let id: CredentialID
    /// The newest first; none where the credential is deleted. All are newer than the deletion.
    package internal(set) var versions: [PasswordVersion]
    var title: Stamped<String>?
    var notes: Stamped<PrivateText>?
    /// When it was last filled.
    var used: VersionStamp?
    /// When it was last deleted.
    var deleted: VersionStamp?
    /// What each device has begun. Nil values end what stood there before.
    var upgrades: [DeviceName: StampedUpgrade]

    /// A new credential.
    ///
    /// - Throws: for an empty password, and for a password or title that is too long.
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

    /// Whether there is no credential any more, only the memory of its deletion.
    package var isDeleted: Bool { versions.isEmpty }

    /// The newest stamp of any part.
    package var latest: VersionStamp? {
        ([versions.first?.stamp, title?.stamp, notes?.stamp, used, deleted].compactMap(\.self) + upgrades.values.map(\.stamp)).max()
    }

    /// The credential as `device` sees it; nil where it is deleted.
    package func credential(on device: DeviceName) -> SavedCredential? {
        guard let current = versions.first else { return nil }
        return SavedCredential(
            id: id, password: current.password, title: title?.value ?? "", notes: notes?.value ?? PrivateText(""),
            createdAt: Date(timeIntervalSince1970: Double(current.createdMilliseconds) / 1_000), changedAt: current.stamp.date,
            lastUsedAt: used?.date, history: versions.dropFirst().filter { $0.password != current.password },
            pendingUpgrade: upgrades[device]?.upgrade)
    }

    /// What lists show; nil where it is deleted.
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

    /// The most devices whose upgrades are remembered.
    static let maximumDevices = 16

    /// What two devices that know this record and the other one know together. Gives nothing for another credential's record.
    ///
    /// For every part the last writer wins, by time and then by the name of the device. Of concurrent changes of the password the later
    /// is the password, and the other stands in the history. Merging is commutative, associative and idempotent: every order of meetings
    /// ends the same.
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

    /// Brings the record into its one form: nothing that the deletion ended, the versions from the newest, no more than are kept.
    ///
    /// Each step keeps what is newest under one order, which is why normal forms merge to the normal form of everything.
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

    /// When `device` began what it has not finished; nil where it has begun nothing.
    package func upgradeBegan(on device: DeviceName) -> Date? {
        upgrades[device].flatMap { $0.upgrade == nil ? nil : $0.stamp.date }
    }

    /// The password, where it was saved after `device` began what it has not finished; nil where it is the one of that time.
    package func passwordSavedSinceUpgradeBegan(on device: DeviceName) -> PrivateText? {
        guard let began = upgrades[device], began.upgrade != nil, let current = versions.first, current.stamp > began.stamp
        else { return nil }
        return current.password
    }

    /// Deletes the passwords that are known here, and ends what `device` had begun. A password that another device has set meanwhile, unheard of here,
    /// survives: its stamp is later than that of the password it took the place of.
    package mutating func deleteKnown(at now: Date, by device: DeviceName) {
        guard let newest = versions.first?.stamp else { return }
        deleted = max(deleted ?? newest, newest)
        normalize()
        endUpgrade(at: now, by: device)
    }
}

/// A password that an account had, or has.
package struct PasswordVersion: Hashable, Comparable, Sendable {
    package let password: PrivateText
    /// When it was set, and by which device.
    package let stamp: VersionStamp
    /// When the credential was first saved, in milliseconds since 1970.
    let createdMilliseconds: Int64

    init(_ password: PrivateText, stamp: VersionStamp, createdMilliseconds: Int64) {
        self.password = password
        self.stamp = stamp
        self.createdMilliseconds = createdMilliseconds
    }

    /// By stamp; under one stamp, which no honest device gives twice, by content.
    package static func < (left: PasswordVersion, right: PasswordVersion) -> Bool {
        if left.stamp != right.stamp { return left.stamp < right.stamp }
        if left.password != right.password { return left.password < right.password }
        return left.createdMilliseconds < right.createdMilliseconds
    }
}
