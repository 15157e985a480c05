import AppleIdentityEmulator
import DeviceScreens
import DeviceSimulator
import HTTPTypes
import JSONText
import Testing
import UpgradeDriver

@Suite("Two devices of one Apple Account upgrade one password at the same time", .serialized, .timeLimit(.minutes(20)))
struct TwoDeviceTests {
    private static let told = "The password of this account was changed on another device."

    @Test("one wins, the other receives the result, and after an exchange both have a valid credential", arguments: 0..<4)
    func race(_ round: Int) async throws {
        try await UpgradeBench.run { bench in
            try await bench.register()
            let (one, other) = (try bench.device(), try bench.device(saved: nil))
            Self.pair(one, other)
            // They do not exchange before both have ended.
            for device in [one, other] { device.isOnline = false }
            async let first = one.upgradePassword(of: "anna", at: UpgradeBench.site)
            async let second = other.upgradePassword(of: "anna", at: UpgradeBench.site)
            let outcomes = await [first, second]
            #expect(outcomes.count { $0 == .done } == 1, "\(outcomes)")
            #expect(outcomes.contains(.failed(Self.told)), "\(outcomes)")
            try await Self.meet(one, other, bench)
        }
    }

    @Test("the same holds if the app starts the upgrades, in its own session on each device", arguments: 0..<2)
    func appSessions(_ round: Int) async throws {
        try await UpgradeBench.run { bench in
            try await bench.register()
            let phones = [try await bench.phone(), try await bench.phone(saved: nil)]
            Self.pair(phones[0].device, phones[1].device)
            for phone in phones {
                try await TwoFactorRightTests.signIn(phone, bench)
                try await phone.screen { $0.texts.contains("Welcome back.") }
            }
            for phone in phones { phone.device.isOnline = false }
            let done = "Your account now has a strong password."
            let said = try await Self.atOnce(phones) { phone in
                try await phone.tap("Use a Strong Password")
                let screen = try await phone.screen { !Set($0.texts).isDisjoint(with: [done, Self.told]) }
                return screen.texts.contains(done)
            }
            #expect(said.sorted { $0 && !$1 } == [true, false])
            try await Self.meet(phones[0].device, phones[1].device, bench)
        }
    }

    @Test("the same holds if a second factor opened a session on each device", arguments: 0..<2)
    func factors(_ round: Int) async throws {
        try await UpgradeBench.run { bench in
            let (one, authenticator) = try await FactorUpgradeTests.guarded(bench)
            let phones = [one, try await bench.phone(saved: nil)]
            Self.pair(phones[0].device, phones[1].device)
            for (phone, code) in zip(phones, authenticator.recoveryCodes) {
                try await phone.chooseRemedy("Use Strong Password")
                try await phone.type(code, into: "Code")
            }
            for phone in phones { phone.device.isOnline = false }
            let won = try await Self.atOnce(phones) { phone in
                try await phone.tap("Continue")
                try await phone.upgrade(endsAs: .done, .failed, .open)
                guard case .settings(let settings) = phone.view.content else { return false }
                return settings.recommendation?.progress?.stage == .done
            }
            #expect(won.sorted { $0 && !$1 } == [true, false])
            try await Self.meet(phones[0].device, phones[1].device, bench)
        }
    }

    /// Both have the saved password.
    private static func pair(_ one: DeviceSimulator, _ other: DeviceSimulator) {
        one.shareKeychain(with: other)
        other.shareWebCredentials(with: [UpgradeBench.site])
        #expect(other.savedPassword() == UpgradeBench.weak)
    }

    /// After an exchange both have the same credential, and it signs in.
    private static func meet(_ one: DeviceSimulator, _ other: DeviceSimulator, _ bench: UpgradeBench) async throws {
        for device in [one, other] { device.isOnline = true }
        for _ in 0..<2 {
            for device in [one, other] {
                device.clock.advance(by: .seconds(1_000))
                try await bench.settle(device)
            }
        }
        bench.apple.apple.clock.advance(by: 1_000)
        #expect(one.savedPassword() == other.savedPassword())
        #expect(one.savedPassword() != UpgradeBench.weak)
        for device in [one, other] { #expect(try await bench.canSignIn(device)) }
        #expect(!one.hasPendingUpgrade() && !other.hasPendingUpgrade())
    }

    private static func atOnce<Value: Sendable>(
        _ phones: [Phone], _ act: @escaping @Sendable (Phone) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for phone in phones { group.addTask { try await act(phone) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
