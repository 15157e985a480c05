import DeviceScreens
import DeviceServices
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("The language of a phone") struct LanguageTests {
    @Test("is chosen on its page of Settings, and stored")
    func setting() throws {
        var bench = try StateBench()
        #expect(bench.view.language == nil)
        #expect(throws: PhoneError.self) { try bench.perform(.setLanguage(.german)) }
        try bench.perform(.openSettings(.root))
        #expect(throws: PhoneError.self) { try bench.perform(.setLanguage(.german)) }
        try bench.perform(try #require(bench.view.action(tapping: "Language")))
        #expect(bench.view.action(tapping: "xx") == nil)
        try bench.perform(try #require(bench.view.action(tapping: "de")))
        #expect(bench.view.language == .german)
        #expect(bench.view.action(tapping: "Settings") == .openSettings(.root))

        let bytes = try StoredForm.bytes(bench.state.memory)
        let memory = try StoredForm.read(PhoneMemory.self, of: "phone.sealed", bytes, upTo: PhoneMemory.currentVersion)
        var again = try StateBench()
        again.restore(memory)
        #expect(again.view.language == .german)
        again.restore(PhoneMemory())
        #expect(again.view.language == nil)
    }

    @Test("ends running apps when it changes, and not when it stays")
    func apps() throws {
        var bench = try StateBench()
        try bench.launch(showing: .signIn, focus: "user")
        #expect(bench.state.appLanguage == .english)
        bench.observe(.suggestedLanguage(.german))
        #expect(bench.state.appLanguage == .german && bench.state[app: StateBench.app] != nil)
        try bench.perform(.openSettings(.language))
        try bench.perform(.setLanguage(.german))
        #expect(bench.state[app: StateBench.app] != nil)
        try bench.perform(.setLanguage(.french))
        #expect(bench.state.appLanguage == .french && bench.state[app: StateBench.app] == nil)
        bench.observe(.suggestedLanguage(.german))
        #expect(bench.state.appLanguage == .french, "the user's choice precedes the browser's language")
    }

    private func prompt(_ bench: StateBench) -> PhoneView.PromptView? {
        if case .prompt(let prompt)? = bench.view.overlays.last { prompt } else { nil }
    }

    @Test("applies to the system's reasons of prompts, and not to the words of apps")
    func purposes() throws {
        var bench = try StateBench()
        try bench.save("ann", "secret")
        try bench.launch(showing: .signIn, focus: "user")
        let reason = "Fill in the password of ann for example.com"
        func shown(
            _ number: UInt64, by app: String?, _ reason: String, _ purpose: PhoneView.PromptView.Purpose? = .usePassword
        ) -> PhoneView.PromptView? {
            bench.observe(
                .promptShown(PendingPrompt(number: number, app: app, reason: reason, way: .biometry, purpose: purpose)))
            defer { bench.observe(.promptHidden(number)) }
            return prompt(bench)
        }
        let first = shown(1, by: StateBench.app, reason)
        #expect(first?.purpose == .usePassword && first?.isOfSettings == false, "nothing is being filled in")
        _ = try bench.perform(.chooseSuggestion(0))
        #expect(shown(2, by: StateBench.app, reason)?.purpose == .fillPassword(user: "ann", site: "example.com"))
        let ofApp = shown(3, by: StateBench.app, reason, nil)
        #expect(ofApp != nil && ofApp?.purpose == nil, "the app's own words")
        let viewing = shown(4, by: nil, "View your passwords")
        #expect(viewing?.purpose == .viewPasswords && viewing?.isOfSettings == true)
        #expect(shown(5, by: StateBench.app, "View your passwords")?.purpose == .usePassword)
    }

    @Test("has a text for each weakness of a password", arguments: PasswordWeakness.allCases)
    func weaknesses(_ weakness: PasswordWeakness) throws {
        let known = try #require(PhoneView.SettingsView.Weakness(rawValue: weakness.rawValue))
        #expect(PhoneView.SettingsView.Finding(.weak(weakness, isVeryWeak: true)) == .weak(known, isVeryWeak: true))
    }

    @Test("has a text for each failure of a password manager", arguments: ProviderFault.Kind.allCases)
    func failures(_ kind: ProviderFault.Kind) {
        let failure = PhoneView.ProviderFailure(.fill, "Vault", .noticed(kind))
        #expect(failure.reason == kind.words && failure.cause?.rawValue == kind.rawValue)
        #expect(PhoneView.ProviderFailure(.fill, "Vault", .stated("No.")).cause == nil)
    }

    @Test("has a text for the other accounts with the password")
    func reuse() throws {
        let id = try StateBench.id("ann")
        #expect(
            PhoneView.SettingsView.Finding(.reused(with: [id], count: 1)) == .reusedOnce(user: "ann", site: "example.com"))
        #expect(PhoneView.SettingsView.Finding(.reused(with: [id], count: 2)) == .reused(count: 2))
        #expect(PhoneView.SettingsView.Finding(.leaked(times: 3)) == .leaked(times: 3))
    }
}
