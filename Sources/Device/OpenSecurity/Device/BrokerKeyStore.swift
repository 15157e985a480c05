import DeviceProtocol
import Foundation

/// Makes and keeps keys on the current device. Without a device it throws ``errSecNotAvailable``, always.
package struct BrokerKeyStore: KeyStoreProviding {
    package init() {}

    package func createEnclaveKey(attributes: CFDictionary, publicAttributes: CFDictionary?) throws(SecurityFailure) -> SecKey {
        let dictionary = try ItemDictionary(attributes)
        let control = try dictionary.protection ?? AccessControl(accessibility: .whenUnlocked)
        let isKept = dictionary.attributes[.isPermanent] == .flag(true)
        let place = isKept ? ItemPlace(attributes: dictionary.attributes, accessGroup: dictionary.accessGroup) : nil
        let made = try perform(CreateKey(accessControl: control, item: place))
        let key = try SecKey(remote: BrokerKey(made, authentication: try dictionary.authentication.ofKey))
        guard let publicAttributes else { return key }
        do throws(SecurityFailure) {
            try add([(SecKey(key.publicMaterial), publicAttributes)])
        } catch {
            if case .item(let reference) = made.reference { remove([reference]) }
            throw error
        }
        return key
    }

    package func add(_ keys: [(key: SecKey, attributes: CFDictionary)]) throws(SecurityFailure) {
        var added: [PersistentReference] = []
        do throws(SecurityFailure) {
            for (key, attributes) in keys {
                let addition = NSMutableDictionary(dictionary: attributes as? [NSString: Any] ?? [:])
                addition[kSecClass] = kSecClassKey
                addition[kSecValueRef] = key
                added.append(try perform(try ItemDictionary(addition).addition(returning: [])).reference)
            }
        } catch {
            remove(added)
            throw error
        }
    }

    /// Takes back what was just added: nobody else knows of it yet.
    private func remove(_ references: [PersistentReference]) {
        for reference in references {
            _ = try? perform(DeleteItems(query: ItemQuery(itemClass: .key, synchronization: .either, references: [reference])))
        }
    }
}
