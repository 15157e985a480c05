import DeviceScreens
import DeviceServices
import Testing

@testable import DeviceSimulator

@Suite("A phone after a request to a credential provider") struct ProvidingTests {
    private static let alert = AppAlert(title: "Unable to AutoFill", message: "Vault did not provide a credential. It ended.")

    /// The shop with the focus on its first field, after the user chose the vault's suggestion, and the number of the request.
    private static func asked() throws -> (bench: StateBench, number: Int) {
        var bench = try StateBench()
        try bench.provide("ann")
        try bench.launch(showing: .signIn, focus: "user")
        let effects = try bench.perform(.chooseSuggestion(0))
        #expect(StateBench.events(effects) == [.willResignActive])
        let numbers = effects.compactMap { if case .askProvider(let number, _, _) = $0 { number } else { nil } }
        return (bench, try #require(numbers.first))
    }

    @Test("shows an alert if the provider failed, and the app below is inactive")
    func failed() throws {
        var (bench, number) = try Self.asked()
        #expect(StateBench.events(bench.observe(.provided(number: number, .failed(.stated("It ended."))))).isEmpty)
        #expect(bench.view.overlays == [.alert(Self.alert)])
        #expect(bench.view.action(tapping: "OK") == .answerAlert(button: 0))
        let beneath = [PhoneAction.press(button: "logIn"), .chooseSuggestion(0), .openSettings(.root), .answerAlert(button: 1)]
        for action in beneath { #expect(throws: PhoneError.self) { try bench.perform(action) } }
        #expect(StateBench.events(try bench.perform(.answerAlert(button: 0))) == [.didBecomeActive])
        #expect(bench.view.overlays.isEmpty)
        #expect(throws: PhoneError.self) { try bench.perform(.answerAlert(button: 0)) }
    }

    @Test("shows nothing if the user cancelled")
    func cancelled() throws {
        var (bench, number) = try Self.asked()
        #expect(StateBench.events(bench.observe(.provided(number: number, .cancelled))) == [.didBecomeActive])
        #expect(bench.view.overlays.isEmpty)
    }

    @Test("shows the alert below a prompt, and no alert after the user left")
    func covered() throws {
        var (bench, number) = try Self.asked()
        bench.observe(.provided(number: number, .failed(.stated("It ended."))))
        let prompt = PendingPrompt(number: 7, app: StateBench.app, reason: "why", way: .biometry)
        bench.observe(.promptShown(prompt))
        #expect(bench.view.overlays.first == .alert(Self.alert) && bench.view.overlays.count == 2)
        #expect(throws: PhoneError.self) { try bench.perform(.answerAlert(button: 0)) }
        bench.observe(.promptHidden(7))
        try bench.perform(.home)
        #expect(bench.view.overlays.isEmpty)
    }
}
