import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import Testing

@Suite("Keys in the keychain") struct KeyItemTests {
    let device: DeviceSimulator
    private let tag = Data("com.example.login".utf8)

    init() throws {
        device = try DeviceSimulator()
    }

    private func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
        try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil))
    }

    private func enclaveParameters(_ flags: SecAccessControlCreateFlags, isPermanent: Bool = true) throws -> CFDictionary {
        [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            kSecPrivateKeyAttrs: [
                kSecAttrIsPermanent: isPermanent, kSecAttrApplicationTag: tag, kSecAttrAccessControl: try control(flags),
            ] as [CFString: Any],
        ] as CFDictionary
    }

    private func found() throws -> SecKey {
        let query = [kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecReturnRef: true] as CFDictionary
        var result: CFTypeRef?
        try #require(SecItemCopyMatching(query, &result) == noErr)
        return try #require(result as? SecKey)
    }

    @Test("an enclave key signs after a prompt, is found by its tag, and cannot be exported", arguments: [true, false])
    func enclave(isPermanent: Bool) throws {
        try device.run {
            var error: Unmanaged<CFError>?
            let made = try #require(
                SecKeyCreateRandomKey(try enclaveParameters([.privateKeyUsage, .userPresence], isPermanent: isPermanent), &error))
            let key = isPermanent ? try found() : made
            #expect(key == made)
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            let message = Data("challenge".utf8) as CFData
            device.person.will(.match)
            let signature = try #require(SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, message, &error))
            #expect(SecKeyVerifySignature(publicKey, .ecdsaSignatureMessageX962SHA256, message, signature, nil))
            device.person.will(.cancel)
            #expect(SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, message, &error) == nil)
            #expect((error?.takeRetainedValue()).map { CFErrorGetCode($0) } == Int(errSecUserCanceled))
            #expect(SecKeyCopyExternalRepresentation(key, nil) == nil)
        }
    }

    @Test("an enclave key cannot be synchronized or created from data", arguments: [true, false])
    func rejectedParameters(isPermanent: Bool) throws {
        try device.run {
            for (name, value): (CFString, Any) in [
                (kSecAttrSynchronizable, true), (kSecAttrSynchronizable, kSecAttrSynchronizableAny), (kSecValueData, Data([1])),
            ] {
                let whole = try enclaveParameters(.privateKeyUsage, isPermanent: isPermanent)
                let parameters = try #require(whole.mutableCopy() as? NSMutableDictionary)
                let own = NSMutableDictionary()
                for (key, value) in try #require(parameters[kSecPrivateKeyAttrs] as? [CFString: Any]) { own[key] = value }
                own[name] = value
                parameters[kSecPrivateKeyAttrs] = own
                var error: Unmanaged<CFError>?
                #expect(SecKeyCreateRandomKey(parameters, &error) == nil)
                #expect((error?.takeRetainedValue()).map { CFErrorGetCode($0) } == Int(errSecParam), "\(name)")
                own[name] = name == kSecAttrSynchronizable ? false : nil
                parameters[kSecPrivateKeyAttrs] = own
                #expect(SecKeyCreateRandomKey(parameters, nil) != nil)
                SecItemDelete([kSecClass: kSecClassKey, kSecAttrApplicationTag: tag] as CFDictionary)
            }
        }
    }

    @Test("a call accepts a context or a credential reference, but not both")
    func credentialReference() {
        device.run {
            let query: [CFString: Any] = [kSecClass: kSecClassKey, "u_CredRef" as CFString: Data([1])]
            #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecNoSuchAttr)
            let both = query.merging([kSecUseAuthenticationContext: LAContext()]) { $1 }
            #expect(SecItemCopyMatching(both as CFDictionary, nil) == errSecParam)
        }
    }

    @Test("an enclave key decrypts what was encrypted to its public half")
    func decryption() throws {
        try device.run {
            let key = try #require(SecKeyCreateRandomKey(try enclaveParameters([.privateKeyUsage, .biometryAny]), nil))
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            let algorithm = SecKeyAlgorithm.eciesEncryptionStandardVariableIVX963SHA256AESGCM
            let sealed = try #require(SecKeyCreateEncryptedData(publicKey, algorithm, Data("secret".utf8) as CFData, nil))
            device.person.will(.match)
            #expect(SecKeyCreateDecryptedData(key, algorithm, sealed, nil) as Data? == Data("secret".utf8))
            #expect(device.person.prompts.count == 1)
        }
    }

    @Test("an enclave key keeps the app's label, and a second one with the same label and tag is a duplicate")
    func ownLabel() throws {
        try device.run {
            let label = Data("of the app".utf8)
            let parameters = try #require(try enclaveParameters(.privateKeyUsage).mutableCopy() as? NSMutableDictionary)
            parameters[kSecAttrApplicationLabel] = label
            let key = try #require(SecKeyCreateRandomKey(parameters, nil))
            var error: Unmanaged<CFError>?
            #expect(SecKeyCreateRandomKey(parameters, &error) == nil)
            #expect((error?.takeRetainedValue()).map { CFErrorGetCode($0) } == Int(errSecDuplicateItem))
            for query: [CFString: Any] in [[kSecClass: kSecClassKey, kSecAttrApplicationLabel: label], [kSecValueRef: key]] {
                var result: CFTypeRef?
                #expect(SecItemCopyMatching(query.merging([kSecReturnAttributes: true]) { $1 } as CFDictionary, &result) == noErr)
                #expect((result as? NSDictionary)?[kSecAttrApplicationLabel] as? Data == label)
            }
            #expect((SecKeyCopyAttributes(try found()) as NSDictionary?)?[kSecAttrApplicationLabel] as? Data == label)
        }
    }

    @Test("the default label is the digest of the public half")
    func label() throws {
        try device.run {
            let key = try #require(SecKeyCreateRandomKey(try enclaveParameters([.privateKeyUsage]), nil))
            let query = [kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecReturnAttributes: true] as CFDictionary
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(query, &result) == noErr)
            let own = try #require(SecKeyCopyAttributes(key))
            #expect((result as? NSDictionary)?[kSecAttrApplicationLabel] as? Data == own[kSecAttrApplicationLabel] as? Data)
        }
    }

    @Test(
        "a software key is returned as it was stored, by reference and as data",
        arguments: [
            (kSecAttrKeyTypeECSECPrimeRandom as String, 256), (kSecAttrKeyTypeECSECPrimeRandom as String, 521),
            (kSecAttrKeyTypeRSA as String, 2048),
        ])
    func software(type: String, bits: Int) throws {
        try device.run {
            let parameters =
                [
                    kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits,
                    kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: tag] as [CFString: Any],
                ] as CFDictionary
            var error: Unmanaged<CFError>?
            let key = try #require(SecKeyCreateRandomKey(parameters, &error), "\(String(describing: error?.takeUnretainedValue()))")
            #expect(try found() == key)
            let query = [kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecReturnData: true] as CFDictionary
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(query, &result) == noErr)
            #expect(result as? Data == SecKeyCopyExternalRepresentation(key, nil) as Data?)
        }
    }

    @Test("a key cannot be stored with the attributes of another kind")
    func foreignNature() throws {
        try device.run {
            let kind = [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256] as CFDictionary
            let key = try #require(SecKeyCreateRandomKey(kind, nil))
            for (name, other, own): (CFString, Any, Any) in [
                (kSecAttrKeyClass, kSecAttrKeyClassPublic, kSecAttrKeyClassPrivate),
                (kSecAttrKeyType, kSecAttrKeyTypeRSA, kSecAttrKeyTypeECSECPrimeRandom),
                (kSecAttrKeySizeInBits, 384, 256), (kSecAttrEffectiveKeySize, 521, 256),
            ] {
                var item: [CFString: Any] = [kSecValueRef: key, kSecAttrApplicationTag: tag]
                item[name] = other
                #expect(SecItemAdd(item as CFDictionary, nil) == errSecParam, "\(name)")
                #expect(SecItemCopyMatching([kSecClass: kSecClassKey] as CFDictionary, nil) == errSecItemNotFound)
                item[name] = own
                #expect(SecItemAdd(item as CFDictionary, nil) == noErr, "\(name)")
                #expect(try found() == key)
                #expect(SecItemDelete([kSecValueRef: key] as CFDictionary) == noErr)
            }
        }
    }

    @Test("a key that is added as a reference is stored once")
    func addedReference() throws {
        try device.run {
            let key = try #require(
                SecKeyCreateRandomKey(
                    [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256] as CFDictionary, nil))
            let item = [kSecClass: kSecClassKey, kSecValueRef: key, kSecAttrApplicationTag: tag] as CFDictionary
            #expect(SecItemAdd(item, nil) == noErr)
            #expect(SecItemAdd(item, nil) == errSecDuplicateItem)
            #expect(try found() == key)
        }
    }

    @Test("both halves of a key are stored or neither")
    func bothHalves() throws {
        device.run {
            let parameters =
                [
                    kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
                    kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: tag] as [CFString: Any],
                    kSecPublicKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrAccessGroup: "TEAM.of.another"] as [CFString: Any],
                ] as CFDictionary
            #expect(SecKeyCreateRandomKey(parameters, nil) == nil)
            var result: CFTypeRef?
            #expect(
                SecItemCopyMatching([kSecClass: kSecClassKey, kSecReturnAttributes: true] as CFDictionary, &result)
                    == errSecItemNotFound)
        }
    }
}
