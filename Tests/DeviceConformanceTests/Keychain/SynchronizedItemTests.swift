import DeviceSimulator
import Foundation
import OpenSecurity
import TestKit
import Testing

@Suite("Synchronized items on the devices of an account", .tags(.realParts), .timeLimit(.minutes(20)))
struct SynchronizedItemTests {
    private let phone: DeviceSimulator
    private let tablet: DeviceSimulator

    init() throws {
        (phone, tablet) = (try Self.device(), try Self.device())
        phone.shareKeychain(with: tablet)
    }

    private static func device(account: String = "anna") throws -> DeviceSimulator {
        let device = try DeviceSimulator(app: "ABCDE12345.com.example.app")
        try device.signIn(toAppleAccount: account, service: "http://127.0.0.1:9")
        return device
    }

    private static var mark: [CFString: Any] { [kSecAttrSynchronizable: true] }

    private func value(_ account: String = "alice", on device: DeviceSimulator) -> Data? {
        device.run { Passwords.read(account, Self.mark).value }
    }

    @Test("an item that is added, changed or deleted on one device is the same on the other, with its dates")
    func exchange() throws {
        #expect(phone.run { Passwords.add("alice", Self.mark) } == errSecSuccess)
        #expect(value(on: tablet) == Passwords.secret)
        let dates = [phone, tablet].map { device in
            device.run { Passwords.attributes("alice", Self.mark).1[kSecAttrModificationDate as String] as? Date }
        }
        #expect(dates[0] != nil && dates[0] == dates[1])
        tablet.clock.advance(by: .seconds(5))
        let changes: [CFString: Any] = [kSecValueData: Data("new".utf8), kSecAttrComment: "changed"]
        #expect(tablet.run { Passwords.update("alice", Self.mark, to: changes) } == errSecSuccess)
        #expect(value(on: phone) == Data("new".utf8))
        #expect(phone.run { Passwords.delete("alice", Self.mark) } == errSecSuccess)
        #expect(value(on: tablet) == nil)
    }

    @Test(
        "items synchronize if they are marked and may leave their device",
        arguments: [
            ([:], false), ([kSecAttrSynchronizable as String: true], true), ([kSecAttrSynchronizable as String: false], false),
            (
                [
                    kSecAttrSynchronizable as String: true,
                    kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String,
                ], false
            ),
        ] as [([String: any Sendable], Bool)])
    func which(attributes: [String: any Sendable], travels: Bool) throws {
        let more = attributes as [String: Any]
        let added = phone.run {
            Passwords.add("alice", Dictionary(uniqueKeysWithValues: more.map { ($0.key as CFString, $0.value) }))
        }
        #expect(added == errSecSuccess)
        let found = tablet.run { Passwords.read("alice", [kSecAttrSynchronizable: kSecAttrSynchronizableAny]).value }
        #expect((found != nil) == travels)
    }

    @Test("marking an item adds it to the other device, and removing the mark removes it there")
    func marking() throws {
        #expect(phone.run { Passwords.add() } == errSecSuccess)
        #expect(value(on: tablet) == nil)
        #expect(phone.run { Passwords.update(to: [kSecAttrSynchronizable: true]) } == errSecSuccess)
        #expect(value(on: tablet) == Passwords.secret)
        #expect(phone.run { Passwords.update("alice", Self.mark, to: [kSecAttrSynchronizable: false]) } == errSecSuccess)
        #expect(value(on: tablet) == nil)
        #expect(phone.run { Passwords.read().value } == Passwords.secret)
    }

    @Test("changes wait for a device that is offline, locked or signed out, and never reach another account")
    func waits() throws {
        let other = try Self.device(account: "bert")
        phone.shareKeychain(with: other)
        phone.shareKeychain(with: tablet)
        tablet.isOnline = false
        #expect(phone.run { Passwords.add("alice", Self.mark) } == errSecSuccess)
        #expect(value(on: tablet) == nil)
        tablet.isOnline = true
        #expect(value(on: tablet) == Passwords.secret)

        tablet.lock()
        #expect(phone.run { Passwords.delete("alice", Self.mark) } == errSecSuccess)
        #expect(phone.run { Passwords.add("bob", Self.mark) } == errSecSuccess)
        try tablet.unlock(passcode: "2468")
        #expect(value(on: tablet) == nil)
        #expect(value("bob", on: tablet) == Passwords.secret)

        try tablet.signOutOfAppleAccount()
        #expect(phone.run { Passwords.add("cid", Self.mark) } == errSecSuccess)
        #expect(value("cid", on: tablet) == nil)
        #expect(value("bob", on: other) == nil)
    }

