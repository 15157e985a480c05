internal import Crypto
internal import DeviceBroker
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

    /// A signature by the enclave itself, without the broker's database, contexts and audit trail.
    static func signingInEnclave(_ place: Place, _ writers: Int) throws -> Cost {
        let (enclave, folder) = try place.enclave()
        let key = try granted(enclave.createKey(.nothing)).blob
        let input = SignatureInput(digest: SHA256.hash(data: Data("a message".utf8)))
        return try withExtendedLifetime(folder) {
            try Cost(writers: writers) { _ = try granted(enclave.sign(input, with: key, authorization: .none)) }
        }
    }

    /// A key agreement by the enclave itself.
    static func exchangingInEnclave(_ place: Place, _ writers: Int) throws -> Cost {
        let (enclave, folder) = try place.enclave()
        let key = try granted(enclave.createKey(.nothing)).blob
        guard let peer = EnclavePublicKey(x963: P256.KeyAgreement.PrivateKey().publicKey.x963Representation) else {
            throw Place.Missing()
        }
        return try withExtendedLifetime(folder) {
            try Cost(writers: writers) { _ = try granted(enclave.sharedSecret(of: key, with: peer, authorization: .none)) }
        }
    }

    private static func granted<Value: Sendable>(_ answer: EnclaveAnswer<Value>) throws -> Value {
        guard case .granted(let value) = answer else { throw Place.Missing() }
        return value
    }

    private static func key(_ link: any DeviceLink) throws -> KeyDescription {
        var attributes = ItemAttributes()
        attributes.set(.applicationTag, .data(Array(UUID().uuidString.utf8)))
        let control = AccessControl(accessibility: .whenUnlockedThisDeviceOnly)
        return try link.perform(CreateKey(accessControl: control, item: ItemPlace(attributes: attributes, accessGroup: nil)))
    }
}
