import AssociatedDomains
import DeviceProtocol
import FoundationEssentials

/// The items of one credential, as found in one query.
struct KeychainEntry {
    let id: CredentialID
    let login: FoundItem?
    let recordItem: FoundItem?

    init(_ id: CredentialID, _ items: [FoundItem]) {
        self.id = id
        login = items.first(where: KeychainShape.isLogin)
        recordItem = items.first(where: KeychainShape.isRecord)
    }

    /// Whether the record is still waiting for its login item.
    private var awaitsLogin: Bool { recordItem.map(KeychainShape.awaitsLogin) ?? false }

    /// The summary for lists, from the attributes alone. Nil if there is no credential.
    var summary: CredentialSummary? {
        guard let login = login ?? (awaitsLogin ? recordItem : nil) else { return nil }
        let mark = KeychainShape.mark(of: login)
        let known = recordItem.flatMap(KeychainShape.mark(of:))
        if known?.state == .deleted, let deleted = known?.stamp, let mark, mark.stamp <= deleted { return nil }
        // The newer of the two. A login that another process wrote has the dates of the keychain.
        let newest = [mark, known].compactMap(\.self).filter { $0.state != .deleted }.max { $0.stamp < $1.stamp }
        let title = KeychainShape.title(of: login, id)
        guard case .saved(let created, let used)? = newest?.state, let changed = newest?.stamp.date, mark != nil else {
            return CredentialSummary(
                id: id, title: title, createdAt: KeychainShape.created(login), changedAt: KeychainShape.changed(login),
                lastUsedAt: nil)
        }
        return CredentialSummary(
            id: id, title: title, createdAt: Self.date(created), changedAt: changed, lastUsedAt: used.map(Self.date))
    }

    /// Returns the record. Returns nil if it does not exist. The items must have been read with their data.
    ///
    /// - Throws: ``CredentialStoreError/damaged(_:)`` if the data of an item is malformed.
    func record(on device: DeviceName) throws(CredentialStoreError) -> CredentialRecord? {
        var record: CredentialRecord?
        if let recordItem {
            guard let data = recordItem.data, let known = try? CredentialRecord(message: data), known.id == id else {
                throw .damaged(id)
            }
            record = known
        }
        guard let login else {
            // A record that is not waiting for its login had one, so another process removed it.
            if !awaitsLogin, let latest = record?.latest { record?.delete(at: latest.date, by: device) }
            return record
        }
        guard let data = login.data, let text = String(validating: data, as: UTF8.self),
            (1...SavedCredential.maximumPasswordLength).contains(data.count)
        else { throw .damaged(id) }
        return taking(PrivateText(text), of: login, into: record, on: device)
    }

    /// Returns the record with changes from the login item.
    private func taking(
        _ password: PrivateText, of login: FoundItem, into known: CredentialRecord?, on device: DeviceName
    ) -> CredentialRecord? {
        var record = known ?? CredentialRecord.blank(id)
        if let mark = KeychainShape.mark(of: login), case .saved(let created, let used) = mark.state {
            let version = PasswordVersion(password, stamp: mark.stamp, createdMilliseconds: created)
            let same = record.versions.first { $0.stamp == mark.stamp }
            // For a known stamp, a different password was written by another process.
            if same == nil || same?.password == password {
                if same == nil { record = record.merged(with: CredentialRecord.blank(id, version)) ?? record }
                if known == nil { record.used = used.flatMap { VersionStamp(milliseconds: $0, device: mark.stamp.device) } }
                if known == nil { record.title = title(of: login, mark.stamp) }
                return record
            }
        }
        guard record.versions.first?.password != password else { return record }
        let stamp = VersionStamp(now: KeychainShape.changed(login), device: device, after: record.latest)
        let created = record.versions.first?.createdMilliseconds ?? VersionStamp.milliseconds(of: KeychainShape.created(login))
        let version = PasswordVersion(password, stamp: stamp, createdMilliseconds: created)
        record = record.merged(with: CredentialRecord.blank(id, version)) ?? record
        if known == nil { record.title = title(of: login, stamp) }
        return record
    }

