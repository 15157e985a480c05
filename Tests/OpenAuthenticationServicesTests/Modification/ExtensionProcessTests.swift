import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import TestKit
import Testing

/// The same extensions in separate processes, as real apps have them.
@Suite("Extension in a separate process", .tags(.realParts), .timeLimit(.minutes(20))) struct ExtensionProcessTests {
    private static let site = "example.com"

    @Test("the extension changes the password, with any output")
    func change() async throws {
        let device = try Self.device("jane")
        #expect(await device.upgradePassword(of: "jane", at: Self.site) == .done)
        #expect(device.savedPassword(of: "jane", at: Self.site) != "hunter2")
    }

    @Test("an extension that is killed or ends changes nothing", arguments: ["killed", "ended"])
    func ended(user: String) async throws {
        let device = try Self.device(user)
        #expect(await device.upgradePassword(of: user, at: Self.site) == .failed(nil))
        #expect(device.savedPassword(of: user, at: Self.site) == "hunter2")
    }

    @Test("the extension is cancelled at the navigation bar")
    func cancelled() async throws {
        let device = try Self.device("looker")
        device.cancelsExtensionViews = true
        #expect(await device.upgradePassword(of: "looker", at: Self.site) == .cancelled)
        #expect(device.shownExtensionViews.count == 1)
        #expect(device.savedPassword(of: "looker", at: Self.site) == "hunter2")
    }

    @Test(
        "the extension receives a Sign in with Apple credential, and a kill afterwards removes nothing",
        arguments: ["jane", "killed"])
    func conversion(user: String) async throws {
        let party = try await Apple.party()
        let device = try Self.device(user, party.device(), app: party.appIdentifier)
        device.sheets.will(.proceed, .proceed)
        device.person.will(.match)
        #expect(await device.convertToSignInWithApple(user, at: Self.site) == (user == "jane" ? .done : .failed(nil)))
        #expect(device.savedPassword(of: user, at: Self.site) == (user == "jane" ? nil : "hunter2"))
    }

    @Test("an extension that cannot be started changes nothing")
    func missing() async throws {
        let device = try DeviceSimulator(app: "A1B2C3D4E5.com.example.app")
        try device.installUpgradeExtension(at: "/nowhere", infoPlist: ArticleExtension.plist())
        device.savePassword("hunter2", user: "jane", site: Self.site)
        #expect(await device.upgradePassword(of: "jane", at: Self.site) == .failed(nil))
        #expect(device.savedPassword(of: "jane", at: Self.site) == "hunter2")
    }

    private static func device(
        _ user: String, _ device: DeviceSimulator? = nil, app: String = "A1B2C3D4E5.com.example.app"
    ) throws -> DeviceSimulator {
        let device = try device ?? DeviceSimulator(app: app)
        try device.installUpgradeExtension(at: executable, infoPlist: ArticleExtension.plist())
        device.savePassword("hunter2", user: user, site: site)
        return device
    }

    /// Built with the tests.
    static let executable: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/ExtensionHost"
    }()
}
