import DeviceSimulator
import Foundation
import OpenSecurity
import Testing

@Suite("Identities") struct IdentityTests {
    let device: DeviceSimulator
    private let alice: CertificateMaker
    private let all = [kSecClass: kSecClassIdentity] as CFDictionary

    init() throws {
        device = try DeviceSimulator()
        alice = try #require(CertificateMaker.alice)
    }

    private func find(_ more: [CFString: Any] = [kSecReturnRef: true]) -> (status: OSStatus, result: CFTypeRef?) {
        var result: CFTypeRef?
        let query = [kSecClass: kSecClassIdentity].merging(more) { $1 } as CFDictionary
        return (SecItemCopyMatching(query, &result), result)
    }

    private func add(_ object: Any, _ more: [CFString: Any] = [:]) -> OSStatus {
        SecItemAdd([kSecValueRef: object].merging(more) { $1 } as CFDictionary, nil)
    }

    private func count(_ itemClass: CFString) -> Int {
        var result: CFTypeRef?
        let query = [kSecClass: itemClass, kSecMatchLimit: kSecMatchLimitAll, kSecReturnPersistentRef: true] as CFDictionary
        return SecItemCopyMatching(query, &result) == noErr ? (result as? [Data])?.count ?? 0 : 0
    }

    @Test("an identity exists once both parts do, in any order", arguments: [true, false]) func join(isKeyFirst: Bool) throws {
        try device.run {
            let parts: [Any] = isKeyFirst ? [try alice.privateKey, try alice.object] : [try alice.object, try alice.privateKey]
            #expect(add(parts[0]) == noErr)
            #expect(find().status == errSecItemNotFound)
            #expect(add(try CertificateMaker(name: "Bob").object) == noErr)
            #expect(find().status == errSecItemNotFound)
            #expect(add(parts[1]) == noErr)
            let identity = try #require(find().result as? SecIdentity)
            #expect(identity == (try alice.identity))
            #expect(CFGetTypeID(identity) == SecIdentityGetTypeID())
            var certificate: SecCertificate?
            var key: SecKey?
            #expect(SecIdentityCopyCertificate(identity, &certificate) == noErr)
            #expect(SecIdentityCopyPrivateKey(identity, &key) == noErr)
            #expect(certificate == (try alice.object))
            #expect(key == (try alice.privateKey))
            #expect((find([kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true]).result as? [SecIdentity])?.count == 1)
        }
    }

    @Test("a certificate and its key form an identity, without the keychain") func made() throws {
        try device.run {
            let (certificate, key) = (try alice.object, try alice.privateKey)
            let identity = try alice.identity
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            #expect(SecIdentityCreate(kCFAllocatorDefault, certificate, key) == identity)
            #expect(SecIdentityCreate(nil, certificate, KeySamples.otherP256) == nil)
            #expect(SecIdentityCreate(nil, certificate, publicKey) == nil)
            #expect(find().status == errSecItemNotFound)
        }
    }

