package import AssociatedDomains
package import FoundationEssentials

/// The contents of a file of passwords.
package struct PasswordImport: Hashable, Sendable {
    /// One entry.
    package struct Entry: Hashable, Sendable {
        package let id: CredentialID
        package let password: PrivateText
        /// The title. Empty if the file only repeats the site.
        package let title: String
        package let notes: PrivateText
        package let createdAt: Date?
        package let changedAt: Date?
        package let lastUsedAt: Date?
        /// The line number, from 1; in a file of another format, the number of the entry.
        package let line: Int

        /// Creates an entry. Throws the reason if the user name, the password, the title or the notes are rejected.
        package init(
            host: DomainName, user: String, password: String, title: String, notes: String, createdAt: Date? = nil,
            changedAt: Date? = nil, lastUsedAt: Date? = nil, line: Int
        ) throws(Skipped.Reason) {
            guard let id = CredentialID(server: host, user: user) else { throw .user }
            guard (1...SavedCredential.maximumPasswordLength).contains(password.utf8.count) else { throw .password }
            guard title.utf8.count <= SavedCredential.maximumTitleLength else { throw .title }
            guard notes.utf8.count <= SavedCredential.maximumNotesLength else { throw .notes }
            self.id = id
            self.password = PrivateText(password)
            self.title = [host.text, "\(host.text) (\(id.user))"].contains(title) ? "" : title
            self.notes = PrivateText(notes)
            self.createdAt = createdAt
            self.changedAt = changedAt
            self.lastUsedAt = lastUsedAt
            self.line = line
        }
    }

    /// An entry that was skipped.
    package struct Skipped: Hashable, Sendable, CustomStringConvertible {
        package enum Reason: Error, Hashable, Sendable {
            /// The URL is not an https or http URL with a domain name.
            case site
            /// The password is missing or longer than 4,096 bytes.
            case password
            /// The user name is longer than 1,024 bytes or contains control characters.
            case user
            /// The title is longer than 1,024 bytes.
            case title
            /// The notes are longer than 16,384 bytes.
            case notes
            /// The time is not a number of milliseconds since 1970.
            case time
            /// Another line, which the import uses, has the same site and user name.
            case duplicate(ofLine: Int)
        }

        package let reason: Reason
        package let line: Int
        package let column: Int

        /// A line for the user. It does not quote the file.
        package var description: String {
            let words =
                switch reason {
                case .site: "the web address is missing or has no domain name"
                case .password: "the password is missing or too long"
                case .user: "the user name is too long or contains control characters"
                case .title: "the title is too long"
                case .notes: "the notes are too long"
                case .time: "the time is not a number of milliseconds since 1970"
                case .duplicate(let other): "line \(other) has the same site and user name"
                }
            return "line \(line), column \(column): \(words)"
        }
    }

    /// The entries in the order of the file, each ``CredentialID`` once. Of several entries with the same ID, the one whose
    /// password was changed last is used, otherwise the first.
    package let entries: [Entry]
    /// The skipped entries in the order of the file.
    package let skipped: [Skipped]
    /// The number of entries with a key for one-time passwords (`OTPAuth`), which is not imported. The caller must inform the user.
    package let oneTimeKeysLeftOut: Int

    /// Parses a file in any format of ``PasswordFileFormat``. The header identifies the columns, in any order and case. Ignores
    /// unknown columns.
    ///
    /// - Throws: ``CSVError`` with line and column if the table is malformed.
    package init(_ bytes: some Collection<UInt8>) throws(CSVError) {
        let records = try CSVText(bytes).records
        guard let header = records.first else { throw CSVError(.empty, line: 1, column: 1) }
        let columns = try Self.columns(header)
        var entries: [CredentialID: Entry] = [:]
        var skipped: [Skipped] = []
        for record in records.dropFirst() {
            do throws(Rejection) {
                let entry = try Self.entry(record, columns)
                guard let other = entries[entry.id] else {
                    entries[entry.id] = entry
                    continue
                }
                let isNewer = (entry.changedAt ?? .distantPast) > (other.changedAt ?? .distantPast)
                let (taken, left) = isNewer ? (entry, other) : (other, entry)
                entries[entry.id] = taken
                skipped.append(Skipped(reason: .duplicate(ofLine: taken.line), line: left.line, column: 1))
            } catch {
                skipped.append(Skipped(reason: error.reason, line: error.line, column: error.column))
            }
        }
        let key = header.firstIndex { $0.text.lowercased() == "otpauth" }
        oneTimeKeysLeftOut = key.map { key in records.dropFirst().count { !$0[key].text.isEmpty } } ?? 0
        self.entries = entries.values.sorted { $0.line < $1.line }
        self.skipped = skipped.sorted { $0.line < $1.line }
    }

    private struct Rejection: Error {
        let reason: Skipped.Reason
        let line: Int
        let column: Int

        init(_ reason: Skipped.Reason, _ field: CSVText.Field) {
            self.reason = reason
            line = field.line
            column = field.column
        }
    }

    private static func columns(_ header: [CSVText.Field]) throws(CSVError) -> [PasswordFileFormat.Column: Int] {
        var columns: [PasswordFileFormat.Column: Int] = [:]
        for (index, field) in header.enumerated() {
            let column = PasswordFileFormat.column(field.text)
            guard column != .other else { continue }
            guard columns.updateValue(index, forKey: column) == nil else {
                throw CSVError(.repeatedColumn(field.text), at: field)
            }
        }
        for (column, name) in [(PasswordFileFormat.Column.url, "url"), (.user, "username"), (.password, "password")]
        where columns[column] == nil {
            throw CSVError(.missingColumn(name), at: header[0])
        }
        return columns
    }

    private static func entry(
        _ record: [CSVText.Field], _ columns: [PasswordFileFormat.Column: Int]
    ) throws(Rejection) -> Entry {
        func field(_ column: PasswordFileFormat.Column) -> CSVText.Field {
            columns[column].map { record[$0] } ?? CSVText.Field(text: "", line: record[0].line, column: record[0].column)
        }
        let (url, user, password, title, notes) = (field(.url), field(.user), field(.password), field(.title), field(.notes))
        guard let host = SiteAddress.host(of: url.text) else { throw Rejection(.site, url) }
        let (created, changed, lastUsed) = (
            try time(field(.created)), try time(field(.changed)), try time(field(.lastUsed))
        )
        do throws(Skipped.Reason) {
            return try Entry(
                host: host, user: user.text, password: password.text, title: title.text, notes: notes.text, createdAt: created,
                changedAt: changed, lastUsedAt: lastUsed, line: record[0].line)
        } catch {
            switch error {
            case .user: throw Rejection(error, user)
            case .password: throw Rejection(error, password)
            case .title: throw Rejection(error, title)
            case .notes: throw Rejection(error, notes)
            case .site, .time, .duplicate: throw Rejection(error, record[0])
            }
        }
    }

    private static func time(_ field: CSVText.Field) throws(Rejection) -> Date? {
        guard !field.text.isEmpty else { return nil }
        guard field.text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let milliseconds = Int64(field.text),
            milliseconds <= VersionStamp.last
        else { throw Rejection(.time, field) }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

/// The effects of importing a file, shown before the import.
package struct ImportPlan: Hashable, Sendable {
    /// The password that is kept if another one is saved for the same user name and site.
    package enum Preference: Hashable, Sendable, CaseIterable {
        case keepSaved
        /// Use the imported password and move the saved one to the history.
        case useImported
    }

    /// The entries without a saved credential.
    package let new: [PasswordImport.Entry]
    /// The entries that are saved with the same password.
    package let known: [PasswordImport.Entry]
    /// The entries that are saved with another password.
    package let conflicting: [PasswordImport.Entry]

    /// Compares a file with the saved credentials.
    ///
    /// - Throws: ``CredentialStoreError`` if the store cannot be read.
    package init(_ file: PasswordImport, into store: some CredentialStore) throws(CredentialStoreError) {
        try self.init(file.entries, into: store)
    }

    /// Compares entries, each ``CredentialID`` once, with the saved credentials.
    ///
    /// - Throws: ``CredentialStoreError`` if the store cannot be read.
    package init(_ entries: [PasswordImport.Entry], into store: some CredentialStore) throws(CredentialStoreError) {
        var (new, known, conflicting): ([PasswordImport.Entry], [PasswordImport.Entry], [PasswordImport.Entry]) = ([], [], [])
        let saved = Dictionary(try store.credentials().map { ($0.id, $0.password) }) { first, _ in first }
        for entry in entries {
            switch saved[entry.id] {
            case nil: new.append(entry)
            case entry.password?: known.append(entry)
            default: conflicting.append(entry)
            }
        }
        (self.new, self.known, self.conflicting) = (new, known, conflicting)
    }

    /// Performs the import with one write for each credential. After an interruption each credential is unchanged or imported;
    /// repeating the import completes it.
    ///
    /// - Throws: ``CredentialStoreError`` if the store cannot be written.
    package func apply(
        to store: some CredentialStore, on conflict: Preference, at now: Date
    ) throws(CredentialStoreError) {
        try store.together { () throws(CredentialStoreError) in
            for entry in new + (conflict == .useImported ? conflicting : []) {
                try store.change(entry.id) { record in Self.record(entry, over: record, at: now, by: store.device) }
            }
        }
    }

    /// Returns the record of an entry; nil if the content is rejected, which the limits of the file exclude.
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
    /// Creates a record with the times of the file, clamped to now, because a stamp in the future would win over every later
    /// change. Always writes the title now, even an empty one: other devices would treat a record that is older than their last
    /// synchronization as deleted.
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
