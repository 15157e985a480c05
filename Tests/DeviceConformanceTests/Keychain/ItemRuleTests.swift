import DeviceConformance
import DeviceSimulator
import Foundation
import OpenSecurity
import TestKit
import Testing

@Suite("Item rules, on every device", .tags(.realParts), .timeLimit(.minutes(20))) struct ItemRuleTests {
    /// The attributes of an item, a change of one attribute, and whether the change makes it a different item.
    struct Row: Sendable {
        let itemClass: String
        let attribute: String
        let isPartOfKey: Bool
        /// Two values of the attribute.
        let values: [any Sendable]
    }

    static let rows: [Row] = named + ofServers + numbered + dated

    private static let generic = kSecClassGenericPassword as String
    private static let internet = kSecClassInternetPassword as String
    private static let key = kSecClassKey as String

    private static let named: [Row] = [
        row(generic, kSecAttrAccount, true), row(generic, kSecAttrService, true), row(generic, kSecAttrLabel, false),
        row(generic, kSecAttrComment, false), row(generic, kSecAttrDescription, false), row(internet, kSecAttrAccount, true),
        row(internet, kSecAttrServer, true), row(internet, kSecAttrPath, true), row(internet, kSecAttrSecurityDomain, true),
        row(internet, kSecAttrLabel, false), row(internet, kSecAttrComment, false), row(key, kSecAttrLabel, false),
    ]

    private static let ofServers: [Row] = [
        row(internet, kSecAttrProtocol, true, [kSecAttrProtocolHTTPS as String, kSecAttrProtocolFTP as String]),
        row(
            internet, kSecAttrAuthenticationType, true,
            [kSecAttrAuthenticationTypeHTTPBasic as String, kSecAttrAuthenticationTypeHTMLForm as String]),
        row(internet, kSecAttrPort, true, [80, 443]),
    ]

    private static let numbered: [Row] = [
        row(key, kSecAttrKeyClass, true, [0, 1]), row(key, kSecAttrKeyType, true, [42, 73]),
        row(key, kSecAttrKeySizeInBits, true, [256, 384]), row(key, kSecAttrEffectiveKeySize, true, [256, 384]),
        row(key, kSecAttrCreator, true, [1, 2]), row(key, kSecAttrCanEncrypt, false, [true, false]),
        row(key, kSecAttrCanSign, false, [true, false]),
    ]

    private static let dated: [Row] = [
        row(key, kSecAttrApplicationLabel, true, [Data("one".utf8), Data("two".utf8)]),
        row(key, kSecAttrApplicationTag, true, [Data("one".utf8), Data("two".utf8)]),
        row(key, "sdat" as NSString, true, [Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2)]),
        row(key, "edat" as NSString, true, [Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2)]),
    ]

    private static func row(
        _ itemClass: String, _ attribute: CFString, _ isPartOfKey: Bool, _ values: [any Sendable] = ["one", "two"]
    ) -> Row {
        Row(itemClass: itemClass, attribute: attribute as String, isPartOfKey: isPartOfKey, values: values)
    }

    private func item(_ row: Row, _ value: Int, _ more: [String: Any] = [:]) -> CFDictionary {
        var item: [String: Any] = [kSecClass as String: row.itemClass]
        if row.itemClass != kSecClassKey as String { item[kSecAttrAccount as String] = "alice" }
        item[row.attribute] = row.values[value]
        item.merge(more) { $1 }
        return item as CFDictionary
    }

    @Test("items conflict exactly if they have the same primary key", arguments: DeviceSubject.available)
    func duplicates(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            for row in Self.rows {
                let comment: Comment = "\(row.itemClass) \(row.attribute)"
                #expect(SecItemAdd(item(row, 0), nil) == errSecSuccess, comment)
                #expect(SecItemAdd(item(row, 0), nil) == errSecDuplicateItem, comment)
                #expect(SecItemAdd(item(row, 1), nil) == (row.isPartOfKey ? errSecSuccess : errSecDuplicateItem), comment)
                #expect(
                    SecItemAdd(item(row, 0, [kSecAttrSynchronizable as String: true]), nil) == errSecSuccess, comment)
                #expect(
                    SecItemAdd(item(row, 0, [kSecAttrAccessGroup as String: TestApp.sharedGroup]), nil) == errSecSuccess,
                    comment)
                let all: [String: Any] = [
                    kSecClass as String: row.itemClass, kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
                ]
                #expect(SecItemDelete(all as CFDictionary) == errSecSuccess, comment)
            }
        }
    }

    @Test("an update changes all matching items or none", arguments: DeviceSubject.available)
    func updates(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            for account in ["alice", "bob"] { #expect(Passwords.add(account) == errSecSuccess) }
            let all = [kSecClass: kSecClassGenericPassword] as CFDictionary
            #expect(SecItemUpdate(all, [kSecAttrAccount: "carol"] as CFDictionary) == errSecDuplicateItem)
            #expect(SecItemUpdate(all, [kSecValueData: Data("new".utf8)] as CFDictionary) == errSecSuccess)
            for account in ["alice", "bob"] { #expect(Passwords.read(account).value == Data("new".utf8)) }
            #expect(Passwords.update("alice", to: [kSecAttrAccount: "bob"]) == errSecDuplicateItem)
            #expect(Passwords.update("alice", to: [kSecAttrAccount: "carol"]) == errSecSuccess)
            #expect(Passwords.read("alice").status == errSecItemNotFound && Passwords.read("carol").status == errSecSuccess)
            #expect(Passwords.update("dave", to: [kSecAttrLabel: "x"]) == errSecItemNotFound)
            #expect(Passwords.update("bob", to: [kSecAttrServer: "example.com"]) == errSecNoSuchAttr)
            #expect(Passwords.update("bob", to: [kSecClass: kSecClassInternetPassword]) == errSecParam)
        }
    }

    @Test("an update with the required evidence adds or removes an item's access control list", arguments: DeviceSubject.available)
    func protectionChanges(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            #expect(Passwords.add() == errSecSuccess)
            let control = try Protection(.devicePasscode).control()
            #expect(Passwords.update(to: [kSecAttrAccessControl: control]) == errSecSuccess)
            #expect(await device.promptCount() == 0)
            device.person.will(.cancel, .passcode("2468"), .passcode("2468"))
            #expect(Passwords.update(to: [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]) == errSecUserCanceled)
            #expect(Passwords.read().value == Passwords.secret)
            #expect(Passwords.update(to: [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]) == errSecSuccess)
            #expect(Passwords.read().value == Passwords.secret)
            #expect(await device.promptCount() == 3)
            // The list of a key is a part of the key.
            _ = try EnclaveKeys.make(Protection([.userPresence, .privateKeyUsage]).control(), tag: "login")
            let key = [kSecClass: kSecClassKey, kSecAttrApplicationTag: Data("login".utf8)] as CFDictionary
            #expect(SecItemUpdate(key, [kSecAttrAccessControl: control] as CFDictionary) == errSecParam)
            #expect(SecItemUpdate(key, [kSecAttrLabel: "x"] as CFDictionary) == errSecSuccess)
        }
    }

    @Test(
        "an update cannot change what an enclave key determines, and cannot change the set that it is bound to",
        arguments: DeviceSubject.available)
    func derivedFromKey(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            let key = [kSecClass: kSecClassKey, kSecAttrApplicationTag: Data("login".utf8)] as CFDictionary
            func update(_ name: CFString, _ value: Any) -> OSStatus { SecItemUpdate(key, [name: value] as CFDictionary) }
            // Without private key usage the list does not protect the key, and the key is not bound to the set.
            for flags in [[.biometryCurrentSet, .privateKeyUsage], .biometryCurrentSet, .companion] as [SecAccessControlCreateFlags]
            {
                let row: Comment = "\(Protection(flags).testDescription)"
                _ = try EnclaveKeys.make(Protection(flags).control(), tag: "login")
                for (name, value): (CFString, Any) in [
                    (kSecAttrApplicationLabel, Data("other".utf8)), (kSecAttrKeyClass, kSecAttrKeyClassPublic),
                    (kSecAttrTokenID, "com.example.token"), (kSecAttrKeyType, kSecAttrKeyTypeRSA), (kSecAttrKeySizeInBits, 384),
                    (kSecAttrEffectiveKeySize, 384), (kSecAttrIsPermanent, false),
                ] {
                    #expect(update(name, value) == errSecReadOnlyAttr, "\(name) \(row)")
                }
                #expect(update(kSecValueData, Data("garbage".utf8)) == errSecParam, row)
                // An unchanged value is accepted, and the app may change the names.
                #expect(update(kSecAttrKeyClass, kSecAttrKeyClassPrivate) == errSecSuccess, row)
                #expect(update(kSecAttrLabel, "x") == errSecSuccess, row)
                try device.enrol("another \(flags.rawValue)")
                let isBound = flags.contains(.privateKeyUsage)
                #expect(EnclaveKeys.found("login").status == (isBound ? errSecItemNotFound : errSecSuccess), row)
                #expect(EnclaveKeys.delete("login") == (isBound ? errSecItemNotFound : errSecSuccess), row)
            }
            #expect(await device.promptCount() == 0)
        }
    }

    @Test("an item holds at most the limit of one value", arguments: DeviceSubject.covering)
    func sizes(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            let most = Data(repeating: 7, count: 16 << 20)
            #expect(Passwords.add("most", [kSecValueData: most]) == errSecSuccess)
            #expect(Passwords.read("most").value == most)
            for count in [most.count + 1, 17 << 20, 66 << 20] {
                let data = Data(repeating: 7, count: count)
                #expect(Passwords.add("more", [kSecValueData: data]) == errSecDataTooLarge, "\(count)")
                #expect(Passwords.update("most", to: [kSecValueData: data]) == errSecDataTooLarge, "\(count)")
            }
            #expect(Passwords.read("more").status == errSecItemNotFound)
            #expect(Passwords.read("most").value == most)
        }
    }

    @Test("another app has access to the items of a common group only", arguments: DeviceSubject.available)
    func groups(subject: DeviceSubject) async throws {
        let device = try subject.device()
        let shared: [CFString: Any] = [kSecAttrAccessGroup: TestApp.sharedGroup]
        let foreign: [CFString: Any] = [kSecAttrAccessGroup: TestApp.notes.rawValue]
        let sealed = try await device.run {
            #expect(Passwords.add("own") == errSecSuccess)
            #expect(Passwords.add("shared", shared) == errSecSuccess)
            _ = try EnclaveKeys.make(Protection(.privateKeyUsage).control(), tag: "own")
            return try EnclaveKeys.sealed(try #require(EnclaveKeys.found("own").key))
        }
        #expect(!sealed.isEmpty)
        try await device.run(as: .other) {
            #expect(Passwords.read("shared").value == Passwords.secret)
            #expect(Passwords.read("own").status == errSecItemNotFound)
            #expect(Passwords.read("own", foreign).status == errSecMissingEntitlement)
            #expect(Passwords.add("new", foreign) == errSecMissingEntitlement)
            #expect(Passwords.update("shared", to: foreign) == errSecMissingEntitlement)
            #expect(Passwords.delete("own") == errSecItemNotFound)
            #expect(Passwords.delete("own", foreign) == errSecMissingEntitlement)
            #expect(EnclaveKeys.found("own").status == errSecItemNotFound)
            #expect(Passwords.update("shared", to: [kSecAttrAccessGroup: TestApp.other.rawValue]) == errSecSuccess)
        }
        try await device.run {
            #expect(Passwords.read("shared").status == errSecItemNotFound)
            #expect(Passwords.read("own").value == Passwords.secret)
        }
    }

    @Test("acknowledged changes survive a restart", arguments: DeviceSubject.available)
    func restart(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            #expect(Passwords.add() == errSecSuccess)
            let made = try EnclaveKeys.make(Protection([.userPresence, .privateKeyUsage]).control(), tag: "login")
            let sealed = try EnclaveKeys.sealed(made)
            try device.reboot()
            try device.unlock(passcode: "2468")
            #expect(Passwords.read().value == Passwords.secret)
            device.person.will(.match)
            let key = try #require(EnclaveKeys.found("login").key)
            #expect(try EnclaveKeys.open(sealed, key) == EnclaveKeys.message)
        }
    }
}
