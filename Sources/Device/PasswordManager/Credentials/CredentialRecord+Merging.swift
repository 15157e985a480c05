extension CredentialRecord {
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
}
