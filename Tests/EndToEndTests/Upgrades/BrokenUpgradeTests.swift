import AppleIdentityEmulator
import DeviceSimulator
import Foundation
import HTTPTypes
import JSONText
import Testing

/// Whatever is lost on the way, and whenever the extension dies, what the device holds afterwards signs in.
@Suite("An upgrade that breaks off", .timeLimit(.minutes(10)))
struct BrokenUpgradeTests {
    /// What is asked of the device.
    enum Upgrade: CaseIterable, Sendable {
        case password, preferredPassword, apple

        /// More than any of them asks the server.
        static let requests = 0..<5
    }

    @Test("by a request or an answer that is lost once, or from then on", arguments: Upgrade.allCases)
    func lost(_ upgrade: Upgrade) async throws {
        try await UpgradeBench.run(isParticular: upgrade == .preferredPassword) { bench in
            for fate in [Interceptor.Fate.lost, .unanswered] {
                for lasts in [false, true] {
                    for number in Upgrade.requests {
                        let words: Comment = "\(upgrade), \(fate) at \(number), \(lasts ? "and from then on" : "once")"
                        let name = "anna\(fate == .lost ? 1 : 2)\(lasts ? 1 : 2)\(number)"
                        try await bench.register(name)
                        let device = try bench.device(saved: name)
                        bench.wire.decide { $0.number == number || lasts && $0.number > number ? fate : .passed }
                        _ = await perform(upgrade, device, name, bench)
                        bench.wire.decide()
                        try await settle(device, name, bench, words, isCutOff: lasts)
                    }
                }
            }
        }
    }

    @Test("by an extension that is killed, before or after the server has done its part", arguments: Upgrade.allCases)
    func killed(_ upgrade: Upgrade) async throws {
        try await UpgradeBench.run(isParticular: upgrade == .preferredPassword) { bench in
            for isBefore in [true, false] {
                for number in Upgrade.requests {
                    let words: Comment = "\(upgrade), killed \(isBefore ? "before" : "after") \(number)"
                    let name = "anna\(isBefore ? 1 : 2)\(number)"
                    let mark = "--mark-\(UUID().uuidString)"
                    try await bench.register(name)
                    let device = try bench.device(saved: name, runs: .process(mark: mark))
                    bench.wire.decide { passage in
                        if isBefore, passage.number == number { ExtensionProcesses.kill(mark) }
                        return .passed
                    }
                    if !isBefore {
                        bench.wire.onAnswer { if $0.number == number { ExtensionProcesses.kill(mark) } }
                    }
                    _ = await perform(upgrade, device, name, bench)
                    bench.wire.decide()
                    try await settle(device, name, bench, words, isCutOff: isBefore)
                }
            }
        }
    }

    private func perform(
        _ upgrade: Upgrade, _ device: DeviceSimulator, _ name: String, _ bench: UpgradeBench
    ) async -> DeviceSimulator.UpgradeResult {
        switch upgrade {
        case .password, .preferredPassword: return await device.upgradePassword(of: name, at: UpgradeBench.site)
        case .apple:
            device.sheets.will(.proceed, .proceed)
            device.person.will(.match)
            return await device.convertToSignInWithApple(name, at: UpgradeBench.site)
        }
    }

    /// At once, after the device has looked, and when every former password has ended.
    ///
    /// - Parameter isCutOff: whether no answer has come since, or a request was still on its way: that an account was converted the device hears when it looks.
    private func settle(
        _ device: DeviceSimulator, _ name: String, _ bench: UpgradeBench, _ words: Comment, isCutOff: Bool = false
    ) async throws {
        if !isCutOff { #expect(try await bench.canSignIn(device, as: name), words) }
        await device.looksAtUpgrades()
        #expect(try await bench.canSignIn(device, as: name), words)
        bench.apple.apple.clock.advance(by: 1_000)
        device.clock.advance(by: .seconds(1_000))
        await device.looksAtUpgrades()
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
    /// Finds out how upgrades ended, on a thread of its own: it blocks while the server is asked.
    func looksAtUpgrades() async {
        await withCheckedContinuation { continuation in
            Thread {
                self.resolveUpgrades()
                continuation.resume()
            }.start()
        }
    }
}
