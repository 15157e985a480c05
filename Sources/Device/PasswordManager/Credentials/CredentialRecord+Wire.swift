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

extension PendingUpgrade: WireValue {
    private enum Form: UInt8, WireValue {
        case signInWithApple = 0
        case candidate = 1
        // Older versions, which support a single candidate, cannot read this form.
        case candidates = 2
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let form = try reader.value(Form.self)
        var candidates: [PrivateText] =
            switch form {
            case .signInWithApple: []
            case .candidate: [try reader.value()]
            case .candidates: try reader.list(atMost: Self.maximumCandidates)
            }
        let key = try reader.text(atMost: Self.maximumKeyLength)
        guard (form == .candidates) == (candidates.count > 1) else { throw WireError(.rejectedValue, at: start) }
        let target = candidates.isEmpty ? Target.signInWithApple : .password(candidates.removeFirst())
        self = try reader.checked(
            PendingUpgrade(target, earlierCandidates: candidates, idempotencyKey: key), from: start)
    }

    package func write(to writer: inout WireWriter) {
        switch candidates.count {
        case 0: writer.value(Form.signInWithApple)
        case 1:
            writer.value(Form.candidate)
            writer.value(candidates[0])
        default:
            writer.value(Form.candidates)
            writer.list(candidates)
        }
        writer.text(idempotencyKey)
    }
}

extension PrivateText: WireRecord {
    package static let wire = WireForm(Self.init, .field(\.exposed, .text(atMost: SavedCredential.maximumPasswordLength)))
}
