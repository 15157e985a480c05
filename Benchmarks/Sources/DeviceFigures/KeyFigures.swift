internal import Crypto
internal import DeviceProtocol
internal import Foundation

/// Operations of an enclave key, as messages of an app. The key is in the keychain and needs no prompt.
enum KeyFigures {
    static func signing(_ place: Place, _ writers: Int) throws -> Cost {
        let link = try place.link()
        let key = try key(link)
        guard let digest = Octets32(Array(SHA256.hash(data: Data("a message".utf8)))) else { throw Place.Missing() }
        return try Cost(writers: writers) { try link.perform(Sign(key: key.reference, digest: digest)) }
    }

    static func exchanging(_ place: Place, _ writers: Int) throws -> Cost {
        let link = try place.link()
        let key = try key(link)
        guard let peer = P256PublicKey(x963: Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)) else {
            throw Place.Missing()
        }
        return try Cost(writers: writers) { try link.perform(Exchange(key: key.reference, peer: peer)) }
    }

    private static func key(_ link: any DeviceLink) throws -> KeyDescription {
        var attributes = ItemAttributes()
        attributes.set(.applicationTag, .data(Array(UUID().uuidString.utf8)))
        let control = AccessControl(accessibility: .whenUnlockedThisDeviceOnly)
        return try link.perform(CreateKey(accessControl: control, item: ItemPlace(attributes: attributes, accessGroup: nil)))
    }
}
