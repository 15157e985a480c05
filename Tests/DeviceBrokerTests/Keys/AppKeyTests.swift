import Crypto
import DeviceProtocol
import Foundation
import Testing

@testable import DeviceBroker

@Suite("Enclave keys of apps") struct AppKeyTests {
    let device: TestDevice
    let link: BrokerLink

    init() throws {
        device = try TestDevice()
        link = device.link()
    }

    private func control(_ constraints: Set<AccessConstraint>) throws -> AccessControl {
        try #require(AccessControl(accessibility: .whenUnlockedThisDeviceOnly, constraints: constraints, isForPrivateKey: true))
    }

    private var digest: Octets32 {
        get throws { try #require(Octets32(Array(SHA256.hash(data: Data("message".utf8))))) }
    }

    private func isValid(_ signature: P256Signature, by key: KeyDescription) throws -> Bool {
        let publicKey = try P256.Signing.PublicKey(x963Representation: key.publicKey.x963)
        return try publicKey.isValidSignature(
            P256.Signing.ECDSASignature(rawRepresentation: signature.bytes), for: Data("message".utf8))
    }

    @Test("a key, sealed or in the keychain, signs with the required evidence", arguments: [true, false])
    func signs(isPermanent: Bool) throws {
        var attributes = ItemAttributes()
        attributes.set(.applicationTag, .data(Array("login".utf8)))
        let place = isPermanent ? ItemPlace(attributes: attributes, accessGroup: nil) : nil
        let key = try link.perform(CreateKey(accessControl: try control([.userPresence]), item: place))
        #expect(device.person.prompts.isEmpty)
        device.sensor.see(.matched)
        device.person.will(.wait)
        #expect(try isValid(try link.perform(Sign(key: key.reference, digest: digest)), by: key))
        #expect(device.person.prompts.map(\.purpose) == [.sign])
        device.person.will(.cancel)
        #expect(throws: DeviceError.authentication(.userCancel)) { try link.perform(Sign(key: key.reference, digest: digest)) }
    }

    @Test("key agreement works with any P-256 key")
    func exchange() throws {
        let key = try link.perform(CreateKey(accessControl: try control([]), item: nil))
        let peer = P256.KeyAgreement.PrivateKey()
        let theirs = try peer.sharedSecretFromKeyAgreement(with: .init(x963Representation: key.publicKey.x963))
        let peerKey = try #require(P256PublicKey(x963: Array(peer.publicKey.x963Representation)))
        let ours = try link.perform(Exchange(key: key.reference, peer: peerKey))
        #expect(theirs.withUnsafeBytes { Array($0) } == ours.bytes)
    }

    @Test("a peer that is not on the curve is rejected")
    func invalidPeer() throws {
        let key = try link.perform(CreateKey(accessControl: try control([]), item: nil))
        let peer = try #require(P256PublicKey(x963: [4] + [UInt8](repeating: 1, count: 64)))
        #expect(throws: DeviceError.item(.invalidKey)) { try link.perform(Exchange(key: key.reference, peer: peer)) }
    }

    @Test("another app cannot use a key, sealed or by reference")
    func otherApp() throws {
        let other = device.link(TestDevice.otherApp)
        let sealed = try link.perform(CreateKey(accessControl: try control([]), item: nil))
        #expect(throws: DeviceError.item(.notDecodable)) { try other.perform(Sign(key: sealed.reference, digest: digest)) }
        let place = ItemPlace(attributes: ItemAttributes(), accessGroup: nil)
        let stored = try link.perform(CreateKey(accessControl: try control([]), item: place))
        #expect(throws: DeviceError.item(.notFound)) { try other.perform(Sign(key: stored.reference, digest: digest)) }
    }

    @Test("a key is found by its tag, with its public key and without a prompt")
    func found() throws {
        var attributes = ItemAttributes()
        attributes.set(.applicationTag, .data(Array("login".utf8)))
        let key = try link.perform(
            CreateKey(accessControl: try control([.userPresence]), item: ItemPlace(attributes: attributes, accessGroup: nil)))
        let query = ItemQuery(itemClass: .key, attributes: attributes)
        let found = try #require(try link.perform(FindItems(query: query, returning: .reference)).items.first)
        #expect(found.key == key)
        #expect(device.person.prompts.isEmpty)
    }

    @Test("every use of a key is audited, granted or denied")
    func audit() throws {
        let key = try link.perform(CreateKey(accessControl: try control([.userPresence]), item: nil))
        device.person.will(.cancel)
        _ = try? link.perform(Sign(key: key.reference, digest: digest))
        let entries = try device.device.audit.entries(atMost: 10)
        #expect(entries.map(\.outcome) == ["rejected", "cancelled; failed -2"])
        #expect(entries.allSatisfy { $0.app == TestDevice.app.identifier.rawValue })
    }
}
