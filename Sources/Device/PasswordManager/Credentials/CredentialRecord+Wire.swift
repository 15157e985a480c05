import AssociatedDomains
package import DeviceProtocol

/// A record in bytes: the data of its keychain item, and what devices send each other.
extension CredentialRecord: WireValue {
    /// Raised when the form changes. No other version is read.
    private static let version: UInt8 = 1

    /// Refuses another version, what is longer than this library writes, and what is not in its one normal form.
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        guard try reader.number(UInt8.self) == Self.version else { throw WireError(.unknownValue, at: start) }
        id = try reader.value()
        versions = try reader.list(atMost: 1 + SavedCredential.maximumHistory)
        title = try reader.optional { (reader) throws(WireError) in
            Stamped(try reader.text(atMost: SavedCredential.maximumTitleLength), try reader.value())
        }
        notes = try reader.optional { (reader) throws(WireError) in
            Stamped(PrivateText(try reader.text(atMost: SavedCredential.maximumNotesLength)), try reader.value())
        }
        used = try reader.optional()
        deleted = try reader.optional()
        upgrades = [:]
        let pairs = try reader.list(atMost: Self.maximumDevices) { (reader) throws(WireError) in
            let place = reader.position
            let name = try reader.checked(DeviceName(rawValue: try reader.text(atMost: DeviceName.maximumLength)), from: place)
            return (name, try reader.value(StampedUpgrade.self))
        }
        var last: DeviceName?
        for (name, upgrade) in pairs {
            guard last.map({ $0 < name }) ?? true else { throw WireError(.refusedValue, at: start) }
            upgrades[name] = upgrade
            last = name
        }
        var normal = self
        normal.normalize()
        // A set of versions, the newest first, and nothing that a deletion ended.
        guard normal == self, zip(versions, versions.dropFirst()).allSatisfy({ $1 < $0 }) else {
            throw WireError(.refusedValue, at: start)
        }
    }

    package func write(to writer: inout WireWriter) {
        writer.number(Self.version)
        writer.value(id)
        writer.list(versions)
        writer.optional(title) { writer, title in
            writer.text(title.value)
            writer.value(title.stamp)
        }
        writer.optional(notes) { writer, notes in
            writer.text(notes.value.exposed)
            writer.value(notes.stamp)
        }
        writer.optional(used)
        writer.optional(deleted)
        writer.list(upgrades.sorted { $0.key < $1.key }) { writer, pair in
            writer.text(pair.key.rawValue)
            writer.value(pair.value)
        }
    }
}

extension CredentialID: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let host = try reader.text(atMost: 253)
        let user = try reader.text(atMost: Self.maximumUserLength)
        guard let server = try? DomainName(host), server.text == host, let id = CredentialID(server: server, user: user),
            id.user.utf8.elementsEqual(user.utf8)
        else { throw WireError(.refusedValue, at: start) }
        self = id
    }

    package func write(to writer: inout WireWriter) {
        writer.text(server.text)
        writer.text(user)
    }
}

extension PasswordVersion: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let text = try reader.text(atMost: SavedCredential.maximumPasswordLength)
        stamp = try reader.value()
        createdMilliseconds = try reader.number()
        guard !text.isEmpty, (0...VersionStamp.last).contains(createdMilliseconds) else {
            throw WireError(.refusedValue, at: start)
        }
        password = PrivateText(text)
    }

    package func write(to writer: inout WireWriter) {
        writer.text(password.exposed)
        writer.value(stamp)
        writer.number(createdMilliseconds)
    }
}

extension StampedUpgrade: WireValue {
    init(from reader: inout WireReader) throws(WireError) {
        upgrade = try reader.optional()
        stamp = try reader.value()
    }

    func write(to writer: inout WireWriter) {
        writer.optional(upgrade)
        writer.value(stamp)
    }
}

extension PendingUpgrade: WireValue {
    private enum Form: UInt8, WireValue {
        case signInWithApple = 0
        case candidate = 1
        /// What writes this is not read by versions that knew of one candidate alone.
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
        guard (form == .candidates) == (candidates.count > 1) else { throw WireError(.refusedValue, at: start) }
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

extension PrivateText: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(try reader.text(atMost: SavedCredential.maximumPasswordLength))
    }

    package func write(to writer: inout WireWriter) { writer.text(exposed) }
}
