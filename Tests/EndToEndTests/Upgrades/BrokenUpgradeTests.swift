import AppleIdentityEmulator
import DeviceServices
import DeviceSimulator
import Foundation
import HTTPTypes
import JSONText
import PasswordManager
import TestKit
import Testing
import UpgradeDriver

/// After the loss of any request or response, and after the death of the extension at any time, the device has a valid credential.
@Suite("An interrupted upgrade", .tags(.realParts), .timeLimit(.minutes(20)))
struct BrokenUpgradeTests {
    /// The requested upgrade.
    enum Upgrade: CaseIterable, Sendable {
        case password, preferredPassword, apple
        /// Of an account with a second factor, which the user enters on the extension's screen. From then on the extension uses a
        /// session.
        case guardedPassword

        /// The largest number of its requests to the server, plus one.
        var requests: Range<Int> { self == .guardedPassword ? 0..<8 : 0..<5 }
    }

    @Test("by a request or response that is lost once or permanently leaves a valid credential", arguments: Upgrade.allCases)
    func lost(_ upgrade: Upgrade) async throws {
        try await UpgradeBench.run(isParticular: upgrade == .preferredPassword) { bench in
            for disposition in [Interceptor.Disposition.lost, .unanswered] {
                for lasts in [false, true] {
                    for number in upgrade.requests {
                        let words: Comment = "\(upgrade), \(disposition) at \(number), \(lasts ? "and from then on" : "once")"
                        let name = "anna\(disposition == .lost ? 1 : 2)\(lasts ? 1 : 2)\(number)"
                        let code = try await register(name, upgrade, bench)
                        let device = try bench.device(saved: name)
                        bench.wire.decide { $0.number == number || lasts && $0.number > number ? disposition : .passed }
                        try await perform(upgrade, device, name, code)
                        bench.wire.decide()
                        try await settle(device, name, bench, words, isCutOff: lasts || upgrade == .apple)
                    }
                }
            }
        }
    }

    @Test("by a killed extension, before or after the server's change, leaves a valid credential", arguments: Upgrade.allCases)
    func killed(_ upgrade: Upgrade) async throws {
        try await UpgradeBench.run(isParticular: upgrade == .preferredPassword) { bench in
            for isBefore in [true, false] {
                for number in upgrade.requests {
                    let words: Comment = "\(upgrade), killed \(isBefore ? "before" : "after") \(number)"
                    let name = "anna\(isBefore ? 1 : 2)\(number)"
                    let mark = "--mark-\(UUID().uuidString)"
                    let code = try await register(name, upgrade, bench)
                    let device = try bench.device(saved: name, runs: .process(mark: mark))
                    bench.wire.decide { passage in
                        if isBefore, passage.number == number { ExtensionProcesses.kill(mark) }
                        return .passed
                    }
                    if !isBefore {
                        bench.wire.onAnswer { if $0.number == number { ExtensionProcesses.kill(mark) } }
                    }
                    try await perform(upgrade, device, name, code)
                    bench.wire.decide()
                    await bench.wire.isQuiet()
                    try await settle(device, name, bench, words, isCutOff: upgrade == .apple)
                }
            }
        }
    }

    /// - Returns: a closure that enters the account's second factor, once; nothing for an account without one.
    private func register(_ name: String, _ upgrade: Upgrade, _ bench: UpgradeBench) async throws -> String? {
        let account = try await bench.client.register(name, password: UpgradeBench.weak)
        guard upgrade == .guardedPassword else { return nil }
        let session = try account.text("session", "token")
        return try await Authenticator(bench.apple.apple.clock, bench.client, session: session).recoveryCodes.first
    }

    private func perform(_ upgrade: Upgrade, _ device: DeviceSimulator, _ name: String, _ code: String?) async throws {
        switch upgrade {
        case .password, .preferredPassword: _ = await device.upgradePassword(of: name, at: UpgradeBench.site)
        case .apple:
            device.sheets.will(.proceed, .proceed)
            device.person.will(.match)
            // No account of the test has this Apple Account. If the server finds another one, its question must not wait indefinitely.
            device.pressesInExtensionView = "Keep Both Accounts"
            _ = await device.convertToSignInWithApple(name, at: UpgradeBench.site)
        case .guardedPassword: try await Phone(device).upgradePassword(of: name, code: try #require(code))
        }
    }

    /// Immediately, after the user tried the passwords in Settings, and when every old password has expired.
    ///
    /// - Parameter isCutOff: whether no response has arrived since, or the extension was killed: then the user reports that the
    /// account was converted.
    private func settle(
        _ device: DeviceSimulator, _ name: String, _ bench: UpgradeBench, _ words: Comment, isCutOff: Bool = false
    ) async throws {
        if !isCutOff { #expect(try await bench.canSignIn(device, as: name), words) }
        try await bench.settle(device, as: name)
        #expect(try await bench.canSignIn(device, as: name), words)
        bench.apple.apple.clock.advance(by: 1_000)
        device.clock.advance(by: .seconds(1_000))
        try await bench.settle(device, as: name)
        #expect(try await bench.canSignIn(device, as: name), words)
        #expect(!device.hasPendingUpgrade(of: name), words)
        if device.savedPassword(of: name) == nil {
            // The current owner of the Apple Account. The next user needs it.
            let session = try await bench.client.signIn(bench.apple).text("session", "token")
            #expect(try await bench.client.send(.delete, "/v1/account", token: session).status < 300, words)
        }
    }
}

extension DeviceSimulator {
    /// The device resolves what it can. Then the user tries the passwords in Settings until one signs in, and reports it.
    func settlesUpgrade(of user: String, trying signsIn: (String) async throws -> Bool) async rethrows {
        resolveUpgrades()
        guard let saved = saved(user), let upgrade = saved.pendingUpgrade else { return }
        var word = upgrade.target == .signInWithApple ? WorkingCredential.usesApple : .nothing
        for password in upgrade.candidates + [saved.password] where try await signsIn(password.exposed) {
            word = .signsIn(with: password)
            break
        }
        settleUpgrade(of: saved.id, as: word)
    }
}
