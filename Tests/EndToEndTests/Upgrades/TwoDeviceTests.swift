import AppleIdentityEmulator
import DeviceSimulator
import HTTPTypes
import JSONText
import Testing

@Suite("Two devices of one Apple account upgrade one password at once", .timeLimit(.minutes(5)))
struct TwoDeviceTests {
    @Test("one wins, the other is told, and after they have met both hold what signs in", arguments: 0..<4)
    func race(_ round: Int) async throws {
        try await UpgradeBench.run { bench in
            try await bench.register()
            let (one, other) = (try bench.device(), try bench.device(saved: nil))
            one.shareSavedPasswords(with: other)
            other.shareWebCredentials(with: [UpgradeBench.site])
            #expect(other.savedPassword() == UpgradeBench.weak)
            // They do not hear of each other until both have ended.
            for device in [one, other] { device.isOnline = false }

            async let first = one.upgradePassword(of: "anna", at: UpgradeBench.site)
            async let second = other.upgradePassword(of: "anna", at: UpgradeBench.site)
            let outcomes = await [first, second]
            #expect(outcomes.count { $0 == .done } == 1, "\(outcomes)")

            for device in [one, other] { device.isOnline = true }
            for _ in 0..<2 {
                for device in [one, other] {
                    device.clock.advance(by: .seconds(1_000))
                    await device.looksAtUpgrades()
                }
            }
            bench.apple.apple.clock.advance(by: 1_000)
            #expect(one.savedPassword() == other.savedPassword())
            for device in [one, other] { #expect(try await bench.canSignIn(device)) }
            #expect(!one.hasPendingUpgrade() && !other.hasPendingUpgrade())
        }
    }
}
