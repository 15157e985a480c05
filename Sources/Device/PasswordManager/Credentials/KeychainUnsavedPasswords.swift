package import DeviceProtocol

/// A store for unsaved passwords in the keychain: one item of the system that is accessible after the first unlock and never
/// leaves the device. The item exists only while it contains passwords.
package struct KeychainUnsavedPasswords: UnsavedPasswords {
    /// The maximum number of stored passwords. The oldest are dropped.
    package static let maximumCount = 32

    private let link: any DeviceLink
    private let group: AccessGroup

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - link: The system's connection to the keychain, as for ``KeychainCredentialStore``.
    ///   - group: The group of the system's passwords.
    package init(link: any DeviceLink, group: AccessGroup) {
        self.link = link
        self.group = group
    }

    package func stored() throws(CredentialStoreError) -> [UnsavedPassword] {
        do throws(DeviceError) {
            guard let data = try link.items(of: query, limit: 1, returning: .data).first?.data else { return [] }
            // Damaged data cannot be used. The next success replaces it.
            return (try? UnsavedPasswordsRecord(message: data))?.passwords ?? []
        } catch {
            throw KeychainCredentialStore.failure(error)
        }
    }

    package func keep(_ passwords: [UnsavedPassword]) throws(CredentialStoreError) {
        do throws(DeviceError) {
            guard !passwords.isEmpty else { return try remove() }
            try link.put(
                AddItem(
                    itemClass: .genericPassword, attributes: Self.name, accessGroup: group,
                    accessControl: AccessControl(accessibility: .afterFirstUnlockThisDeviceOnly),
                    data: UnsavedPasswordsRecord(passwords: passwords).message))
        } catch {
            throw KeychainCredentialStore.failure(error)
        }
    }

    private func remove() throws(DeviceError) {
        do throws(DeviceError) {
            try link.perform(DeleteItems(query: query))
        } catch {
            guard error == .item(.notFound) else { throw error }
        }
    }

    private var query: ItemQuery { ItemQuery(itemClass: .genericPassword, attributes: Self.name, accessGroup: group) }

    private static var name: ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.service, .text("unsaved passwords"))
        attributes.set(.account, .text(""))
        return attributes
    }
}

/// The data of the item.
private struct UnsavedPasswordsRecord: WireRecord {
    let passwords: [UnsavedPassword]

    init(passwords: [UnsavedPassword]) {
        self.passwords = Array(passwords.suffix(KeychainUnsavedPasswords.maximumCount))
    }

    static let wire = WireForm(
        version: 1, Self.init, .field(\.passwords, .list(atMost: KeychainUnsavedPasswords.maximumCount)))
}
