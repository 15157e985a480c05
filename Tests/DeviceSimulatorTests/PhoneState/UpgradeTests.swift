import DeviceProtocol
import DeviceScreens
import Testing

@testable import DeviceSimulator
@testable import PasswordManager

@Suite("Account upgrades on a phone") struct UpgradeTests {
    /// Where the user starts the upgrade.
    enum Start: CaseIterable, Sendable { case settings, signIn }

    struct Ending: Sendable, CustomTestStringConvertible {
        let name: String
        let outcome: ModificationOutcome
        var isSettled = true
        var isOnline = true
        let stage: PhoneView.UpgradeProgress.Stage
        /// The expected text, for each kind of upgrade.
        let words: [String]
        var testDescription: String { name }
    }

    static let endings = [
        Ending(
            name: "done", outcome: .done(nil), stage: .done, words: ["now has a strong password", "now uses Sign in with Apple"]),
        Ending(
            name: "cancelled", outcome: .failed(ModificationFailure(.userCanceled, "not shown")), stage: .cancelled,
            words: ["Cancelled. Your password was not changed."]),
        Ending(
            name: "failed with a reason", outcome: .failed(ModificationFailure(.failed, "Authentication failed.")), stage: .failed,
            words: ["Authentication failed. Your password was not changed."]),
        Ending(
            name: "failed without a reason, as by a crash", outcome: .failed(ModificationFailure(.failed)), stage: .failed,
            words: ["Shop could not change the account. Your password was not changed."]),
        Ending(
            name: "failed with an empty reason", outcome: .failed(ModificationFailure(.failed, "")), stage: .failed,
            words: ["Shop could not change the account."]),
        Ending(
            name: "offline", outcome: .failed(ModificationFailure(.failed)), isOnline: false, stage: .failed,
            words: ["this device is offline. Your password was not changed."]),
        Ending(
            name: "no view although required", outcome: .failed(ModificationFailure(.userInteractionRequired)), stage: .failed,
            words: ["Shop could not change the account"]),
        Ending(
            name: "deleted meanwhile", outcome: .failed(ModificationFailure(.credentialIdentityNotFound)), stage: .failed,
            words: ["Shop could not change the account"]),
        Ending(
            name: "interrupted", outcome: .failed(ModificationFailure(.failed)), isSettled: false, stage: .open,
            words: [
                "Shop did not confirm the change. Your saved password is kept. Go to Settings > Passwords and choose whether the new password works",
                "Your saved password is kept. Go to Settings > Passwords and choose whether Sign in with Apple works.",
            ]),
        Ending(
            name: "interrupted while offline", outcome: .failed(ModificationFailure(.failed)), isSettled: false, isOnline: false,
            stage: .open, words: ["this device is offline. Your saved password is kept"]),
        Ending(
            name: "cancelled, and unsettled", outcome: .failed(ModificationFailure(.userCanceled)), isSettled: false,
            stage: .cancelled, words: ["Cancelled. Your saved password is kept. Go to Settings"]),
        Ending(
            name: "failed with a reason, and unsettled", outcome: .failed(ModificationFailure(.failed, "No.")),
            isSettled: false, stage: .failed, words: ["No. Your saved password is kept. Go to Settings"]),
    ]

    @Test("show the result to the user, wherever they were started", arguments: endings, Start.allCases)
    func ending(ending: Ending, start: Start) throws {
        for (place, modification) in AccountModification.allCases.enumerated() {
            var bench = try Self.bench(start)
            let effects = try bench.perform(.chooseRemedy(place))
            let number = try #require(StateBench.upgrade(effects))
            let id = try StateBench.id("ann")
            #expect(effects.contains { if case .upgrade(_, id, modification, _) = $0 { true } else { false } })
            #expect(Self.progress(bench, start)?.stage == .working)
            #expect(Self.remedies(bench, start).isEmpty || start == .settings)
            if !ending.isOnline { bench.observe(.device(DeviceFacts(isOnline: false))) }
            // The result of another upgrade does not count.
            bench.observe(.upgradeEnded(number: number - 1, .done(nil), isSettled: true))
            #expect(Self.progress(bench, start)?.stage == .working)
            bench.observe(.upgradeEnded(number: number, ending.outcome, isSettled: ending.isSettled))
            let progress = try #require(Self.progress(bench, start))
            #expect(progress.stage == ending.stage)
            #expect(progress.text.contains(ending.words.count > place ? ending.words[place] : ending.words[0]))
            // After its end, further results are dropped.
            bench.observe(.upgradeEnded(number: number, .done(nil), isSettled: true))
            #expect(Self.progress(bench, start) == progress)
            #expect(try bench.savedPassword(of: "ann") == "password1")
            switch start {
            case .settings:
                #expect(bench.settings?.recommendation?.remedies.isEmpty == (ending.stage == .done))
                #expect((StateBench.upgrade((try? bench.perform(.chooseRemedy(place))) ?? []) != nil) == (ending.stage != .done))
            case .signIn:
                #expect(throws: PhoneError.self) { try bench.perform(.chooseRemedy(place)) }
                try bench.perform(.closeUpgradeQuestion)
                #expect(bench.view.overlays.isEmpty)
                // Only an unsuccessful upgrade counts as declined.
                #expect(bench.state.declinedUpgrades.isEmpty == (ending.stage == .done))
            }
        }
    }

