import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import Testing

@Suite("SecItem functions") struct SecItemTests {
    let device: DeviceSimulator

    init() throws {
        device = try DeviceSimulator()
    }

    private func add(_ more: [CFString: Any] = [:]) -> OSStatus {
        var item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "alice", kSecAttrService: "notes",
            kSecValueData: Data("s3cret".utf8),
        ]
        item.merge(more) { _, new in new }
        return SecItemAdd(item as CFDictionary, nil)
    }

    private func find(_ more: [CFString: Any]) -> (status: OSStatus, result: CFTypeRef?) {
        var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "alice"]
        query.merge(more) { _, new in new }
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        return (status, result)
    }

    @Test("a password can be added, found, changed and deleted, as wrappers do")
    func wrapperIdiom() throws {
        device.run {
            #expect(add() == noErr)
            #expect(add() == errSecDuplicateItem)
            let query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "alice",
                kSecReturnData as String: kCFBooleanTrue as Any, kSecMatchLimit as String: kSecMatchLimitOne,
            ]
            var result: AnyObject?
            let status = withUnsafeMutablePointer(to: &result) {
                SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
            }
            #expect(status == noErr)
            #expect(result as? Data == Data("s3cret".utf8))
            let all = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "alice"] as CFDictionary
            #expect(SecItemUpdate(all, [kSecValueData: Data("new".utf8)] as CFDictionary) == noErr)
            #expect(find([kSecReturnData: true]).result as? Data == Data("new".utf8))
            #expect(SecItemDelete(all) == noErr)
            #expect(SecItemDelete(all) == errSecItemNotFound)
            #expect(find([kSecReturnData: true]).status == errSecItemNotFound)
        }
    }

    private static let usualApp = DeviceSimulator.usualApp

    @Test(
        "a new item without a group belongs to the app's first access group",
        arguments: [
            ([], usualApp), (["TEAM.shared", "TEAM.more"], "TEAM.shared"), ([usualApp, "TEAM.shared"], usualApp),
            (["TEAM.shared", usualApp, "TEAM.more"], "TEAM.shared"),
        ])
    func firstGroup(groups: [String], first: String) throws {
        let device = try DeviceSimulator(accessGroups: groups)
        try device.run {
            #expect(add() == noErr)
            let attributes = try #require(find([kSecReturnAttributes: true]).result as? [CFString: Any])
            #expect(attributes[kSecAttrAccessGroup] as? String == first)
            for group in groups + [Self.usualApp] {
                #expect(find([kSecAttrAccessGroup: group]).status == (group == first ? noErr : errSecItemNotFound))
            }
        }
    }

    @Test("a query with a list of references applies its other attributes and its limit")
    func listsAndLimits() throws {
        try device.run {
            var references: [Any] = []
            for (account, service) in [("alice", "notes"), ("alice", "mail"), ("alice", "maps"), ("bob", "notes")] {
                var reference: CFTypeRef?
                let item: NSDictionary = [
                    kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecAttrService: service,
                    kSecReturnPersistentRef: true,
                ]
                #expect(SecItemAdd(item, &reference) == noErr)
                references.append(try #require(reference))
            }
            func services(_ more: [CFString: Any]) -> Set<String>? {
                let found = find(more.merging([kSecReturnAttributes: true]) { given, _ in given })
                guard found.status == noErr else { return nil }
                let rows = (found.result as? [NSDictionary]) ?? (found.result as? NSDictionary).map { [$0] } ?? []
                return Set(rows.compactMap { $0[kSecAttrService] as? String })
            }
            let two = [references[0], references[2], references[3]]
            // The last one belongs to another account.
            #expect(services([kSecMatchItemList: two, kSecMatchLimit: kSecMatchLimitAll]) == ["notes", "maps"])
            #expect(find([kSecMatchItemList: [Any](), kSecReturnData: true]).status == errSecItemNotFound)
            let none: NSDictionary = [kSecClass: kSecClassGenericPassword, kSecMatchItemList: [Any]()]
            #expect(SecItemDelete(none) == errSecItemNotFound)
            #expect(services([kSecMatchLimit: kSecMatchLimitAll])?.count == 3)
            #expect(find([kSecMatchItemList: ["no reference"], kSecReturnData: true]).status == errSecParam)
            #expect(find([kSecMatchItemList: references[0], kSecReturnData: true]).status == errSecParam)
            for limit in [1, 2, 3, 17] { #expect(services([kSecMatchLimit: limit])?.count == min(limit, 3)) }
            for limit in [0, -1, "two"] as [Any] {
                #expect(find([kSecMatchLimit: limit, kSecReturnData: true]).status == errSecParam)
            }
        }
    }

    @Test("the deprecated attribute for no interaction works, and a match policy is rejected")
    func oldNames() throws {
        try device.run {
            let control = try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil))
            #expect(add([kSecAttrAccessControl: control]) == noErr)
            #expect(find([kSecReturnData: true, kSecUseNoAuthenticationUI: true]).status == errSecInteractionNotAllowed)
            #expect(find([kSecReturnData: true, kSecMatchPolicy: "policy"]).status == errSecParam)
        }
        #expect(device.person.promptCount == 0)
    }

    @Test("the view distinguishes items, the generic attribute does not, and both are searchable")
    func partsOfTheKey() throws {
        device.run {
            #expect(add([kSecAttrGeneric: Data("one".utf8)]) == noErr)
            #expect(add([kSecAttrGeneric: Data("two".utf8)]) == errSecDuplicateItem)
            #expect(add([kSecAttrSyncViewHint: "Home"]) == noErr)
            #expect(find([kSecAttrGeneric: Data("one".utf8), kSecReturnData: true]).result as? Data == Data("s3cret".utf8))
            #expect(find([kSecAttrGeneric: Data("two".utf8), kSecReturnData: true]).status == errSecItemNotFound)
            #expect(find([kSecAttrSyncViewHint: "Home", kSecReturnData: true]).status == noErr)
            #expect(find([kSecAttrSyncViewHint: "Away", kSecReturnData: true]).status == errSecItemNotFound)
        }
    }

    @Test("a value that could not be returned in the requested form is rejected", arguments: [true, false])
    func uselessKeyIsNotKept(isKey: Bool) throws {
        let sizes: NSDictionary = [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256]
        let key = try #require(SecKeyCreateRandomKey(sizes, nil))
        let bytes = try #require(SecKeyCopyExternalRepresentation(key, nil))
        device.run {
            let item: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
                kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                kSecAttrApplicationTag: Data("tag".utf8), kSecValueData: isKey ? bytes as Data : Data([1, 2, 3]),
                kSecReturnRef: true,
            ]
            var added: CFTypeRef?
            #expect(SecItemAdd(item as CFDictionary, &added) == (isKey ? noErr : errSecDecode))
            #expect((added != nil) == isKey)
            let found = SecItemCopyMatching([kSecClass: kSecClassKey] as CFDictionary, nil)
            #expect(found == (isKey ? noErr : errSecItemNotFound))
        }
    }

    @Test("the result is the one requested form, a dictionary of several forms, or an array of either")
    func forms() throws {
        device.run {
            _ = add()
            _ = add([kSecAttrAccount: "bob"])
            #expect(find([:]).status == noErr)
            #expect(find([:]).result == nil)
            #expect(find([kSecReturnPersistentRef: true]).result is Data)
            let both = find([kSecReturnData: true, kSecReturnPersistentRef: true]).result as? NSDictionary
            #expect(both?[kSecValueData] as? Data == Data("s3cret".utf8))
            #expect(both?[kSecValuePersistentRef] is Data)
            let attributes = find([kSecReturnAttributes: true]).result as? [String: Any]
            #expect(attributes?[kSecAttrService as String] as? String == "notes")
            #expect(attributes?[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlocked as String)
            #expect(attributes?[kSecAttrCreationDate as String] is Date)
            #expect(attributes?[kSecValueData as String] == nil)
            var list: CFTypeRef?
            let query =
                [kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true] as CFDictionary
            #expect(SecItemCopyMatching(query, &list) == noErr)
            #expect((list as? [Data])?.count == 2)
        }
    }

    @Test("a persistent reference alone finds an item, even after it was renamed")
    func persistentReference() throws {
        try device.run {
            _ = add()
            let reference = try #require(find([kSecReturnPersistentRef: true]).result as? Data)
            let all = [kSecClass: kSecClassGenericPassword] as CFDictionary
            #expect(SecItemUpdate(all, [kSecAttrAccount: "carol"] as CFDictionary) == noErr)
            var result: CFTypeRef?
            let query = [kSecValuePersistentRef: reference, kSecReturnAttributes: true] as CFDictionary
            #expect(SecItemCopyMatching(query, &result) == noErr)
            #expect((result as? NSDictionary)?[kSecAttrAccount] as? String == "carol")
        }
    }

    /// The error in an item, by a name for the test's output.
    enum Contradiction: String, CaseIterable {
        case bothProtections, unknownProtection, anySynchronization, synchronizedControl, foreignAttribute, unknownName,
            foreignGroup, textAsData
        case unknownClass

        var more: [CFString: Any] {
            switch self {
            case .bothProtections: [kSecAttrAccessible: kSecAttrAccessibleAlways, kSecAttrAccessControl: SecItemTests.control()]
            case .unknownProtection: [kSecAttrAccessible: "nonsense"]
            case .anySynchronization: [kSecAttrSynchronizable: kSecAttrSynchronizableAny]
            case .synchronizedControl: [kSecAttrSynchronizable: true, kSecAttrAccessControl: SecItemTests.control()]
            case .foreignAttribute: [kSecAttrServer: "example.com"]
            case .unknownName: ["x_unknown" as CFString: 1]
            case .foreignGroup: [kSecAttrAccessGroup: "TEAM.of.another"]
            case .textAsData: [kSecValueData: "text is no data"]
            case .unknownClass: [kSecClass: "none"]
            }
        }

        var status: OSStatus {
            switch self {
            case .foreignAttribute, .unknownName: errSecNoSuchAttr
            case .foreignGroup: errSecMissingEntitlement
            default: errSecParam
            }
        }
    }

    fileprivate static func control() -> SecAccessControl {
        guard let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil) else {
            preconditionFailure("invalid access control in a test")
        }
        return control
    }

    @Test("contradictory or meaningless parameters are rejected, each with its status", arguments: Contradiction.allCases)
    func contradictions(contradiction: Contradiction) {
        device.run {
            #expect(add(contradiction.more) == contradiction.status)
            #expect(add() == noErr, "the valid item without it is accepted")
        }
    }

    @Test("a prompt shows the app's texts, and the user's response determines the status")
    func prompts() throws {
        device.run {
            #expect(add([kSecAttrAccessControl: Self.control()]) == noErr)
            #expect(device.person.prompts.isEmpty)
            device.person.will(.match)
            #expect(
                find([kSecReturnData: true, kSecUseOperationPrompt: "to open your notes"]).result as? Data == Data("s3cret".utf8))
            #expect(device.person.prompts.map(\.reason) == ["to open your notes"])
            device.person.will(.cancel)
            #expect(find([kSecReturnData: true]).status == errSecUserCanceled)
            #expect(find([kSecReturnAttributes: true]).status == noErr)
            #expect(
                find([kSecReturnData: true, kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]).status
                    == errSecInteractionNotAllowed)
            #expect(
                find([kSecReturnData: true, kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]).status == errSecItemNotFound)
            let query = [kSecClass: kSecClassGenericPassword, kSecUseAuthenticationUI: kSecUseAuthenticationUISkip] as CFDictionary
            #expect(SecItemDelete(query) == errSecParam)
        }
    }

    @Test("a query's access control selects items only by its accessibility")
    func chosenByControl() throws {
        device.run {
            #expect(add([kSecAttrAccessControl: Self.control()]) == noErr)
            let plain = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], nil)
            let later = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAfterFirstUnlock, .userPresence, nil)
            #expect(find([kSecAttrAccessControl: plain as Any, kSecReturnAttributes: true]).status == noErr)
            #expect(find([kSecAttrAccessControl: later as Any, kSecReturnAttributes: true]).status == errSecItemNotFound)
            #expect(
                find([kSecAttrAccessControl: plain as Any, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]).status
                    == errSecParam)
        }
    }

    @Test("limits for deletion, return forms for updates, and return forms without a result pointer are rejected")
    func meaningless() throws {
        device.run {
            #expect(add() == noErr)
            func query(_ more: [CFString: Any]) -> CFDictionary {
                more.merging([kSecClass: kSecClassGenericPassword]) { $1 } as CFDictionary
            }
            for limit: Any in [kSecMatchLimitOne, kSecMatchLimitAll, 7] {
                #expect(SecItemDelete(query([kSecMatchLimit: limit])) == errSecParam)
            }
            let changes = [kSecAttrLabel: "changed"] as CFDictionary
            for form in [kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef] {
                #expect(SecItemUpdate(query([form: true]), changes) == errSecParam)
                #expect(SecItemCopyMatching(query([form: true]), nil) == errSecParam)
                #expect(SecItemCopyMatching(query([form: false]), nil) == noErr)
            }
            #expect(find([kSecReturnAttributes: true, kSecAttrLabel: "changed"]).status == errSecItemNotFound)
            #expect(SecItemUpdate(query([:]), changes) == noErr)
            #expect(SecItemDelete(query([:])) == noErr)
        }
    }

    @Test("a context prompts once, however often it is used, and never if it may not interact")
    func contexts() throws {
        device.run {
            _ = add([kSecAttrAccessControl: Self.control()])
            let context = LAContext()
            device.person.will(.match)
            for _ in 1...3 {
                #expect(find([kSecReturnData: true, kSecUseAuthenticationContext: context]).status == noErr)
            }
            #expect(device.person.prompts.count == 1)
            let quiet = LAContext()
            quiet.interactionNotAllowed = true
            #expect(find([kSecReturnData: true, kSecUseAuthenticationContext: quiet]).status == errSecInteractionNotAllowed)
            context.invalidate()
            #expect(find([kSecReturnData: true, kSecUseAuthenticationContext: context]).status == errSecAuthFailed)
            #expect(find([kSecReturnData: true, kSecUseAuthenticationContext: "no context"]).status == errSecParam)
        }
    }

    @Test("without a device, calls return errSecNotAvailable")
    func noDevice() {
        #expect(add() == errSecNotAvailable)
        #expect(find([kSecReturnData: true]).status == errSecNotAvailable)
    }

    @Test("a locked item is rejected, and found again after an unlock")
    func locked() throws {
        try device.run {
            _ = add()
            device.lock()
            #expect(find([kSecReturnData: true]).status == errSecInteractionNotAllowed)
            try device.unlock(passcode: "2468")
            #expect(find([kSecReturnData: true]).status == noErr)
        }
    }
}
