package import DeviceProtocol
import Secrets
import Synchronization

/// The passkeys of a device, in its keychain: one item of the system for each relying party and user handle. The item of a passkey whose
/// key is in the enclave is never synchronized.
///
/// The items are readable while the device is unlocked. No app belongs to their group. Only the system's link may be used.
package struct KeychainPasskeys: Sendable {
    /// A change of a stored passkey.
    enum Edit {
        case keep
        case replace(PasskeyRecord)
        case delete
    }

    /// The lock that serializes changes, so that no change undoes another one. The copies of a value share it.
    private final class Changes: Sendable {
        let lock = Mutex(())
    }

    let link: any DeviceLink
    private let changes = Changes()
    private let changed: @Sendable () -> Void

    /// - Parameter changed: called after this device changed a passkey, on the thread that changed it. Synchronizes the passkeys with
    ///   the account's other devices.
    package init(link: any DeviceLink, changed: @escaping @Sendable () -> Void = {}) {
        self.link = link
        self.changed = changed
    }

    /// Returns all passkeys, by relying party and user name. Throws `interactionNotAllowed` while the device is locked.
    package func passkeys() throws(DeviceError) -> [Passkey] {
        try listed().map(\.passkey)
    }

    /// Returns all passkeys with their times, in the order of ``passkeys()``.
    package func listed() throws(DeviceError) -> [ListedPasskey] {
        try records().map(\.listed).sorted {
            ($0.passkey.relyingParty, $0.passkey.userName) < ($1.passkey.relyingParty, $1.passkey.userName)
        }
    }

    /// Changes the user name of a passkey, which the sheets and Settings show. The server does not learn it.
    ///
    /// - Throws: `badRequest` for an empty name and one that is too long or has control characters; `notFound` if the passkey
    ///   does not exist.
    package func rename(_ passkey: Passkey, to userName: String) throws(DeviceError) {
        guard !userName.isEmpty, PasskeyRegistrationRequest.allows(userName: userName) else {
            throw .badRequest("the user name is empty, too long or contains control characters")
        }
        var isFound = false
        try edit(passkey.relyingParty) { record in
            guard record.passkey.credentialID == passkey.credentialID else { return .keep }
            isFound = true
            return .replace(record.renamed(userName))
        }
        guard isFound else { throw .item(.notFound) }
    }

    /// Deletes a passkey. Does nothing if it does not exist.
    package func delete(_ passkey: Passkey) throws(DeviceError) {
        try edit(passkey.relyingParty) { $0.passkey.credentialID == passkey.credentialID ? .delete : .keep }
    }

    func records(of relyingParty: String) throws(DeviceError) -> [PasskeyRecord] {
        var name = Self.kind
        name.set(.service, .text(relyingParty))
        return try records(query(name))
    }

    /// Edits the passkeys of a relying party, each in one write.
    func edit(_ relyingParty: String, _ edit: (PasskeyRecord) -> Edit) throws(DeviceError) {
        var isEdited = false
        // After an error too, because earlier edits remain.
        defer { if isEdited { changed() } }
        try changes.lock.withLock { (_) throws(DeviceError) in
            for record in try records(of: relyingParty) {
                switch edit(record) {
                case .keep: continue
                case .replace(let edited): try change(edited)
                case .delete: try link.perform(DeleteItems(query: query(for: record)))
                }
                isEdited = true
            }
        }
    }

    /// Replaces the stored passkey of the same relying party and user handle, in one write. Throws `notFound` if it does not exist.
    private func change(_ record: PasskeyRecord) throws(DeviceError) {
        try link.perform(UpdateItems(query: query(for: record), changes: ItemChanges(data: record.message)))
    }

    /// Stores a passkey. Replaces the passkey of the same relying party and user handle, in one write. A passkey whose key is in the
    /// enclave and one of the account's devices do not replace each other.
    func put(_ record: PasskeyRecord) throws(DeviceError) {
        try changes.lock.withLock { (_) throws(DeviceError) in try link.put(Self.item(of: record)) }
        changed()
    }

    /// Stores a passkey, unless the relying party has one of the same user handle or credential ID here. Returns whether it was
    /// stored.
    func add(_ record: PasskeyRecord) throws(DeviceError) -> Bool {
        let isStored = try changes.lock.withLock { (_) throws(DeviceError) -> Bool in
            let stored = try records(of: record.passkey.relyingParty)
            let isKnown = stored.contains {
                $0.passkey.credentialID == record.passkey.credentialID || $0.userHandle == record.userHandle
            }
            guard !isKnown else { return false }
            do throws(DeviceError) {
                try link.perform(Self.item(of: record))
                return true
            } catch {
                guard error == .item(.duplicate) else { throw error }
                return false
            }
        }
        if isStored { changed() }
        return isStored
    }

    /// Returns all stored passkeys with their keys.
    func records() throws(DeviceError) -> [PasskeyRecord] {
        try records(query())
    }

    private static func item(of record: PasskeyRecord) -> AddItem {
        AddItem(
            itemClass: .genericPassword, attributes: name(of: record), accessGroup: .webCredentials,
            accessControl: AccessControl(accessibility: record.isDeviceBound ? .whenUnlockedThisDeviceOnly : .whenUnlocked),
            isSynchronized: !record.isDeviceBound, data: record.message)
    }

    private func records(_ query: ItemQuery) throws(DeviceError) -> [PasskeyRecord] {
        try link.items(of: query, returning: .data)
            // A damaged record cannot be used. A new passkey of the same user replaces it.
            .compactMap { item in item.data.flatMap { try? PasskeyRecord(message: $0) } }
    }

    private func query(_ attributes: ItemAttributes = KeychainPasskeys.kind) -> ItemQuery {
        ItemQuery(itemClass: .genericPassword, attributes: attributes, accessGroup: .webCredentials, synchronization: .either)
    }

    private func query(for record: PasskeyRecord) -> ItemQuery {
        var query = self.query(Self.name(of: record))
        query.synchronization = record.isDeviceBound ? .local : .synchronized
        return query
    }

    private static func name(of record: PasskeyRecord) -> ItemAttributes {
        var name = kind
        name.set(.service, .text(record.passkey.relyingParty))
        name.set(.account, .text(Base64URL.encode(record.userHandle)))
        return name
    }

    private static var kind: ItemAttributes {
        var kind = ItemAttributes()
        kind.set(.description, .text("Passkey"))
        return kind
    }
}