    @Test("run one at a time")
    func oneAtATime() throws {
        var bench = try Self.bench(.settings)
        try bench.perform(.chooseRemedy(0))
        #expect(throws: PhoneError.self) { try bench.perform(.chooseRemedy(0)) }
        var other = try Self.bench(.signIn)
        try other.perform(.chooseRemedy(0))
        #expect(throws: PhoneError.self) { try other.perform(.chooseRemedy(1)) }
        #expect(throws: PhoneError.self) { try other.perform(.closeUpgradeQuestion) }
    }

    @Test("leave no text on a page that is opened again, and are not declined for a changed password")
    func anew() throws {
        var bench = try Self.bench(.signIn)
        try bench.perform(.closeUpgradeQuestion)
        #expect(bench.state.declinedUpgrades == [try StateBench.id("ann")])
        try bench.open(try StateBench.weak())
        let first = try #require(StateBench.upgrade(try bench.perform(.chooseRemedy(0))))
        bench.observe(.upgradeEnded(number: first, .failed(ModificationFailure(.failed, "No.")), isSettled: true))
        #expect(bench.settings?.recommendation?.progress?.stage == .failed)
        try bench.perform(.openSettings(.recommendations))
        try bench.perform(.openRecommendation(id: "example.com/ann"))
        #expect(bench.settings?.recommendation?.progress == nil)
        #expect(bench.state.declinedUpgrades.count == 1)
        let second = try #require(StateBench.upgrade(try bench.perform(.chooseRemedy(0))))
        bench.observe(.upgradeEnded(number: second, .done(nil), isSettled: true))
        #expect(bench.state.declinedUpgrades.isEmpty)
    }

    @Test("continue while the user looks elsewhere, and their page shows the result")
    func elsewhere() throws {
        var bench = try Self.bench(.settings)
        let number = try #require(StateBench.upgrade(try bench.perform(.chooseRemedy(0))))
        try bench.perform(.home)
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.openSettings(.recommendation))))
        bench.observe(.presence(number: inquiry, .confirmed))
        #expect(bench.settings?.recommendation?.progress?.stage == .working)
        bench.observe(.upgradeEnded(number: number, .done(nil), isSettled: true))
        #expect(bench.settings?.recommendation?.progress?.stage == .done)
        #expect(bench.settings?.recommendation?.remedies == [] && bench.settings?.recommendation?.recommendation.reason == "")
    }

    @Test("that were interrupted are resolved when the phone starts and when the device is unlocked")
    func resolving() throws {
        var bench = try StateBench()
        #expect(bench.observe(.started) == [.resolveUpgrades])
        #expect(bench.observe(.device(DeviceFacts(isLocked: true))) == [])
        #expect(bench.observe(.started) == [])
        #expect(bench.observe(.device(DeviceFacts(isLocked: true, isOnline: false))) == [])
        // While the device is locked, nothing is readable.
        #expect(bench.observe(.device(DeviceFacts(isLocked: true, isOnline: true))) == [])
        #expect(bench.observe(.device(DeviceFacts())) == [.resolveUpgrades])
        #expect(bench.observe(.device(DeviceFacts())) == [])
    }

    private static func bench(_ start: Start) throws -> StateBench {
        var bench = try StateBench()
        try bench.save("ann", "password1")
        bench.observe(.account(AccountFacts(account: "ann")))
        switch start {
        case .settings: try bench.open(try StateBench.weak())
        case .signIn: try bench.signIn(judged: try StateBench.weak())
        }
        return bench
    }

    private static func progress(_ bench: StateBench, _ start: Start) -> PhoneView.UpgradeProgress? {
        start == .settings ? bench.settings?.recommendation?.progress : bench.question?.progress
    }

    private static func remedies(_ bench: StateBench, _ start: Start) -> [PhoneView.Remedy] {
        (start == .settings ? bench.settings?.recommendation?.remedies : bench.question?.remedies) ?? []
    }
}
