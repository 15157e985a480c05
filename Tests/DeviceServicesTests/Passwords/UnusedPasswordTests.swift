import DeviceBroker
import DeviceServices
import Foundation
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("A saved password that its site no longer accepts") struct UnusedPasswordTests {
    private let bench = PasswordBench()

    @Test("is offered on no device of the account until it changes, and stays saved")
    func notOffered() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.save("one")
        try phone.save("two", "bob")
        try phone.passwords.reportUnused(id("ann"), at: phone.clock.now)
        for device in [phone, tablet] {
            #expect(try device.passwords.offered().map(\.id.user) == ["bob"])
            #expect(device.unusedPasswords.map(\.user) == ["ann"] && device.savedPasswords.count == 2)
        }
        tablet.clock.advance(by: .seconds(1))
        try tablet.save("three")
        for device in [phone, tablet] { #expect(device.unusedPasswords.isEmpty) }

        for device in [phone, tablet] { device.clock.advance(by: .seconds(2)) }
        try phone.passwords.reportUnused(id("ann"), at: phone.clock.now)
        for device in [phone, tablet] { #expect(device.unusedPasswords.map(\.user) == ["ann"]) }
    }

    @Test("is marked in Settings", .timeLimit(.minutes(20)))
    func settings() async throws {
        let phone = try Phone()
        for (user, password) in [("ann", "one"), ("bob", "two")] { try phone.device.save(password, user) }
        try phone.device.passwords.reportUnused(id("ann"), at: phone.device.clock.now)
        try await phone.perform(.openSettings(.passwords))
        try await phone.showFace()
        let view = try await phone.wait { view in
            if case .settings(let settings) = view.content { settings.arePasswordsShown } else { false }
        }
        guard case .settings(let settings) = view.content else {
            Issue.record("the phone does not show Settings")
            return
        }
        #expect(settings.passwords.map(\.user) == ["ann", "bob"] && settings.passwords.map(\.isUnused) == [true, false])
    }

    @Test("is not offered to an app, and a report about a password that is not saved stores nothing")
    func apps() throws {
        let phone = try bench.device()
        let app = DeviceSimulator.usualApp
        phone.savePassword("one", user: "ann", site: "example.com", for: app)
        let passwords = KeychainPasswords(
            autoFill: { AutoFill(store: phone.passwords, associations: phone.services.associations) },
            now: { phone.clock.now })
        #expect(try passwords.offers(for: DeviceSimulator.app(app, [])).map(\.user) == ["ann"])
        for (user, site) in [("bob", "example.com"), ("ann", "example.org"), ("ann", "not a host")] {
            try passwords.reportUnused(SavedPassword(user: user, site: site))
        }
        #expect(try phone.device.broker.synchronizedItems().isEmpty)
        try passwords.reportUnused(SavedPassword(user: "ann", site: "example.com"))
        #expect(try passwords.offers(for: DeviceSimulator.app(app, [])).isEmpty)
    }
}
