import AssociatedDomains
package import DeviceProtocol

/// The binary form of a record: the data of its keychain item, and the message between devices.
extension CredentialRecord: WireRecord {
    /// The encoding of a record. Decoding rejects other versions, data that is too long, and data that is not in normal form.
    package static let wire = WireForm(
        version: 1, Self.init(id:versions:title:notes:used:deleted:listed:), .field(\.id),
        .field(\.versions, .list(atMost: 1 + SavedCredential.maximumHistory)), .field(\.title, .optional(title)),
        .field(\.notes, .optional(notes)), .field(\.used), .field(\.deleted), .field(\.listed, .list(atMost: maximumDevices)))

    private static let title = stamped(.text(atMost: SavedCredential.maximumTitleLength))
    private static let notes = stamped(
        WireKind.made(of: .text(atMost: SavedCredential.maximumNotesLength), by: { PrivateText($0) }, spelled: { $0.exposed }))

    private static func stamped<Value>(_ kind: WireKind<Value>) -> WireKind<Stamped<Value>> {
        WireForm({ Stamped($0, $1) }, .field(\.value, kind), .field(\.stamp)).kind
    }

    /// Creates a record from versions, newest first, without anything that a deletion ended, and upgrades ordered by device.
    private init?(
        id: CredentialID, versions: [PasswordVersion], title: Stamped<String>?, notes: Stamped<PrivateText>?, used: VersionStamp?,
        deleted: VersionStamp?, listed: [DeviceUpgrade]
    ) {
        self.init(
            id: id, versions: versions, title: title, notes: notes, used: used, deleted: deleted,
            upgrades: Dictionary(listed.map { ($0.device, $0.upgrade) }) { first, _ in first })
        guard self.versions == versions, self.title == title, self.notes == notes, self.used == used, self.deleted == deleted,
            self.listed == listed, zip(versions, versions.dropFirst()).allSatisfy({ $1 < $0 })
        else { return nil }
    }

    private var listed: [DeviceUpgrade] {
        upgrades.sorted { $0.key < $1.key }.map { DeviceUpgrade(device: $0.key, upgrade: $0.value) }
    }
}

/// The upgrade of one device.
private struct DeviceUpgrade: WireRecord, Equatable {
    let device: DeviceName
    let upgrade: StampedUpgrade

    static let wire = WireForm(Self.init, .field(\.device), .field(\.upgrade))
}

extension CredentialID: WireRecord {
    package static let wire = WireForm(
        { (host: String, user: String) -> CredentialID? in
            guard let server = try? DomainName(host), server.text == host, let id = CredentialID(server: server, user: user),
                id.user.utf8.elementsEqual(user.utf8)
            else { return nil }
            return id
        }, .field(\.server.text, .text(atMost: 253)), .field(\.user, .text(atMost: maximumUserLength)))
}

extension PasswordVersion: WireRecord {
    package static let wire = WireForm(
        { (password: PrivateText, stamp: VersionStamp, created: Int64) -> PasswordVersion? in
            password.isEmpty ? nil : PasswordVersion(password, stamp: stamp, createdMilliseconds: created)
        }, .field(\.password), .field(\.stamp), .field(\.createdMilliseconds, .number(in: Int64(0)...VersionStamp.last)))
}

extension StampedUpgrade: WireRecord {
    static let wire = WireForm(Self.init, .field(\.upgrade), .field(\.stamp))
}

extension PendingUpgrade: WireRecord {
    /// The candidates, newest first, and the key. The list is empty for Sign in with Apple.
    package static let wire = WireForm(
        { (candidates: [PrivateText], key: String) -> PendingUpgrade? in
            PendingUpgrade(
                candidates.first.map(Target.password) ?? .signInWithApple, earlierCandidates: Array(candidates.dropFirst()),
                idempotencyKey: key)
        }, .field(\.candidates, .list(atMost: maximumCandidates)),
        .field(\.idempotencyKey, .text(atMost: maximumKeyLength)))
}

extension PrivateText: WireRecord {
    package static let wire = WireForm(Self.init, .field(\.exposed, .text(atMost: SavedCredential.maximumPasswordLength)))
}
