import DeviceBroker
import DeviceProtocol
import Foundation
import PasswordManager
import Secrets
import Testing

@testable import DeviceServices
@testable import DeviceSimulator

@Suite("Passwords offered to an app")
struct KeychainPasswordsTests {
    private static let app = "ABCDE12345.com.example.app"
    private static let file = #"{"webcredentials":{"apps":["\#(app)"]}}"#

    private func offered(_ device: DeviceSimulator, for app: String = app) throws -> [SavedPassword] {
        KeychainPasswords(
            autoFill: {
                AutoFill(
                    store: device.passwords, associations: device.services.associations, settings: device.services.settings.autoFill
                )
            }, now: { device.clock.now }
        ).offers(for: App(identifier: try #require(AccessGroup(rawValue: app))))
    }

    /// A device whose app is associated with example.com by its entitlement and the site's file, with a password for that site.
    private func device(_ site: SimulatedSite = SimulatedSite(.file(file))) async throws -> DeviceSimulator {
        let device = try DeviceSimulator(app: Self.app)
        try device.put(site, at: "example.com")
        try await device.install(associatedDomains: ["webcredentials:example.com"])
        try device.save("one")
        return device
    }

    @Test("are for the app's sites, the last used first")
    func offers() async throws {
        let device = try await device()
        try device.save("two", "bob")
        try device.passwords.save(PrivateText("x"), as: id("eve", "other.example"), at: device.clock.now)
        device.clock.advance(by: .seconds(1))
        try device.passwords.markUsed(id("bob"), at: device.clock.now)
        #expect(try offered(device).map(\.user) == ["bob", "ann"])
    }

    @Test(
        "do not include those of other sites",
        arguments: ["www.example.com", "exarnple.com", "xn--exmple-cua.com", "example.com.evil.example", "example.co"])
    func otherSites(host: String) async throws {
        let device = try await device()
        try device.delete()
        try device.passwords.save(PrivateText("x"), as: id("eve", host), at: device.clock.now)
        #expect(try offered(device).isEmpty)
    }

    @Test("an app that the site does not name, or an app without a team, gets no offer")
    func otherApps() async throws {
        let device = try await device()
        #expect(try offered(device, for: "ABCDE12345.com.example.other").isEmpty)
        #expect(try offered(device, for: "TEAM.com.example.app").isEmpty)
        try await device.install(associatedDomains: ["webcredentials:example.com"], of: "ABCDE12345.com.example.other")
        #expect(try offered(device, for: "ABCDE12345.com.example.other").isEmpty)
    }

    @Test("a broken association hides the offers, and a repaired one restores them")
    func breaks() async throws {
        let device = try await device()
        #expect(try offered(device).count == 1)
        try device.put(SimulatedSite(.file("{}")), at: "example.com")
        device.clock.advance(by: PasswordBench.day * 7)
        await device.checkAssociations()
        #expect(try offered(device).isEmpty)
        try device.put(SimulatedSite(.file(Self.file)), at: "example.com")
        try await device.install(associatedDomains: ["webcredentials:example.com"])
        #expect(try offered(device).count == 1)
    }

    @Test("there are no offers while AutoFill is off or the device is locked")
    func off() async throws {
        let device = try await device()
        device.services.settings.autoFill.isOn = false
        #expect(try offered(device).isEmpty)
        device.services.settings.autoFill.isOn = true
        device.lock()
        #expect(try offered(device).isEmpty)
    }

    @Test("require a certificate according to the entitlement", arguments: SimulatedSite.Certificate.allCases)
    func certificates(certificate: SimulatedSite.Certificate) async throws {
        let device = try await device(SimulatedSite(.file(Self.file), certificate: certificate))
        #expect(try offered(device).count == (certificate == .trusted ? 1 : 0))
        await device.setDeveloperMode(true)
        try await device.install(
            associatedDomains: ["webcredentials:example.com?mode=developer"], isSignedForDevelopment: true)
        #expect(try offered(device).count == 1)
    }

    @Test("can be read while they are offered, and are then the last used")
    func opens() async throws {
        let device = try await device()
        try device.save("two", "bob")
        let passwords = KeychainPasswords(
            autoFill: { AutoFill(store: device.passwords, associations: device.services.associations) }, now: { device.clock.now })
        let app = App(identifier: try #require(AccessGroup(rawValue: Self.app)))
        let offer = try #require(passwords.offers(for: app).first { $0.user == "ann" })
        device.clock.advance(by: .seconds(1))
        #expect(passwords.password(of: offer, for: app)?.withBytes { String(decoding: $0, as: UTF8.self) } == "one")
        #expect(passwords.offers(for: app).map(\.user) == ["ann", "bob"])
        #expect(passwords.password(of: offer, for: App(identifier: try #require(AccessGroup(rawValue: "ABCDE12345.x")))) == nil)
        try device.delete()
        #expect(passwords.password(of: offer, for: app) == nil)
    }

    @Test("are in the keychain, where apps do not find them and shared web credentials do")
    func inTheKeychain() async throws {
        let device = try await device()
        let found = try? device.link.perform(
            FindItems(query: ItemQuery(itemClass: .internetPassword, synchronization: .either), limit: 10, returning: .data))
        #expect(found == nil)
        device.person.will(.match)
        let site = try #require(SharedCredentialSite(rawValue: "example.com"))
        let shared = try device.link.perform(RequestSharedCredential(site: site, account: nil))
        #expect(shared.account == "ann")
    }
}
