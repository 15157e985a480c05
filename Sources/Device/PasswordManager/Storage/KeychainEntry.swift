import DeviceProtocol
import FoundationEssentials

/// The items of one credential, as they were found together.
struct KeychainEntry {
    let id: CredentialID
    let login: FoundItem?
    let recordItem: FoundItem?

    init(_ id: CredentialID, _ items: [FoundItem]) {
        self.id = id
        login = items.first(where: KeychainShape.isLogin)
        recordItem = items.first(where: KeychainShape.isRecord)
    }

    /// Whether the record still waits for its login.
    private var awaitsLogin: Bool { recordItem.map(KeychainShape.awaitsLogin) ?? false }

    /// What lists show, by the attributes alone; nil where there is no credential.
    var summary: CredentialSummary? {
        guard let login = login ?? (awaitsLogin ? recordItem : nil) else { return nil }
        let mark = KeychainShape.mark(of: login)
        let known = recordItem.flatMap(KeychainShape.mark(of:))
        if known?.state == .deleted, let deleted = known?.stamp, let mark, mark.stamp <= deleted { return nil }
        // The newer of both; a login that others wrote has the keychain's own dates.
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

    /// Everything that is known; nil where nothing is. The items must have been found with their data.
    ///
    /// - Throws: `damaged` where the data of an item is not of its kind.
    func record(on device: DeviceName) throws(CredentialStoreError) -> CredentialRecord? {
        var record: CredentialRecord?
        if let recordItem {
            guard let data = recordItem.data, let known = try? CredentialRecord(message: data), known.id == id else {
                throw .damaged(id)
            }
            record = known
        }
        guard let login else {
            // A record waits for its login openly, and is deleted before it: so others removed it.
            if !awaitsLogin, let latest = record?.latest { record?.delete(at: latest.date, by: device) }
            return record
        }
        guard let data = login.data, let text = String(validating: data, as: UTF8.self),
            (1...SavedCredential.maximumPasswordLength).contains(data.count)
        else { throw .damaged(id) }
        return taking(PrivateText(text), of: login, into: record, on: device)
    }

    /// The record with what the login says beyond it.
    private func taking(
        _ password: PrivateText, of login: FoundItem, into known: CredentialRecord?, on device: DeviceName
    ) -> CredentialRecord? {
        var record = known ?? CredentialRecord.blank(id)
        if let mark = KeychainShape.mark(of: login), case .saved(let created, let used) = mark.state {
            let version = PasswordVersion(password, stamp: mark.stamp, createdMilliseconds: created)
            let same = record.versions.first { $0.stamp == mark.stamp }
            // Under a stamp that the record knows stands what it knows, or else what others wrote over it.
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
    /// A record that knows at most one version.
    fileprivate static func blank(_ id: CredentialID, _ version: PasswordVersion? = nil) -> CredentialRecord {
        CredentialRecord(
            id: id, versions: version.map { [$0] } ?? [], title: nil, notes: nil, used: nil, deleted: nil, upgrades: [:])
    }
}
