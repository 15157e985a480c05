package import DeviceProtocol
import Foundation

/// Creates and stores keys on the current device. Without a device, every function throws ``errSecNotAvailable``.
package struct BrokerKeyStore: KeyStoreProviding {
    package init() {}

    package func createEnclaveKey(attributes: CFDictionary, publicAttributes: CFDictionary?) throws(SecurityFailure) -> SecKey {
        let dictionary = try ItemDictionary(attributes)
        guard dictionary.synchronization ?? .local == .local else {
            throw .parameter("a key in the enclave cannot be synchronized")
        }
        guard dictionary.data == nil, dictionary.object == nil else {
            throw .parameter("a key in the enclave cannot be created from data")
        }
        let control = try dictionary.protection ?? AccessControl(accessibility: .whenUnlocked)
        let authentication = try dictionary.authentication.ofKey
        let isKept = dictionary.attributes[.isPermanent] == .flag(true)
        let place = isKept ? ItemPlace(attributes: dictionary.attributes, accessGroup: dictionary.accessGroup) : nil
        let publicHalf = try publicAttributes.map { (half) throws(SecurityFailure) in try addition(of: nil, half) }
        let made = try perform(
            CreateKey(accessControl: control, item: place, publicHalf: publicHalf, authentication: try authentication.use()))
        var named: [String: any Sendable] = [:]
        if case .data(let label)? = dictionary.attributes[.applicationLabel] {
            named[kSecAttrApplicationLabel as String] = Data(label)
        }
        return try SecKey(remote: BrokerKey(made, authentication: authentication), itemAttributes: named)
    }

    package func enclaveKey(of object: [UInt8], attributes: CFDictionary) throws(SecurityFailure) -> SecKey {
        guard object.count <= KeyReference.maximumSealedLength else { throw .parameter("the object does not represent a key") }
        let authentication = try ItemAuthentication(AttributeReader(attributes)).ofKey
        return try SecKey(
            remote: BrokerKey(try perform(DescribeKey(.sealed(object))), authentication: authentication))
    }

    package func add(_ keys: [(key: SecKey, attributes: CFDictionary)]) throws(SecurityFailure) {
        var additions: [AddItem] = []
        for (key, attributes) in keys { additions.append(try addition(of: key, attributes)) }
        _ = try perform(AddItems(additions))
    }

    /// Returns the item of a key, or of a key that the broker will create.
    private func addition(of key: SecKey?, _ attributes: CFDictionary) throws(SecurityFailure) -> AddItem {
        let addition = NSMutableDictionary(dictionary: attributes as? [NSString: Any] ?? [:])
        addition[kSecClass] = kSecClassKey
        if let key { addition[kSecValueRef] = key }
        return try ItemDictionary(addition).addition(returning: [])
    }
}

/// A key in the enclave, accessed through the device that was current when the key was created or found.
package struct BrokerKey: RemotePrivateKey {
    private let key: KeyDescription
    private let link: any DeviceLink
    private let authentication: ItemAuthentication

    package init(
        _ key: KeyDescription, authentication: ItemAuthentication = ItemAuthentication(), link: any DeviceLink = CurrentDevice.link
    ) {
        self.key = key
        self.link = link
        self.authentication = authentication
    }

    package var publicKey: [UInt8] { key.publicKey.x963 }

    package var tokenObject: [UInt8]? { if case .sealed(let bytes) = key.reference { bytes } else { nil } }

    package func signature(over digest: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        guard let digest = Octets32(digest) else { throw .parameter("the digest must have \(Octets32.length) bytes") }
        return try perform(Sign(key: key.reference, digest: digest, authentication: try authentication.use())).bytes
    }

    package func sharedSecret(with peer: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        guard let peer = P256PublicKey(x963: peer) else { throw .parameter("the peer's key has an unsupported form") }
        return try perform(Exchange(key: key.reference, peer: peer, authentication: try authentication.use())).bytes
    }

    private func perform<Request: DeviceRequest>(_ request: Request) throws(SecurityFailure) -> Request.Answer {
        do throws(DeviceError) {
            return try link.perform(request)
        } catch {
            throw SecurityFailure(error)
        }
    }
}
