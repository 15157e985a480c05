import DeviceSimulator
import Dispatch
import Foundation
import OpenSecurity
import Testing

@Suite("Shared web credentials") struct SharedWebCredentialTests {
    let device: DeviceSimulator

    init() throws {
        device = try DeviceSimulator()
        device.shareWebCredentials(with: ["example.com", "example.org"], butNot: ["example.net"])
    }

    private func change(_ password: String?) async -> OSStatus {
        await change("example.com", "alice", password)
    }

    private func change(_ site: String, _ account: String, _ password: String?) async -> OSStatus {
        await withCheckedContinuation { continuation in
            device.run {
                SecAddSharedWebCredential(site as CFString, account as CFString, password as CFString?) { error in
                    continuation.resume(returning: error.map { OSStatus(CFErrorGetCode($0)) } ?? noErr)
                }
            }
        }
    }

    private func request(_ site: String? = nil, _ account: String? = nil) async -> (status: OSStatus, found: [[String: String]]) {
        await withCheckedContinuation { continuation in
            device.run {
                SecRequestSharedWebCredential(site as CFString?, account as CFString?) { credentials, error in
                    let found = credentials as? [[String: String]] ?? []
                    continuation.resume(returning: (error.map { OSStatus(CFErrorGetCode($0)) } ?? noErr, found))
                }
            }
        }
    }

