package import DeviceProtocol
import Secrets

/// The passkeys of a device, in its keychain: one item of the system for each relying party and user handle.
///
/// The items are readable while the device is unlocked. No app belongs to their group. Only the system's link may be used.
package struct KeychainPasskeys: Sendable {
    private let link: any DeviceLink

    package init(link: any DeviceLink) {
        self.link = link
    }

    /// Returns all passkeys, by relying party and user name. Throws `interactionNotAllowed` while the device is locked.
    package func passkeys() throws(DeviceError) -> [Passkey] {
        try records(query()).map(\.passkey).sorted { ($0.relyingParty, $0.userName) < ($1.relyingParty, $1.userName) }
    }

    /// Deletes a passkey. Does nothing if it does not exist.
    package func delete(_ passkey: Passkey) throws(DeviceError) {
        let records = try records(of: passkey.relyingParty)
        guard let record = records.first(where: { $0.passkey.credentialID == passkey.credentialID }) else { return }
        try link.perform(DeleteItems(query: query(Self.name(of: record))))
    }

    func records(of relyingParty: String) throws(DeviceError) -> [PasskeyRecord] {
        var name = Self.kind
        name.set(.service, .text(relyingParty))
        return try records(query(name))
    }

    /// Stores a passkey. Replaces the passkey of the same relying party and user handle, in one write.
    func put(_ record: PasskeyRecord) throws(DeviceError) {
        let name = Self.name(of: record)
        do throws(DeviceError) {
            try link.perform(UpdateItems(query: query(name), changes: ItemChanges(data: record.message)))
        } catch {
            guard error == .item(.notFound) else { throw error }
            try link.perform(
                AddItem(
                    itemClass: .genericPassword, attributes: name, accessGroup: .webCredentials,
                    accessControl: AccessControl(accessibility: .whenUnlocked), isSynchronized: true, data: record.message))
        }
    }

    private func records(_ query: ItemQuery) throws(DeviceError) -> [PasskeyRecord] {
        do throws(DeviceError) {
            return try link.find(FindItems(query: query, limit: UInt32(FoundItems.maximumCount), returning: .data))
                // A damaged record cannot be used. A new passkey of the same user replaces it.
                .compactMap { item in item.data.flatMap { try? PasskeyRecord(message: $0) } }
        } catch {
            guard error == .item(.notFound) else { throw error }
            return []
        }
    }

    private func query(_ attributes: ItemAttributes = KeychainPasskeys.kind) -> ItemQuery {
        ItemQuery(
            itemClass: .genericPassword, attributes: attributes, accessGroup: .webCredentials, synchronization: .synchronized)
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