    private func title(of login: FoundItem, _ stamp: VersionStamp) -> Stamped<String>? {
        let title = KeychainShape.title(of: login, id)
        return title.isEmpty ? nil : Stamped(title, stamp)
    }

    private static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}

extension CredentialRecord {
    /// Returns a record with at most one version.
    fileprivate static func blank(_ id: CredentialID, _ version: PasswordVersion? = nil) -> CredentialRecord {
        CredentialRecord(
            id: id, versions: version.map { [$0] } ?? [], title: nil, notes: nil, used: nil, deleted: nil, upgrades: [:])
    }
}

/// The comment of an item, for lists and for comparing versions: `created used changed revision device`. Times are in
/// milliseconds since 1970, `-` means never used. For a deletion: `deleted changed revision device`. It contains no secrets.
struct LoginMark: Hashable {
    enum State: Hashable {
        /// The credential is saved. The stamp is that of the password.
        case saved(createdMilliseconds: Int64, usedMilliseconds: Int64?)
        /// The credential is deleted. The stamp is that of the deletion.
        case deleted
    }

    let state: State
    let stamp: VersionStamp
    /// The time of the newest stamp in the record, which every write increases.
    let revision: Int64

    /// Creates a mark. Returns nil for a record without a password or a deletion.
    init?(_ record: CredentialRecord) {
        if let version = record.versions.first {
            state = .saved(
                createdMilliseconds: version.createdMilliseconds, usedMilliseconds: record.used?.milliseconds)
            stamp = version.stamp
        } else if let deleted = record.deleted {
            state = .deleted
            stamp = deleted
        } else {
            return nil
        }
        revision = record.latest?.milliseconds ?? stamp.milliseconds
    }

    /// Parses a comment. Returns nil if it is malformed.
    init?(text: String) {
        var parts = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        if parts.first == "deleted" {
            parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            state = .deleted
        } else {
            guard parts.count == 5, let created = Self.time(parts[0]) else { return nil }
            let used = Self.time(parts[1])
            guard used != nil || parts[1] == "-" else { return nil }
            state = .saved(createdMilliseconds: created, usedMilliseconds: used)
            parts.removeFirst()
        }
        guard parts.count == 4, let changed = Self.time(parts[1]), let revision = Self.time(parts[2]),
            let device = DeviceName(rawValue: String(parts[3])), let stamp = VersionStamp(milliseconds: changed, device: device)
        else { return nil }
        self.stamp = stamp
        self.revision = revision
    }

    var text: String {
        let first =
            switch state {
            case .saved(let created, let used): "\(created) \(used.map { String($0) } ?? "-")"
            case .deleted: "deleted"
            }
        return "\(first) \(stamp.milliseconds) \(revision) \(stamp.device.rawValue)"
    }

    private static func time(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let time = Int64(text), time <= VersionStamp.last
        else { return nil }
        return time
    }
}

/// The representation of a credential in the keychain: two items with the same site and user name.
///
/// - The *login* is the item that other parts of the system read and write, such as the functions for shared web credentials: an
///   internet password (`kSecClassInternetPassword`) of a web form over https. Its data is the password alone.
/// - The *record*, an invisible item, contains all data: history, notes, pending upgrades, the time and device of each change,
///   and deletions for other devices. Its authentication type differs, so that queries for web forms do not find it.
///
/// The record is authoritative. A login that differs was either not updated yet, which its mark shows, or changed by another
/// process, whose change is then adopted.
enum KeychainShape {
    private static let webForm = "form"
    private static let ownKind = "ltck"