    @Test("a credential is saved without a prompt, and returned to the app after one") func saving() async throws {
        #expect(await change("s3cret") == noErr)
        #expect(device.person.promptCount == 0)
        device.person.will(.match)
        let (status, found) = await request("Example.COM")
        #expect(status == noErr)
        #expect(
            found == [
                [
                    kSecAttrServer as String: "example.com", kSecAttrAccount as String: "alice",
                    kSecSharedPassword as String: "s3cret",
                ]
            ])
        let prompt = try #require(device.person.prompts.first)
        #expect(prompt.purpose == .savedPassword)
        #expect(prompt.reason.isEmpty && prompt.account == "alice" && prompt.site == "example.com")
        device.person.will(.cancel)
        #expect(await request("example.com").status == errSecUserCanceled)
        #expect(await request("example.com").found.isEmpty)
    }

    @Test("changing and deleting a credential require the user's consent") func changing() async throws {
        #expect(await change("one") == noErr)
        #expect(device.person.promptCount == 0)
        // The prompt does not depend on the password, so an app cannot test guesses.
        device.person.will(.cancel)
        #expect(await change("one") == errSecUserCanceled)
        device.person.will(.cancel)
        #expect(await change("two") == errSecUserCanceled)
        device.person.will(.match)
        #expect(await request().found.first?[kSecSharedPassword as String] == "one")
        device.person.will(.match)
        #expect(await change("two") == noErr)
        device.person.will(.match)
        #expect(await request().found.first?[kSecSharedPassword as String] == "two")
        device.person.will(.cancel)
        #expect(await change(nil) == errSecUserCanceled)
        device.person.will(.match)
        #expect(await change(nil) == noErr)
        #expect(await request().status == errSecItemNotFound)
        #expect(await change(nil) == errSecItemNotFound)
        #expect(
            device.person.prompts.map(\.purpose) == [
                .passwordChange, .passwordChange, .savedPassword, .passwordChange, .savedPassword, .passwordDeletion,
                .passwordDeletion,
            ])
    }

    @Test("a new account requires the user's consent when 16 accounts of the app's sites are saved") func limit() async {
        for number in 0..<16 {
            #expect(await change(number < 8 ? "example.com" : "example.org", "user \(number)", "x") == noErr)
        }
        #expect(device.person.promptCount == 0)
        device.person.will(.cancel)
        #expect(await change("example.org", "alice", "x") == errSecUserCanceled)
        device.person.will(.match)
        #expect(await change("example.com", "alice", "x") == noErr)
        #expect(device.person.prompts.map(\.purpose) == [.passwordChange, .passwordChange])
        #expect(device.person.prompts.map(\.account) == ["alice", "alice"])
        #expect(device.person.prompts.map(\.site) == ["example.org", "example.com"])
        // Accounts of other sites do not count.
        device.shareWebCredentials(with: ["example.org"])
        #expect(await change("example.org", "alice", "x") == noErr)
        #expect(device.person.promptCount == 2)
    }

    @Test("a prompt shortens a long account and never the site", arguments: ["one", nil])
    func longAccount(_ password: String?) async throws {
        let account = String(repeating: "a", count: 4_096)
        #expect(await change("example.com", account, "two") == noErr)
        device.person.will(.match)
        #expect(await change("example.com", account, password) == noErr)
        let prompt = try #require(device.person.prompts.first)
        #expect(prompt.purpose == (password == nil ? .passwordDeletion : .passwordChange))
        #expect(prompt.account == String(repeating: "a", count: 256) && prompt.site == "example.com" && prompt.reason.isEmpty)
    }

    @Test("a credential requires a site and an app that name each other") func association() async throws {
        #expect(await change("example.net", "alice", "x") == errSecAuthFailed)
        #expect(await change("elsewhere.com", "alice", "x") == errSecMissingEntitlement)
        #expect(await change("no host", "alice", "x") == errSecParam)
        #expect(await request("example.net").status == errSecAuthFailed)
        #expect(await request("elsewhere.com").status == errSecMissingEntitlement)
        #expect(await change("example.com", "alice", "x") == noErr)
        #expect(await change("example.org", "bob", "y") == noErr)
        // The app no longer has access to what it saved while it was associated with the site.
        device.shareWebCredentials(with: ["example.com"])
        device.person.will(.match)
        let (_, found) = await request()
        #expect(found.map { $0[kSecAttrServer as String] } == ["example.com"])
        #expect(await request("example.org").status == errSecMissingEntitlement)
        #expect(device.person.promptCount == 1)
    }

    @Test("without associations, no app has access") func withoutAssociations() async throws {
        let device = try DeviceSimulator()
        let status = await withCheckedContinuation { continuation in
            device.run {
                SecAddSharedWebCredential("example.com", "alice", "x") { error in
                    continuation.resume(returning: error.map { OSStatus(CFErrorGetCode($0)) } ?? noErr)
                }
            }
        }
        #expect(status == errSecMissingEntitlement)
    }

    @Test("the prompt offers the last saved account, or the requested one") func choosing() async {
        #expect(await change("example.com", "alice", "a") == noErr)
        device.clock.advance(by: .seconds(5))
        #expect(await change("example.org", "bob", "b") == noErr)
        device.person.will(.match, .match, .match)
        #expect(await request().found.first?[kSecAttrAccount as String] == "bob")
        #expect(await request("example.com").found.first?[kSecAttrAccount as String] == "alice")
        #expect(await request(nil, "alice").found.first?[kSecSharedPassword as String] == "a")
        #expect(await request("example.com", "bob").status == errSecItemNotFound)
    }

    @Test("no query finds shared credentials, with any app identifier") func seclusion() async throws {
        #expect(await change("s3cret") == noErr)
        let group = "com.apple.cfnetwork"
        device.run {
            var result: CFTypeRef?
            let all = [kSecClass: kSecClassInternetPassword, kSecAttrSynchronizable: kSecAttrSynchronizableAny] as NSDictionary
            #expect(SecItemCopyMatching(all, &result) == errSecItemNotFound)
            #expect(SecItemDelete(all) == errSecItemNotFound)
            let named = [kSecClass: kSecClassInternetPassword, kSecAttrAccessGroup: group] as CFDictionary
            #expect(SecItemCopyMatching(named, &result) == errSecMissingEntitlement)
        }
        let impostor = try DeviceSimulator(app: group)
        impostor.run {
            let item = [kSecClass: kSecClassInternetPassword, kSecAttrAccount: "a", kSecValueData: Data()] as CFDictionary
            #expect(SecItemAdd(item, nil) == errSecMissingEntitlement)
        }
        device.person.will(.match)
        #expect(await request().status == noErr)
    }

    @Test("results arrive on another queue than the caller's, and require an unlocked device") func queues() async throws {
        #expect(await change("x") == noErr)
        device.lock()
        #expect(await request().status == errSecInteractionNotAllowed)
        let isMain = await withCheckedContinuation { continuation in
            device.run {
                SecAddSharedWebCredential("example.com", "alice", nil) { _ in continuation.resume(returning: Thread.isMainThread) }
            }
        }
        #expect(!isMain)
    }

    @Test("new passwords have the form of Apple's, and are all different") func passwords() throws {
        var seen: Set<String> = []
        for _ in 0..<200 {
            let password = try #require(SecCreateSharedWebCredentialPassword()) as String
            let groups = password.split(separator: "-", omittingEmptySubsequences: false)
            #expect(groups.map(\.count) == [3, 3, 3, 3])
            let characters = groups.joined()
            let sets = ["abcdefghkmnopqrstuvwxy", "ABCDEFGHJKLMNPQRSTUVWXYZ", "3456789"]
            for set in sets { #expect(!Set(set).isDisjoint(with: characters)) }
            #expect(Set(sets.joined()).isSuperset(of: characters))
            seen.insert(password)
        }
        #expect(seen.count == 200)
    }
}
