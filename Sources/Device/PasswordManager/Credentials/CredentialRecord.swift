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
}