    /// The attributes of every item over https, including all logins and records.
    static var all: ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.networkProtocol, .text("htps"))
        return attributes
    }

    /// Returns the attributes of the items of one credential.
    static func naming(_ id: CredentialID) -> ItemAttributes {
        var attributes = all
        attributes.set(.server, .text(id.server.text))
        attributes.set(.account, .text(id.user))
        return attributes
    }

    /// Returns the login item for a record. Returns nil for a deletion.
    static func login(of record: CredentialRecord) -> (attributes: ItemAttributes, data: [UInt8])? {
        guard let version = record.versions.first else { return nil }
        var attributes = naming(record.id)
        attributes.set(.authenticationType, .text(webForm))
        attributes.set(.path, .text(""))
        attributes.set(.label, .text(record.title?.value ?? usualLabel(record.id)))
        attributes.set(.description, .text("Web form password"))
        attributes.set(.comment, .text(LoginMark(record)?.text ?? ""))
        return (attributes, Array(version.password.exposed.utf8))
    }

    /// Returns the record item.
    ///
    /// - Parameter awaitsLogin: Whether the login item does not exist yet. Otherwise a missing login was removed by another
    ///   process.
    static func record(_ record: CredentialRecord, awaitsLogin: Bool) -> (attributes: ItemAttributes, data: [UInt8]) {
        var attributes = naming(record)
        attributes.set(.label, .text(record.title?.value ?? usualLabel(record.id)))
        attributes.set(.description, .text("Password manager record"))
        attributes.set(.isInvisible, .flag(true))
        attributes.set(.isNegative, .flag(awaitsLogin))
        return (attributes, record.message)
    }

    /// Returns a query for the record item if it was not modified.
    static func naming(_ record: CredentialRecord) -> ItemAttributes {
        var attributes = naming(record.id)
        attributes.set(.authenticationType, .text(ownKind))
        attributes.set(.comment, .text(LoginMark(record)?.text ?? ""))
        return attributes
    }

    static func awaitsLogin(_ item: FoundItem) -> Bool { item.description?.attributes[.isNegative] == .flag(true) }

    static func isRecord(_ item: FoundItem) -> Bool { text(item, .authenticationType) == ownKind && id(of: item) != nil }

    /// Returns whether the item is a login. Items with other paths belong to other programs.
    static func isLogin(_ item: FoundItem) -> Bool {
        text(item, .authenticationType) == webForm && text(item, .path) ?? "" == "" && id(of: item) != nil
    }

    /// Returns the credential of an item. Returns nil if site or user name are malformed.
    static func id(of item: FoundItem) -> CredentialID? {
        guard let server = text(item, .server), let user = text(item, .account), let host = try? DomainName(server),
            let id = CredentialID(server: host, user: user), id.server.text == server, id.user.utf8.elementsEqual(user.utf8)
        else { return nil }
        return id
    }

    /// Returns the user's title of a login. Empty if it is the default.
    static func title(of item: FoundItem, _ id: CredentialID) -> String {
        let label = text(item, .label) ?? ""
        return label == usualLabel(id) || label.utf8.count > SavedCredential.maximumTitleLength ? "" : label
    }

    static func mark(of item: FoundItem) -> LoginMark? { text(item, .comment).flatMap(LoginMark.init(text:)) }

    /// Returns the time when the keychain last changed the item.
    static func changed(_ item: FoundItem) -> Date { date(item, .modificationDate) }

    /// Returns the time when the item was added.
    static func created(_ item: FoundItem) -> Date { date(item, .creationDate) }

    private static func usualLabel(_ id: CredentialID) -> String { "\(id.server) (\(id.user))" }

    private static func text(_ item: FoundItem, _ name: AttributeName) -> String? {
        if case .text(let text)? = item.description?.attributes[name] { text } else { nil }
    }

    private static func date(_ item: FoundItem, _ name: AttributeName) -> Date {
        if case .date(let seconds)? = item.description?.attributes[name] {
            Date(timeIntervalSinceReferenceDate: seconds)
        } else {
            Date(timeIntervalSince1970: 0)
        }
    }
}
