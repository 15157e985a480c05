import AppleIdentityEmulator
import DeviceSimulator
import HTTPTypes
import JSONText
import Testing

@Suite("Juice's extension upgrades an account on a real server", .serialized, .timeLimit(.minutes(20)))
struct UpgradeTests {
    private static let upgrade = "POST /v1/account/upgrade/password"

    @Test("silently: the new password is saved, the old one expires, and the device itself sends no request to the server")
    func silent() async throws {
        try await UpgradeBench.run { bench in
            try await bench.register()
            let device = try bench.device()
            #expect(await device.upgradePassword(of: "anna", at: UpgradeBench.site) == .done)
            let password = device.savedPassword()
            #expect(password != UpgradeBench.weak)
            #expect(try await bench.signsIn("anna", password))
            #expect(bench.wire.requests == [Self.upgrade])
            bench.apple.apple.clock.advance(by: 601)
            #expect(try await !bench.signsIn("anna", UpgradeBench.weak))
            #expect(device.shownExtensionViews.isEmpty && !device.hasPendingUpgrade())
        }
    }

    @Test("a password that the server prefers is the one that is saved")
    func preferred() async throws {
        try await UpgradeBench.run(isParticular: true) { bench in
            try await bench.register()
            let device = try bench.device()
            #expect(await device.upgradePassword(of: "anna", at: UpgradeBench.site) == .done)
            let password = try #require(device.savedPassword())
            let hasCapitals = password.contains { $0.isUppercase }
            #expect(!hasCapitals)
            #expect(try await bench.signsIn("anna", password))
            #expect(bench.wire.requests == [Self.upgrade, Self.upgrade])
        }
    }

    @Test("to Sign in with Apple: no password remains, and the Apple Account signs in to the same account")
    func converted() async throws {
        try await UpgradeBench.run { bench in
            let account = try await bench.register()
            let device = try bench.device()
            device.sheets.will(.proceed, .details(email: .hide))
            device.person.will(.match)
            #expect(await device.convertToSignInWithApple("anna", at: UpgradeBench.site) == .done)
            #expect(device.savedPassword() == nil)
            #expect(try await !bench.signsIn("anna", UpgradeBench.weak))
            let answer = try await bench.client.signIn(bench.apple)
            #expect(answer.status == 200)
            #expect(try answer.text("account", "id") == account)
        }
    }

    @Test("closing the sheet converts nothing")
    func cancelled() async throws {
        try await UpgradeBench.run { bench in
            try await bench.register()
            let device = try bench.device()
            device.sheets.will(.cancel)
            #expect(await device.convertToSignInWithApple("anna", at: UpgradeBench.site) == .cancelled)
            #expect(device.savedPassword() == UpgradeBench.weak)
            #expect(try await bench.canSignIn(device))
        }
    }

    @Test("if the Apple Account opens another account, the user may keep both, and the saved credential still signs in")
    func keptBoth() async throws {
        try await UpgradeBench.run { bench in
            let other = try await bench.client.signIn(bench.apple)
            #expect(other.status == 201)
            try await bench.register()
            let device = try bench.device()
            device.sheets.will(.proceed, .proceed)
            device.person.will(.match)
            device.pressesInExtensionView = "Keep Both Accounts"
            #expect(
                await device.convertToSignInWithApple("anna", at: UpgradeBench.site)
                    == .failed(
                        "Your Apple Account already opens another account here. Give this account a strong password instead."))
            #expect(device.shownExtensionViews.count == 1 && device.pressesInExtensionView == nil)
            #expect(device.savedPassword() == UpgradeBench.weak)
            #expect(try await bench.canSignIn(device))
            #expect(try await bench.client.signIn(bench.apple).text("account", "id") == other.text("account", "id"))
        }
    }

    @Test("if the user deletes the other account, the Apple Account replaces the password, and its authorization continues")
    func replaced() async throws {
        try await UpgradeBench.run { bench in
            let other = try await bench.client.signIn(bench.apple)
            let account = try await bench.register()
            await bench.apple.work()
            let device = try bench.device()
            device.sheets.will(.proceed, .proceed, .proceed, .proceed)
            device.person.will(.match, .match)
            device.pressesInExtensionView = "Delete the Other Account"
            #expect(await device.convertToSignInWithApple("anna", at: UpgradeBench.site) == .done)
            #expect(device.savedPassword() == nil)
            #expect(try await !bench.signsIn("anna", UpgradeBench.weak))
            let session = try await bench.client.send(.get, "/v1/session", token: try other.text("session", "token"))
            #expect(session.status == 401)
            await bench.apple.work()
            #expect(!bench.apple.apple.requests().contains { $0.endpoint == .revoke })
            let answer = try await bench.client.signIn(bench.apple)
            #expect(answer.status == 200)
            #expect(try answer.text("account", "id") == account)
        }
    }

    @Test("an outdated saved password changes nothing, and the user sees an error")
    func outdated() async throws {
        try await UpgradeBench.run { bench in
            _ = try await bench.client.register("anna", password: AppleBenchClient.password)
            let device = try bench.device()
            #expect(
                await device.upgradePassword(of: "anna", at: UpgradeBench.site)
                    == .failed("The saved password is not the current password of this account."))
            #expect(device.savedPassword() == UpgradeBench.weak)
            #expect(try await bench.signsIn("anna", AppleBenchClient.password))
        }
    }

    @Test("offline nothing changes, and once online the same upgrade succeeds")
    func offline() async throws {
        try await UpgradeBench.run { bench in
            try await bench.register()
            let device = try bench.device()
            bench.wire.decide { _ in .lost }
            #expect(
                await device.upgradePassword(of: "anna", at: UpgradeBench.site)
                    == .failed("Could not connect to the account server."))
            #expect(device.savedPassword() == UpgradeBench.weak)
            #expect(try await bench.canSignIn(device))
            bench.wire.decide()
            #expect(await device.upgradePassword(of: "anna", at: UpgradeBench.site) == .done)
            #expect(try await bench.canSignIn(device))
        }
    }
}
