import AssociatedDomains
import DeviceSimulator
import OpenAuthenticationServices
import PasswordManager
import Testing

/// An upgrade that a user starts on a device, with an extension as in the article.
@Suite("Upgrades started by the user") struct UpgradeFromSettingsTests {
    @Test("a silent upgrade sets a strong password by the extension's rules, on the server and the device")
    func silent() async throws {
        let server = ModificationServer(["jane": "hunter2"])
        let device = try Self.device(server)
        #expect(await device.upgradePassword(of: "jane", at: server.site) == .done)
        let password = try #require(server.password(of: "jane"))
        #expect(password != "hunter2" && password.count == 20)
        #expect(device.savedPassword(of: "jane", at: server.site) == password)
        #expect(server.calls == ["change jane"] && device.shownExtensionViews.isEmpty)
        // A second upgrade sets another password.
        #expect(await device.upgradePassword(of: "jane", at: server.site) == .done)
        #expect(server.password(of: "jane") != password)
    }

    @Test("the password that the server prefers is saved")
    func preferred() async throws {
        let server = ModificationServer(["jane": "hunter2"], behaviour: .prefers("the server's own"))
        let device = try Self.device(server)
        #expect(await device.upgradePassword(of: "jane", at: server.site) == .done)
        #expect(device.savedPassword(of: "jane", at: server.site) == "the server's own")
    }

    @Test("the extension's view is shown if the server requires it")
    func interactive() async throws {
        let server = ModificationServer(["jane": "hunter2"], behaviour: .wantsCode)
        let device = try Self.device(server)
        #expect(await device.upgradePassword(of: "jane", at: server.site) == .done)
        #expect(server.calls == ["change jane", "prepare jane"])
        #expect(device.shownExtensionViews.map(\.user) == ["jane"])
        #expect(device.savedPassword(of: "jane", at: server.site) == server.password(of: "jane"))
    }

    @Test("cancelling at the navigation bar changes nothing")
    func cancelled() async throws {
        let server = ModificationServer(["looker": "hunter2"], behaviour: .wantsCode)
        let device = try Self.device(server, user: "looker")
        device.cancelsExtensionViews = true
        #expect(await device.upgradePassword(of: "looker", at: server.site) == .cancelled)
        #expect(server.calls == ["change looker", "prepare looker", "cancel"])
        #expect(device.savedPassword(of: "looker", at: server.site) == "hunter2")
    }

    @Test("an upgrade fails with the extension's text, or without one", arguments: ["Authentication failed.", nil])
    func failed(reason: String?) async throws {
        let server = ModificationServer(["jane": "hunter2"], behaviour: .rejecting(reason: reason))
        let device = try Self.device(server)
        #expect(await device.upgradePassword(of: "jane", at: server.site) == .failed(reason))
        #expect(device.savedPassword(of: "jane", at: server.site) == "hunter2")
    }

    @Test("no extension is found for a site that is not associated with the app")
    func stranger() async throws {
        let server = ModificationServer(["jane": "hunter2"])
        let device = try Self.device(server)
        device.shareWebCredentials(with: [])
        #expect(await device.upgradePassword(of: "jane", at: server.site) != .done)
        #expect(server.calls.isEmpty)
        device.shareWebCredentials(with: [server.site])
        #expect(await device.upgradePassword(of: "jane", at: server.site) == .done)
    }

    @Test("an extension with an invalid Info.plist is rejected, with the error and its position")
    func plist() throws {
        let device = try DeviceSimulator(app: "A1B2C3D4E5.com.example.app")
        let error = #expect(throws: (any Error).self) {
            try device.installUpgradeExtension(ArticleExtension.self, infoPlist: ArticleExtension.plist(rules: "minlength: many;"))
        }
        #expect(error.map { "\($0)".contains("PasswordGenerationRequirements: the password rules are malformed at byte") } == true)
    }

    @Test("converting an account to Sign in with Apple removes its password")
    func converted() async throws {
        let party = try await Apple.party()
        let server = ModificationServer(["jane": "hunter2"])
        let device = try Self.device(server, party.device(), app: party.appIdentifier)
        device.sheets.will(.proceed, .details(email: .hide))
        device.person.will(.match)
        #expect(await device.convertToSignInWithApple("jane", at: server.site) == .done)
        #expect(server.calls == ["convert jane", "credential the state"])
        #expect(server.password(of: "jane") == nil && device.savedPassword(of: "jane", at: server.site) == nil)
    }

    @Test("nothing is converted if the user closes the sheet or Apple is unreachable", arguments: [true, false])
    func notConverted(isOnline: Bool) async throws {
        let party = try await Apple.party()
        let server = ModificationServer(["jane": "hunter2"])
        let device = try Self.device(server, party.device(), app: party.appIdentifier)
        device.isOnline = isOnline
        device.sheets.will(.cancel)
        #expect(await device.convertToSignInWithApple("jane", at: server.site) == (isOnline ? .cancelled : .failed(nil)))
        #expect(server.calls == ["convert jane", isOnline ? "no credential, and an error" : "no credential"])
        #expect(device.sheets.shown.count == (isOnline ? 1 : 0))
        #expect(device.savedPassword(of: "jane", at: server.site) == "hunter2")
    }

    static func device(
        _ server: ModificationServer, user: String = "jane", _ device: DeviceSimulator? = nil,
        app: String = "A1B2C3D4E5.com.example.app"
    ) throws -> DeviceSimulator {
        let device = try device ?? DeviceSimulator(app: app)
        try device.installUpgradeExtension(ArticleExtension.self, infoPlist: ArticleExtension.plist())
        device.savePassword("hunter2", user: user, site: server.site)
        return device
    }
}

extension DeviceSimulator {
    /// The saved password, or nil.
    func savedPassword(of user: String, at site: String) -> String? {
        guard let host = try? DomainName(site), let id = CredentialID(server: host, user: user) else { return nil }
        return (try? passwords.credential(id))?.password.exposed
    }
}
