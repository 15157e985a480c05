package import FoundationEssentials

/// What taking over a file would do to what is saved: shown before it is done.
package struct ImportPlan: Hashable, Sendable {
    /// What happens where another password is saved for the same user name and site.
    package enum Preference: Hashable, Sendable, CaseIterable {
        case keepSaved
        /// The saved password goes into the history.
        case takeImported
    }

    /// Nothing is saved for these.
    package let new: [PasswordImport.Entry]
    /// Saved with the same password.
    package let known: [PasswordImport.Entry]
    /// Saved with another password.
    package let conflicting: [PasswordImport.Entry]

    /// - Throws: where the store cannot be read.
    package init(_ file: PasswordImport, into store: some CredentialStore) throws(CredentialStoreError) {
        var (new, known, conflicting): ([PasswordImport.Entry], [PasswordImport.Entry], [PasswordImport.Entry]) = ([], [], [])
        let saved = Dictionary(try store.credentials().map { ($0.id, $0.password) }) { first, _ in first }
        for entry in file.entries {
            switch saved[entry.id] {
            case nil: new.append(entry)
            case entry.password?: known.append(entry)
            default: conflicting.append(entry)
            }
        }
        (self.new, self.known, self.conflicting) = (new, known, conflicting)
    }

    /// Does it: one write for each credential, so that whatever breaks off, each is as it was or as in the file. Doing it again completes it.
    ///
    /// - Throws: where the store cannot be written.
    package func apply(
        to store: some CredentialStore, on conflict: Preference, at now: Date
    ) throws(CredentialStoreError) {
        try store.together { () throws(CredentialStoreError) in
            for entry in new + (conflict == .takeImported ? conflicting : []) {
                try store.change(entry.id) { record in Self.record(entry, over: record, at: now, by: store.device) }
            }
        }
    }

    /// Nil where the content is refused, which the file's own limits exclude.
    private static func record(
        _ entry: PasswordImport.Entry, over record: CredentialRecord?, at now: Date, by device: DeviceName
    ) -> CredentialRecord? {
        guard var result = record else { return CredentialRecord(entry, at: now, by: device) }
        do throws(CredentialContentError) {
            try result.setPassword(entry.password, at: now, by: device)
            if !entry.title.isEmpty { try result.setTitle(entry.title, at: now, by: device) }
            if !entry.notes.isEmpty { try result.setNotes(entry.notes, at: now, by: device) }
            return result
        } catch {
            return nil
        }
    }
}

extension CredentialRecord {
    /// A new credential with the times of the file, none of them later than now: a stamp from the future would win over every change to come. Its title is
    /// written now, even an empty one: to other devices, what is older than their last meeting and unknown to them was deleted long ago.
    fileprivate init(_ entry: PasswordImport.Entry, at now: Date, by device: DeviceName) {
        func stamp(_ date: Date?) -> VersionStamp { VersionStamp(now: min(date ?? now, now), device: device, after: nil) }
        let changed = stamp(entry.changedAt)
        let created = min(stamp(entry.createdAt ?? entry.changedAt), changed)
        self.init(
            id: entry.id,
            versions: [PasswordVersion(entry.password, stamp: changed, createdMilliseconds: created.milliseconds)],
            title: Stamped(entry.title, VersionStamp(now: now, device: device, after: changed)),
            notes: entry.notes.isEmpty ? nil : Stamped(entry.notes, changed), used: entry.lastUsedAt.map { stamp($0) },
            deleted: nil,
            upgrades: [:])
    }
}
