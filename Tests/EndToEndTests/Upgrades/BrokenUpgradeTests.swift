import AppleIdentityEmulator
import DeviceServices
import DeviceSimulator
import Foundation
import HTTPTypes
import JSONText
import PasswordManager
import TestKit
import Testing
import UpgradingHands

/// Whatever is lost on the way, and whenever the extension dies, what the device holds afterwards signs in.
@Suite("An upgrade that breaks off", .tags(.realParts), .timeLimit(.minutes(10)))
struct BrokenUpgradeTests {
    /// What is asked of the device.
    enum Upgrade: CaseIterable, Sendable {
        case password, preferredPassword, apple
        /// Of an account with a second factor, which the person shows on the extension's screen: from there on a session asks.
        case guardedPassword

        /// As many as it asks the server at most, and one more.
        var requests: Range<Int> { self == .guardedPassword ? 0..<8 : 0..<5 }
    }

    @Test("by a request or an answer that is lost once, or from then on", arguments: Upgrade.allCases)
    func lost(_ upgrade: Upgrade) async throws {
        try await UpgradeBench.run(isParticular: upgrade == .preferredPassword) { bench in
            for fate in [Interceptor.Fate.lost, .unanswered] {
                for lasts in [false, true] {
                    for number in upgrade.requests {
                        let words: Comment = "\(upgrade), \(fate) at \(number), \(lasts ? "and from then on" : "once")"
                        let name = "anna\(fate == .lost ? 1 : 2)\(lasts ? 1 : 2)\(number)"
                        let code = try await register(name, upgrade, bench)
                        let device = try bench.device(saved: name)
                        bench.wire.decide { $0.number == number || lasts && $0.number > number ? fate : .passed }
                        try await perform(upgrade, device, name, code)
                        bench.wire.decide()
                        try await settle(device, name, bench, words, isCutOff: lasts || upgrade == .apple)
                    }
                }
            }
        }
    }

    @Test("by an extension that is killed, before or after the server has done its part", arguments: Upgrade.allCases)
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

    /// - Returns: what shows the second factor of the account, once; nothing where it has none.
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
            _ = await device.convertToSignInWithApple(name, at: UpgradeBench.site)
        case .guardedPassword: try await Phone(device).upgradePassword(of: name, code: try #require(code))
        }
    }

    /// At once, after the person has tried what Settings show them, and when every former password has ended.
    ///
    /// - Parameter isCutOff: whether no answer has come since, or the extension was killed: that an account was converted the person says.
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
            // Whose Apple account it is now; the next one needs it.
            let session = try await bench.client.signIn(bench.apple).text("session", "token")
            #expect(try await bench.client.send(.delete, "/v1/account", token: session).status < 300, words)
        }
    }
}

extension DeviceSimulator {
    /// The device looks, and then its person, who tries what Settings show them until something signs in, and says so.
    func settlesUpgrade(of user: String, trying signsIn: (String) async throws -> Bool) async rethrows {
        resolveUpgrades()
        guard let saved = saved(user), let upgrade = saved.pendingUpgrade else { return }
        var word = upgrade.target == .signInWithApple ? AccountWord.usesApple : .nothing
        for password in upgrade.candidates + [saved.password] where try await signsIn(password.exposed) {
            word = .signsIn(with: password)
            break
        }
        settleUpgrade(of: saved.id, as: word)
    }
}