    @Test("an identity is added as one item, and found in every form and by attributes of both parts") func forms() throws {
        try device.run {
            #expect(add(try alice.identity, [kSecAttrLabel: "work", kSecAttrApplicationTag: Data("tag".utf8)]) == noErr)
            #expect(count(kSecClassCertificate) == 1)
            #expect(count(kSecClassKey) == 1)
            #expect(add(try alice.identity) == errSecDuplicateItem)
            #expect(count(kSecClassKey) == 1)
            #expect(find([kSecReturnData: true]).result as? Data == Data(try alice.der))
            let attributes = try #require(find([kSecReturnAttributes: true]).result as? [String: Any])
            #expect(attributes[kSecClass as String] as? String == kSecClassIdentity as String)
            #expect(attributes[kSecAttrLabel as String] as? String == "work")
            #expect(attributes[kSecAttrApplicationTag as String] as? Data == Data("tag".utf8))
            #expect(attributes[kSecAttrSerialNumber as String] as? Data == Data([0, 0x80, 1]))
            for (more, status): ([CFString: Any], OSStatus) in [
                ([kSecAttrLabel: "work"], noErr), ([kSecAttrLabel: "play"], errSecItemNotFound),
                ([kSecAttrApplicationTag: Data("tag".utf8)], noErr), ([kSecAttrApplicationTag: Data("x".utf8)], errSecItemNotFound),
                ([kSecMatchSubjectContains: "Alice"], noErr), ([kSecMatchSubjectContains: "Bob"], errSecItemNotFound),
            ] { #expect(find(more).status == status, "\(more)") }
            let reference = try #require(find([kSecReturnPersistentRef: true]).result as? Data)
            var again: CFTypeRef?
            #expect(SecItemCopyMatching([kSecValuePersistentRef: reference, kSecReturnRef: true] as CFDictionary, &again) == noErr)
            #expect(again as? SecIdentity == (try alice.identity))
            #expect(SecItemUpdate(all, [kSecAttrLabel: "new"] as CFDictionary) == errSecUnimplemented)
        }
    }

    @Test("a query by identity object returns only the persistent reference, as on Apple's systems") func named() throws {
        try device.run {
            let identity = try alice.identity
            var result: CFTypeRef?
            #expect(SecItemAdd([kSecValueRef: identity, kSecReturnData: true] as CFDictionary, &result) == noErr)
            #expect(result == nil)
            for form in [kSecReturnData, kSecReturnAttributes, kSecReturnRef] {
                for more in [[:], [kSecReturnPersistentRef: true]] as [[CFString: Any]] {
                    let query = [kSecValueRef: identity, form: true].merging(more) { $1 }
                    #expect(SecItemCopyMatching(query as CFDictionary, &result) == noErr)
                    #expect(result == nil, "\(form)")
                }
            }
            let reference = find([kSecReturnPersistentRef: true]).result as? Data
            #expect(find([kSecValueRef: identity, kSecReturnPersistentRef: true]).result as? Data == reference)
            #expect(SecItemDelete([kSecValueRef: identity] as CFDictionary) == noErr)
            #expect(
                SecItemCopyMatching([kSecValueRef: identity, kSecReturnData: true] as CFDictionary, &result) == errSecItemNotFound)
            #expect(SecItemAdd([kSecValueRef: identity, kSecReturnPersistentRef: true] as CFDictionary, &result) == noErr)
            #expect(result is NSData)
        }
    }

    @Test("an identity with an enclave key prompts only before its key is used") func enclave() throws {
        try device.run {
            let control = try #require(
                SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [.privateKeyUsage, .userPresence], nil))
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
                kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrAccessControl: control] as [CFString: Any],
            ]
            let key = try result { SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
            let der = try CertificateMaker.certified(key)
            #expect(add(try #require(SecCertificateCreateWithData(nil, der as CFData))) == noErr)
            let prompts = device.person.promptCount
            let identity = try #require(find().result as? SecIdentity)
            var found: SecKey?
            #expect(SecIdentityCopyPrivateKey(identity, &found) == noErr)
            #expect(device.person.promptCount == prompts)
            device.person.will(.match)
            let signature = SecKeyCreateSignature(
                try #require(found), .ecdsaSignatureMessageX962SHA256, Data([1]) as CFData, nil)
            #expect(signature != nil)
            #expect(device.person.promptCount == prompts + 1)
            #expect(SecItemDelete(all) == noErr)
            #expect(count(kSecClassKey) == 0)
        }
    }

    @Test("deleting an identity deletes both parts, unless the key has another certificate") func deletion() throws {
        try device.run {
            let second = try CertificateMaker(name: "Alice again", serial: [9], key: alice.key)
            #expect(add(try alice.identity) == noErr)
            #expect(add(try second.object) == noErr)
            #expect(add(try CertificateMaker(name: "Bob").object) == noErr)
            let deleted = SecItemDelete([kSecValueRef: try alice.identity] as CFDictionary)
            #expect(deleted == noErr)
            #expect(count(kSecClassKey) == 1)
            #expect(count(kSecClassCertificate) == 2)
            #expect(find().result as? SecIdentity == (try second.identity))
            #expect(SecItemDelete(all) == noErr)
            #expect(count(kSecClassKey) == 0)
            // Bob's certificate has no key.
            #expect(count(kSecClassCertificate) == 1)
            #expect(SecItemDelete(all) == errSecItemNotFound)
        }
    }

    @Test("a certificate and another key do not form an identity") func mismatch() throws {
        let bob = try CertificateMaker(name: "Bob")
        #expect(SecIdentity(try alice.object, try bob.privateKey) == nil)
        #expect(SecIdentity(try alice.object, try alice.privateKey.publicHalf) == nil)
        #expect(SecIdentity(try alice.object, try alice.privateKey) != nil)
    }

    @Test("a duplicate certificate rejects the identity, and leaves no key behind") func rollback() throws {
        let identity = try alice.identity
        device.run {
            #expect(add(identity.certificate) == noErr)
            #expect(add(identity) == errSecDuplicateItem)
            #expect(count(kSecClassKey) == 0)
        }
    }
}