    @Test("of concurrent changes the later one wins, and a change wins over a deletion")
    func conflict() throws {
        for account in ["alice", "bob"] { #expect(phone.run { Passwords.add(account, Self.mark) } == errSecSuccess) }
        tablet.isOnline = false
        phone.clock.advance(by: .seconds(20))
        tablet.clock.advance(by: .seconds(10))
        for (device, text) in [(phone, "phone's"), (tablet, "tablet's")] {
            let status = device.run { Passwords.update("alice", Self.mark, to: [kSecValueData: Data(text.utf8)]) }
            #expect(status == errSecSuccess)
        }
        #expect(phone.run { Passwords.delete("bob", Self.mark) } == errSecSuccess)
        #expect(tablet.run { Passwords.update("bob", Self.mark, to: [kSecValueData: Data("kept".utf8)]) } == errSecSuccess)
        tablet.isOnline = true
        for device in [phone, tablet] {
            #expect(value(on: device) == Data("phone's".utf8))
            #expect(value("bob", on: device) == Data("kept".utf8))
        }
    }

    @Test("items that both devices already have remain, and a new device that lacks an item does not delete it")
    func meeting() throws {
        let (one, other) = (try Self.device(), try Self.device())
        #expect(one.run { Passwords.add("alice", Self.mark) } == errSecSuccess)
        #expect(other.run { Passwords.add("bob", Self.mark) } == errSecSuccess)
        one.shareKeychain(with: other)
        for device in [one, other] {
            #expect(value(on: device) == Passwords.secret)
            #expect(value("bob", on: device) == Passwords.secret)
        }
    }

    @Test("devices that are connected one after another all have the item", arguments: [true, false])
    func several(isPairFirst: Bool) throws {
        let (third, fourth) = (try Self.device(), try Self.device())
        if isPairFirst {
            third.shareKeychain(with: fourth)
            tablet.shareKeychain(with: third)
        } else {
            phone.shareKeychain(with: third)
            fourth.shareKeychain(with: phone)
        }
        #expect(tablet.run { Passwords.add("alice", Self.mark) } == errSecSuccess)
        for device in [phone, third, fourth] { #expect(value(on: device) == Passwords.secret) }
    }

    @Test("an item is found on the other device only by apps of its group")
    func groups() throws {
        #expect(phone.run { Passwords.add("alice", Self.mark) } == errSecSuccess)
        let stranger = try DeviceSimulator(app: "ABCDE12345.com.example.other")
        try stranger.signIn(toAppleAccount: "anna", service: "http://127.0.0.1:9")
        stranger.shareKeychain(with: phone)
        #expect(value(on: stranger) == nil)
    }

    @Test("a change on another device keeps the persistent reference")
    func references() throws {
        #expect(phone.run { Passwords.add("alice", Self.mark) } == errSecSuccess)
        let reference: Data? = tablet.run {
            var result: CFTypeRef?
            _ = SecItemCopyMatching(Passwords.query("alice", Self.mark.merging([kSecReturnPersistentRef: true]) { $1 }), &result)
            return result as? Data
        }
        let kept = try #require(reference)
        phone.clock.advance(by: .seconds(1))
        #expect(phone.run { Passwords.update("alice", Self.mark, to: [kSecValueData: Data("new".utf8)]) } == errSecSuccess)
        let value: Data? = tablet.run {
            var result: CFTypeRef?
            let query: [CFString: Any] = [kSecValuePersistentRef: kept, kSecReturnData: true]
            _ = SecItemCopyMatching(query as CFDictionary, &result)
            return result as? Data
        }
        #expect(value == Data("new".utf8))
    }
}
