import DeviceSimulator
import Foundation
import OpenSecurity
import Testing

@Suite("kSecMatchItemList") struct ItemListTests {
    private struct Person {
        let certificate: SecCertificate
        let key: SecKey
        let identity: SecIdentity

        init(_ maker: CertificateMaker) throws {
            certificate = try maker.object
            key = try maker.privateKey
            identity = try maker.identity
        }
    }

    let device: DeviceSimulator
    private let alice: Person
    private let bob: Person
    private let stranger: Person

    init() throws {
        device = try DeviceSimulator()
        alice = try Person(#require(CertificateMaker.alice))
        bob = try Person(CertificateMaker(name: "Bob"))
        stranger = try Person(CertificateMaker(name: "Carol"))
        let identities = [alice.identity, bob.identity]
        device.run {
            for identity in identities { #expect(SecItemAdd([kSecValueRef: identity] as CFDictionary, nil) == noErr) }
        }
    }

    private func find(among list: [Any], _ more: [CFString: Any] = [:]) -> (status: OSStatus, objects: [AnyObject]) {
        var result: CFTypeRef?
        let query: [CFString: Any] = [kSecMatchItemList: list, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll]
        let status = SecItemCopyMatching(query.merging(more) { $1 } as CFDictionary, &result)
        return (status, result as? [AnyObject] ?? [])
    }

    @Test("keys, certificates and identities in the list find their items")
    func objects() {
        device.run {
            #expect(find(among: [alice.key], [kSecClass: kSecClassKey]).objects as? [SecKey] == [alice.key])
            // The list determines the class if the query does not.
            #expect(find(among: [bob.certificate]).objects as? [SecCertificate] == [bob.certificate])
            let bobs: [CFString: Any] = [kSecMatchSubjectContains: "Bob", kSecClass: kSecClassCertificate]
            #expect(find(among: [alice.certificate, bob.certificate], bobs).objects as? [SecCertificate] == [bob.certificate])
            #expect(find(among: [alice.identity]).objects as? [SecIdentity] == [alice.identity])
            #expect(find(among: [alice.identity, bob.identity], [kSecClass: kSecClassIdentity]).objects.count == 2)
        }
    }

    @Test("references and objects may be mixed")
    func mixed() throws {
        try device.run {
            var reference: CFTypeRef?
            let query: [CFString: Any] = [kSecValueRef: alice.certificate, kSecReturnPersistentRef: true]
            #expect(SecItemCopyMatching(query as CFDictionary, &reference) == noErr)
            let found = find(among: [try #require(reference), bob.certificate]).objects
            #expect(Set(found.compactMap { $0 as? SecCertificate }) == [alice.certificate, bob.certificate])
        }
    }

    @Test("an object that is not in the keychain matches nothing, rather than everything")
    func strangers() {
        device.run {
            for object: Any in [stranger.certificate, stranger.key, stranger.identity] {
                #expect(find(among: [object]).status == errSecItemNotFound)
            }
            #expect(find(among: [stranger.certificate, bob.certificate]).objects as? [SecCertificate] == [bob.certificate])
            #expect(find(among: [alice.certificate], [kSecClass: kSecClassKey]).status == errSecItemNotFound)
            #expect(find(among: [NSObject()]).status == errSecParam)
        }
    }

    @Test("a list is rejected when adding, updating or deleting")
    func changes() {
        device.run {
            let list: [CFString: Any] = [kSecMatchItemList: [alice.certificate]]
            let added: [CFString: Any] = list.merging([kSecValueRef: stranger.certificate]) { $1 }
            #expect(SecItemAdd(added as CFDictionary, nil) == errSecParam)
            #expect(SecItemUpdate([kSecClass: kSecClassCertificate] as CFDictionary, list as CFDictionary) == errSecParam)
            #expect(SecItemDelete(list as CFDictionary) == errSecParam)
            #expect(find(among: [alice.certificate]).objects as? [SecCertificate] == [alice.certificate])
        }
    }
}
