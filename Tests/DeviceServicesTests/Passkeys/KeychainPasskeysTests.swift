import DeviceBroker
import DeviceProtocol
import Foundation
import Secrets
import Testing

@testable import DeviceServices
@testable import DeviceSimulator

@Suite("Stored passkeys") struct KeychainPasskeysTests {
    private static func record(_ user: String, at site: String = "example.com", handle: UInt8 = 1, id: UInt8 = 1) -> PasskeyRecord {
        PasskeyRecord(
            passkey: Passkey(relyingParty: site, userName: user, credentialID: [id]), userHandle: [handle],
            privateKey: [UInt8](repeating: 7, count: 32))
    }

    @Test("are one for each relying party and user handle")
    func replacing() throws {
        let device = try DeviceSimulator()
        let store = KeychainPasskeys(link: BrokerLink.system(device.device.broker))
        try store.put(Self.record("jane", id: 1))
        try store.put(Self.record("joe", handle: 2, id: 2))
        try store.put(Self.record("jane", at: "example.org", id: 3))
        try store.put(Self.record("ann", id: 4))
        #expect(
            try store.passkeys().map { "\($0.userName) \($0.relyingParty) \($0.credentialID)" } == [
                "ann example.com [4]", "joe example.com [2]", "jane example.org [3]",
            ])
        try store.delete(Self.record("joe", handle: 2, id: 2).passkey)
        try store.delete(Self.record("joe", handle: 2, id: 2).passkey)
        #expect(try store.records(of: "example.com").map(\.passkey.userName) == ["ann"])
        #expect(try store.records(of: "example.net").isEmpty)
    }

    @Test("keep their times")
    func times() throws {
        let device = try DeviceSimulator()
        let store = KeychainPasskeys(link: BrokerLink.system(device.device.broker))
        var record = Self.record("jane")
        (record.created, record.lastUsed) = (1_500, 2_000)
        try store.put(record)
        let listed = try #require(try store.listed().first)
        #expect(listed.created == Date(timeIntervalSince1970: 1.5) && listed.lastUsed == Date(timeIntervalSince1970: 2))
    }

    @Test("have one encoding, and a message of another version or length is rejected")
    func encoding() throws {
        var full = Self.record("jane")
        (full.created, full.lastUsed, full.isHidden) = (1_500, 2_000, true)
        full.secrets = PasskeySecrets(random: SystemRandomBytes())
        (full.supportsLargeBlob, full.largeBlob, full.enclaveKey) = (true, [1, 2, 3], [9])
        for record in [Self.record("joe", handle: 2, id: 2), full] {
            let message = record.message
            let read = try PasskeyRecord(message: message)
            #expect(read.message == message)
            #expect(read.passkey == record.passkey && read.userHandle == record.userHandle)
            #expect(read.privateKey == record.privateKey && read.enclaveKey == record.enclaveKey)
            #expect(read.created == record.created && read.lastUsed == record.lastUsed && read.isHidden == record.isHidden)
            #expect(read.secrets == record.secrets && read.largeBlob == record.largeBlob)
            #expect(read.supportsLargeBlob == record.supportsLargeBlob)
            let damaged: [[UInt8]] = [[2] + Array(message.dropFirst()), Array(message.dropLast()), message + [0]]
            for bytes in damaged {
                #expect(throws: WireError.self) { try PasskeyRecord(message: bytes) }
            }
        }
    }

    @Test("keep their secrets and their blob, also under another user name")
    func extensions() throws {
        let device = try DeviceSimulator()
        let store = KeychainPasskeys(link: BrokerLink.system(device.device.broker))
        var record = Self.record("jane")
        record.secrets = PasskeySecrets(random: SystemRandomBytes())
        record.supportsLargeBlob = true
        record.largeBlob = [1, 2, 3]
        try store.put(record)
        try store.rename(record.passkey, to: "jane@example.com")
        let stored = try #require(try store.records(of: "example.com").first)
        #expect(stored.secrets == record.secrets && stored.supportsLargeBlob && stored.largeBlob == [1, 2, 3])
    }

    @Test("of the enclave are in no synchronized item, and do not replace those of the same user handle that are")
    func deviceBound() throws {
        let device = try DeviceSimulator()
        let link = BrokerLink.system(device.device.broker)
        let store = KeychainPasskeys(link: link)
        var bound = Self.record("ann", id: 2)
        bound.enclaveKey = [9]
        let count = { (isSynchronized: Bool) in
            let query = ItemQuery(
                itemClass: .genericPassword, accessGroup: .webCredentials,
                synchronization: isSynchronized ? .synchronized : .local)
            return (try? link.find(FindItems(query: query, limit: 9, returning: .data)))?.count ?? 0
        }
        for (record, synchronized, local) in [(Self.record("jane"), 1, 0), (bound, 1, 1), (Self.record("joe", id: 3), 1, 1)] {
            try store.put(record)
            #expect(count(true) == synchronized && count(false) == local)
        }
        #expect(try store.passkeys().map(\.userName) == ["ann", "joe"])
        try store.rename(bound.passkey, to: "ann@example.com")
        #expect(try store.records(of: "example.com").map(\.enclaveKey).contains([9]))
        try store.delete(bound.passkey)
        #expect(try store.passkeys().map(\.userName) == ["joe"])
        #expect(count(true) == 1 && count(false) == 0)
    }

    @Test("have a user name that can be changed")
    func renaming() throws {
        let device = try DeviceSimulator()
        let store = KeychainPasskeys(link: BrokerLink.system(device.device.broker))
        var record = Self.record("jane")
        record.created = 1_000
        try store.put(record)
        try store.rename(record.passkey, to: "jane@example.com")
        let stored = try #require(try store.records(of: "example.com").first)
        #expect(stored.passkey.userName == "jane@example.com" && stored.passkey.credentialID == [1])
        #expect(stored.privateKey == record.privateKey && stored.userHandle == [1] && stored.created == 1_000)
        try store.rename(record.passkey, to: String(repeating: "n", count: 1_024))
        for name in ["", String(repeating: "n", count: 1_025), "ja\u{1B}ne"] {
            #expect(throws: DeviceError.self) { try store.rename(record.passkey, to: name) }
        }
        #expect(throws: DeviceError.item(.notFound)) { try store.rename(Self.record("joe", id: 9).passkey, to: "jo") }
        device.lock()
        #expect(throws: DeviceError.item(.interactionNotAllowed)) { try store.rename(record.passkey, to: "jo") }
    }

    @Test("keep each of many concurrent changes")
    func concurrentChanges() async throws {
        let device = try DeviceSimulator()
        let store = KeychainPasskeys(link: BrokerLink.system(device.device.broker))
        try store.put(Self.record("jane"))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    // Each change adds one to the time that it read.
                    try? store.edit("example.com") { record in
                        var later = record
                        later.lastUsed = (record.lastUsed ?? 0) + 1
                        return .replace(later)
                    }
                }
            }
        }
        #expect(try store.records(of: "example.com").map(\.lastUsed) == [32])
    }

    @Test("that are edited keep, change or end, and the others stay")
    func editing() throws {
        let device = try DeviceSimulator()
        let store = KeychainPasskeys(link: BrokerLink.system(device.device.broker))
        let places: [(UInt8, String)] = [(1, "example.com"), (2, "example.com"), (3, "example.com"), (4, "example.org")]
        for (number, site) in places {
            try store.put(Self.record("jane-\(number)", at: site, handle: number, id: number))
        }
        try store.edit("example.com") { record in
            switch record.userHandle {
            case [1]: return .delete
            case [2]:
                var hidden = record
                hidden.isHidden = true
                return .replace(hidden)
            default: return .keep
            }
        }
        let listed = try store.listed()
        #expect(listed.map(\.passkey.userName) == ["jane-2", "jane-3", "jane-4"])
        #expect(listed.map(\.isHidden) == [true, false, false])
    }

    @Test("cannot be read while the device is locked")
    func locked() throws {
        let device = try DeviceSimulator()
        let store = KeychainPasskeys(link: BrokerLink.system(device.device.broker))
        try store.put(Self.record("jane"))
        device.lock()
        #expect(throws: DeviceError.item(.interactionNotAllowed)) { try store.passkeys() }
    }

    @Test("are not accessible to an app, even with the group of the system in its entitlement")
    func otherApps() throws {
        let device = try DeviceSimulator()
        try KeychainPasskeys(link: BrokerLink.system(device.device.broker)).put(Self.record("jane"))
        let link = try device.link(
            ofApp: "ABCDE12345.com.example.stranger", accessGroups: [AccessGroup.webCredentials.rawValue])
        let query = ItemQuery(itemClass: .genericPassword, synchronization: .either)
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(FindItems(query: query, returning: .data)) }
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(DeleteItems(query: query)) }
        #expect(throws: DeviceError.self) { try KeychainPasskeys(link: link).passkeys() }
    }

    @Test("do not print their keys")
    func printing() {
        var record = Self.record("jane")
        let secret = [UInt8](repeating: 7, count: PasskeySecrets.length)
        record.secrets = PasskeySecrets(withVerification: secret, withoutVerification: secret)
        var dumped = ""
        dump(record, to: &dumped)
        dump(record.secrets, to: &dumped)
        #expect(!"\(record) \(String(reflecting: record)) \(dumped)".contains("7"))
    }
}
