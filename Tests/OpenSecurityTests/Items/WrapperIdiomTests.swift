import DeviceSimulator
import Foundation
import OpenSecurity
import Testing

/// Uses of the functions by common keychain wrappers, beyond Apple's documentation.
@Suite("Idioms of keychain wrappers") struct WrapperIdiomTests {
    let device: DeviceSimulator
    private let item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "notes", kSecAttrAccount: "alice", kSecValueData: Data("x".utf8),
    ]

    init() throws {
        device = try DeviceSimulator()
    }

    private func attributes(_ more: [CFString: Any] = [:]) -> [String: Any]? {
        var result: AnyObject?
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "notes", kSecReturnAttributes: true,
            kSecAttrSynchronizable: kSecAttrSynchronizableAny,
        ]
        guard SecItemCopyMatching(query.merging(more) { $1 } as CFDictionary, &result) == errSecSuccess else { return nil }
        return result as? [String: Any]
    }

    @Test("results of all functions may be discarded") func discarding() {
        device.run {
            SecItemAdd(item as CFDictionary, nil)
            SecItemDelete(item.filter { $0.key != kSecValueData } as CFDictionary)
            #expect(attributes() == nil)
        }
    }

    @Test("a query for a password in all forms omits the reference") func everyForm() throws {
        try device.run {
            SecItemAdd(item as CFDictionary, nil)
            let found = try #require(attributes([kSecReturnData: true, kSecReturnRef: true, kSecReturnPersistentRef: true]))
            #expect(found[kSecValueData as String] as? Data == Data("x".utf8))
            #expect(found[kSecValueRef as String] == nil)
            #expect(found[kSecValuePersistentRef as String] is Data)
            var result: AnyObject?
            let alone = [kSecClass: kSecClassGenericPassword, kSecReturnRef: true] as CFDictionary
            #expect(SecItemCopyMatching(alone, &result) == noErr)
            #expect(result == nil)
        }
    }

    @Test("every item has an access control") func accessControl() throws {
        try device.run {
            SecItemAdd(item as CFDictionary, nil)
            let plain = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], nil)
            #expect(try #require(attributes())[kSecAttrAccessControl as String] as? SecAccessControl == plain)
            let control = try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil))
            SecItemAdd(item.merging([kSecAttrAccount: "bob", kSecAttrAccessControl: control]) { $1 } as CFDictionary, nil)
            let found = try #require(attributes([kSecAttrAccount: "bob"]))
            #expect(found[kSecAttrAccessControl as String] as! SecAccessControl == control)
        }
    }

    @Test("an item that stays on the device may be marked as synchronizable, unless it prompts") func synchronising() throws {
        try device.run {
            let marked = item.merging([
                kSecAttrSynchronizable: true, kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
            ]) { $1 }
            #expect(SecItemAdd(marked as CFDictionary, nil) == noErr)
            #expect(try #require(attributes())[kSecAttrSynchronizable as String] as? Bool == true)
            let control = try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil))
            let asking = item.merging([kSecAttrAccount: "b", kSecAttrSynchronizable: true, kSecAttrAccessControl: control]) { $1 }
            #expect(SecItemAdd(asking as CFDictionary, nil) == errSecParam)
        }
    }

    @Test("account names may be data, and are found by data or text") func dataNames() {
        device.run {
            let account = Data("älice".utf8)
            #expect(SecItemAdd(item.merging([kSecAttrAccount: account]) { $1 } as CFDictionary, nil) == noErr)
            #expect(SecItemAdd(item.merging([kSecAttrAccount: "älice"]) { $1 } as CFDictionary, nil) == errSecDuplicateItem)
            for name in [account, "älice"] as [Any] {
                #expect(attributes([kSecAttrAccount: name])?[kSecAttrAccount as String] as? Data == account)
            }
            #expect(attributes([kSecAttrAccount: Data("alice".utf8)]) == nil)
            let noText = Data([0xff, 0xfe])
            #expect(SecItemAdd(item.merging([kSecAttrAccount: noText]) { $1 } as CFDictionary, nil) == noErr)
            #expect(attributes([kSecAttrAccount: noText])?[kSecAttrAccount as String] as? Data == noText)
        }
    }

    @Test("creator and type codes may be text") func codes() throws {
        try device.run {
            let words: [CFString: Any] = [kSecAttrCreator: "Someone", kSecAttrType: 7]
            #expect(SecItemAdd(item.merging(words) { $1 } as CFDictionary, nil) == noErr)
            let found = try #require(attributes())
            #expect(found[kSecAttrCreator as String] as? String == "Someone")
            #expect(found[kSecAttrType as String] as? Int == 7)
        }
    }

    @Test("everything of every class can be deleted") func wiping() {
        device.run {
            SecItemAdd(item as CFDictionary, nil)
            for itemClass in [
                kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey, kSecClassIdentity,
            ] {
                let status = SecItemDelete([kSecClass: itemClass] as CFDictionary)
                #expect(status == (itemClass == kSecClassGenericPassword ? noErr : errSecItemNotFound))
            }
        }
    }

    @Test("an enclave key can be deleted by its object") func enclaveKey() throws {
        try device.run {
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
                kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true] as [CFString: Any],
            ]
            let key = try result { SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
            #expect(SecItemDelete([kSecValueRef: key] as CFDictionary) == noErr)
            #expect(SecItemDelete([kSecValueRef: key] as CFDictionary) == errSecItemNotFound)
            #expect(SecItemAdd([kSecValueRef: key] as CFDictionary, nil) == errSecParam)
        }
    }

    @Test("dictionaries may contain any hashable values, and results can be read as such") func hashableValues() throws {
        try device.run {
            var addition: [String: AnyHashable] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "notes",
                kSecAttrAccount as String: "alice",
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlock,
            ]
            addition[kSecValueData as String] = Data("x".utf8)
            addition[kSecUseDataProtectionKeychain as String] = true
            var result: AnyObject?
            #expect(SecItemAdd(addition as CFDictionary, &result) == errSecSuccess)
            #expect(result == nil)
            var query = addition
            query[kSecValueData as String] = nil
            query[kSecMatchLimit as String] = kSecMatchLimitAll
            query[kSecReturnAttributes as String] = true
            query[kSecReturnData as String] = false
            query[kSecReturnPersistentRef as String] = true
            #expect(query[kSecMatchLimit as String] as? String as CFString? == kSecMatchLimitAll)
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let found = try #require(result as? [[String: AnyHashable]])
            #expect(found.first?[kSecAttrAccount as String] as? String == "alice")
            let reference = try #require(found.first?[kSecValuePersistentRef as String])
            let byReference: [String: AnyHashable] = [
                kSecValuePersistentRef as String: reference, kSecReturnData as String: true,
            ]
            #expect(SecItemCopyMatching(byReference as CFDictionary, &result) == errSecSuccess)
            #expect(result as? Data == Data("x".utf8))
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            query[kSecReturnPersistentRef as String] = false
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let one = try #require(result as? [CFString: AnyHashable])
            #expect(one[kSecAttrAccessGroup] as? String != nil)
            #expect(one[kSecAttrAccessible] as? String == String(kSecAttrAccessibleAfterFirstUnlock))
        }
    }

    @Test("the functions can be called through variables of the wrapper's own types") func functionValues() {
        let retrieve: (_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus = SecItemCopyMatching
        let perform: (_ request: CFDictionary, _ result: inout AnyObject?) -> OSStatus = { SecItemAdd($0, &$1) }
        device.run {
            var result: AnyObject?
            #expect(perform(item as CFDictionary, &result) == noErr)
            #expect(retrieve(item.filter { $0.key != kSecValueData } as CFDictionary, &result) == noErr)
        }
        #expect(String(kCFBundleIdentifierKey) == "CFBundleIdentifier")
    }
}
