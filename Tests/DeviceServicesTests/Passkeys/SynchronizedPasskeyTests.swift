import DeviceBroker
import DeviceProtocol
import Foundation
import Synchronization
import Testing

@testable import DeviceServices
@testable import DeviceSimulator

@Suite("Passkeys on two devices of one account") struct SynchronizedPasskeyTests {
    private let bench = PasswordBench()

    private static func record(_ user: String, handle: UInt8 = 1, id: UInt8 = 1) -> PasskeyRecord {
        PasskeyRecord(
            passkey: Passkey(relyingParty: "example.com", userName: user, credentialID: [id]), userHandle: [handle],
            privateKey: [UInt8](repeating: 7, count: 32))
    }

    @Test("are exchanged when they are created, renamed, hidden or deleted on either")
    func exchange() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        let record = Self.record("jane")
        try phone.services.passkeys.put(record)
        let copy = try #require(try tablet.services.passkeys.records(of: "example.com").first)
        #expect(copy.privateKey == record.privateKey && copy.userHandle == record.userHandle && copy.passkey == record.passkey)

        tablet.clock.advance(by: .seconds(1))
        try tablet.services.passkeys.rename(record.passkey, to: "mary")
        #expect(phone.savedPasskeys.map(\.user) == ["mary"])

        phone.clock.advance(by: .seconds(2))
        try phone.services.passkeys.edit("example.com") { stored in
            var hidden = stored
            hidden.isHidden = true
            return .replace(hidden)
        }
        #expect(tablet.hiddenPasskeys.map(\.user) == ["mary"])

        try tablet.services.passkeys.delete(record.passkey)
        #expect(phone.savedPasskeys.isEmpty && tablet.savedPasskeys.isEmpty)
    }

    @Test("wait for a device that is offline, locked or signed out, and never reach another account")
    func waits() throws {
        let (phone, tablet, other) = (try bench.device(), try bench.device(), try bench.device(account: "bert"))
        tablet.isOnline = false
        try phone.services.passkeys.put(Self.record("jane"))
        #expect(tablet.savedPasskeys.isEmpty)
        tablet.isOnline = true
        #expect(tablet.savedPasskeys.count == 1)

        tablet.lock()
        try phone.services.passkeys.put(Self.record("joe", handle: 2, id: 2))
        try tablet.unlock(passcode: "2468")
        #expect(tablet.savedPasskeys.count == 2)

        try tablet.signOutOfAppleAccount()
        try phone.services.passkeys.put(Self.record("ann", handle: 3, id: 3))
        #expect(tablet.savedPasskeys.count == 2)
        try tablet.signIn(toAppleAccount: "anna", service: "http://127.0.0.1:9")
        #expect(tablet.savedPasskeys.count == 3)
        #expect(other.savedPasskeys.isEmpty)
    }

    @Test("keep the later of two concurrent changes, and a change rather than a deletion")
    func conflicts() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        let record = Self.record("jane")
        try phone.services.passkeys.put(record)
        tablet.isOnline = false
        phone.clock.advance(by: .seconds(10))
        tablet.clock.advance(by: .seconds(20))
        try phone.services.passkeys.rename(record.passkey, to: "phone")
        try tablet.services.passkeys.rename(record.passkey, to: "tablet")
        tablet.isOnline = true
        for device in [phone, tablet] { #expect(device.savedPasskeys.map(\.user) == ["tablet"]) }

        tablet.isOnline = false
        try phone.services.passkeys.delete(record.passkey)
        tablet.clock.advance(by: .seconds(1))
        try tablet.services.passkeys.rename(record.passkey, to: "jane")
        tablet.isOnline = true
        for device in [phone, tablet] { #expect(device.savedPasskeys.map(\.user) == ["jane"]) }
    }

    @Test("change the open list of the other device")
    func shownChange() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        let changes = Mutex(0)
        tablet.services.settings.onChange { changes.withLock { $0 += 1 } }
        try phone.services.passkeys.put(Self.record("jane"))
        let first = changes.withLock { $0 }
        #expect(first > 0)
        try phone.services.passkeys.delete(Self.record("jane").passkey)
        #expect(changes.withLock { $0 } > first)
    }

    @Test("are exchanged as items, and saved passwords are not, because they have a history")
    func items() throws {
        let phone = try bench.device()
        try phone.save("one")
        #expect(try phone.device.broker.synchronizedItems().isEmpty)
        try phone.services.passkeys.put(Self.record("jane"))
        #expect(try phone.device.broker.synchronizedItems().count == 1)
    }
}
