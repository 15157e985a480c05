import DeviceServices
import Foundation
import PasswordManager
import Synchronization
import Testing

@testable import DeviceSimulator

@Suite("Saved passwords on two devices of one account")
struct KeychainCircleTests {
    private let bench = PasswordBench()

    @Test("are exchanged immediately when saved, changed or deleted on either")
    func exchange() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.save("one")
        #expect(try tablet.password() == "one")
        tablet.clock.advance(by: .seconds(1))
        try tablet.save("two")
        #expect(try phone.password() == "two")
        phone.clock.advance(by: .seconds(2))
        try phone.delete()
        #expect(try tablet.password() == nil)
    }

    @Test("reach a device that joins later with its own passwords")
    func joins() throws {
        let phone = try bench.device()
        try phone.save("one")
        let tablet = try DeviceSimulator(app: "ABCDE12345.com.example.app")
        try tablet.save("three", "bob")
        try tablet.signIn(toAppleAccount: "anna", service: "http://127.0.0.1:9")
        tablet.join(bench.circle)
        #expect(try tablet.password() == "one")
        #expect(try phone.password("bob") == "three")
    }

    @Test("wait for a device that is offline, locked or signed out, and do not reach other accounts")
    func waits() throws {
        let (phone, tablet, other) = (try bench.device(), try bench.device(), try bench.device(account: "bert"))
        tablet.isOnline = false
        try phone.save("one")
        #expect(try tablet.password() == nil)
        tablet.isOnline = true
        #expect(try tablet.password() == "one")

        tablet.lock()
        try phone.save("two", "bob")
        try tablet.unlock(passcode: "2468")
        #expect(try tablet.password("bob") == "two")

        try tablet.signOutOfAppleAccount()
        try phone.save("three", "cid")
        #expect(try tablet.password("cid") == nil)
        try tablet.signIn(toAppleAccount: "anna", service: "http://127.0.0.1:9")
        #expect(try tablet.password("cid") == "three")
        #expect(try other.passwords.credentials().isEmpty)
    }

    @Test("keep the later of two concurrent changes, and the other in the history")
    func conflict() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.save("one")
        tablet.isOnline = false
        phone.clock.advance(by: .seconds(10))
        tablet.clock.advance(by: .seconds(20))
        try phone.save("phone's")
        try tablet.save("tablet's")
        tablet.isOnline = true
        for device in [phone, tablet] {
            let credential = try #require(try device.passwords.credential(id("ann")))
            #expect(credential.password.exposed == "tablet's")
            #expect(credential.history.map(\.password.exposed) == ["phone's", "one"])
        }
    }

    @Test(
        "keep an imported password, however old its date is and however long the devices did not meet",
        arguments: [true, false])
    func imported(isOnline: Bool) throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.save("one")
        for device in [phone, tablet] { device.clock.advance(by: PasswordBench.day * 91) }
        phone.isOnline = isOnline
        let file = try PasswordImport(
            Array("url,username,password,timePasswordChanged\nhttps://example.com,bob,two,1600000000000\n".utf8))
        let plan = try ImportPlan(file, into: phone.passwords)
        try plan.apply(to: phone.passwords, on: .keepSaved, at: phone.clock.now)
        phone.isOnline = true
        for device in [phone, tablet] {
            #expect(try device.password("bob") == "two")
            #expect(try device.passwords.credential(id("bob"))?.changedAt == Date(timeIntervalSince1970: 1_600_000_000))
            #expect(try device.password() == "one")
        }
    }

    @Test("send an imported file to the others once and completely")
    func importedTogether() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        let rows = (1...50).map { "https://example.com,user\($0),password-\($0)\n" }.joined()
        let file = try PasswordImport(Array("url,username,password\n\(rows)".utf8))
        let told = Mutex(0)
        phone.services.settings.onChange { told.withLock { $0 += 1 } }
        try ImportPlan(file, into: phone.passwords).apply(to: phone.passwords, on: .keepSaved, at: phone.clock.now)
        #expect(told.withLock { $0 } == 1)
        #expect(try tablet.passwords.summaries().count == 50)
        #expect(try tablet.password("user50") == "password-50")
    }

    @Test("forget a deletion after 90 days, not before")
    func forgetsDeletions() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.save("one")
        for device in [phone, tablet] { device.clock.advance(by: PasswordBench.day) }
        try phone.delete()
        #expect(try tablet.passwords.records().count == 1)
        for device in [phone, tablet] { device.clock.advance(by: PasswordBench.day * 90) }
        phone.isOnline = true
        tablet.isOnline = true
        #expect(bench.known == 1)
        for device in [phone, tablet] {
            device.clock.advance(by: PasswordBench.day)
            device.isOnline = true
            #expect(try device.passwords.records().isEmpty)
        }
        #expect(bench.known == 0)
    }

    @Test("a device that was offline for long restores no deleted password, and loses none that it saved meanwhile")
    func drawer() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.save("one")
        for device in [phone, tablet] { device.clock.advance(by: PasswordBench.day) }
        tablet.isOnline = true
        tablet.isOnline = false
        for device in [phone, tablet] { device.clock.advance(by: PasswordBench.day) }
        try tablet.save("mine", "bob")
        try phone.delete()
        for device in [phone, tablet] { device.clock.advance(by: PasswordBench.day * 180) }
        phone.isOnline = true
        #expect(bench.known == 0)
        tablet.isOnline = true
        #expect(try tablet.password() == nil)
        #expect(try phone.password() == nil)
        #expect(try phone.password("bob") == "mine")
        #expect(try tablet.password("bob") == "mine")
    }

    @Test("an old deletion that a device sends late still reaches the others")
    func lateDeletion() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.save("one")
        for device in [phone, tablet] { device.clock.advance(by: PasswordBench.day) }
        tablet.isOnline = true
        tablet.isOnline = false
        for device in [phone, tablet] { device.clock.advance(by: PasswordBench.day) }
        try tablet.delete()
        for device in [phone, tablet] { device.clock.advance(by: PasswordBench.day * 180) }
        phone.isOnline = true
        #expect(try phone.password() == "one")
        tablet.isOnline = true
        #expect(try phone.password() == nil)
    }

    @Test("a device whose clock was set back keeps passwords that it saves then")
    func clockPutBack() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.save("one")
        phone.clock.advance(by: PasswordBench.day * -2)
        try phone.save("mine", "bob")
        #expect(try phone.password("bob") == "mine")
        #expect(try tablet.password("bob") == "mine")
    }
}
