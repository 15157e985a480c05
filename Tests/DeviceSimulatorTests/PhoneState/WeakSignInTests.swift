import AssociatedDomains
import DeviceScreens
import Testing

@testable import DeviceSimulator
@testable import PasswordManager

@Suite("A sign-in with a weak password on a phone") struct WeakSignInTests {
    @Test("is followed by a notice that explains why, and what an upgrade does")
    func question() throws {
        var bench = try Self.bench()
        bench.observe(.account(AccountFacts(account: "ann")))
        try bench.signIn(judged: try StateBench.weak())
        let question = try #require(bench.question)
        #expect(question.app == "Shop" && question.user == "ann" && question.site == "example.com" && !question.reason.isEmpty)
        // Remedies that the app cannot perform are in Settings.
        #expect(question.remedies.map(\.kind) == [.strongPassword, .signInWithApple])
        #expect(question.remedies.allSatisfy { !$0.whatHappens.isEmpty && $0.canBeChosen })
        #expect(bench.view.action(tapping: "Use Strong Password") == .chooseRemedy(0))
        #expect(bench.view.action(tapping: "Not Now") == .closeUpgradeQuestion)
    }

    @Test("is followed by no notice if there is nothing to offer")
    func noQuestion() throws {
        let stranger = Remedy.upgradeToStrongPassword(app: try AppIdentifier("ABCDE12345.com.example.other"))
        let reused = Recommendation(
            credential: try StateBench.id("ann"), findings: [.reused(with: [], count: 2)], remedies: [try StateBench.strong()])
        for judged in [
            nil, reused, try StateBench.weak([]), try StateBench.weak([stranger]), try StateBench.weak([StateBench.page()]),
            // Without an Apple Account, no remedy is available.
            try StateBench.weak([StateBench.apple()]),
        ] {
            var bench = try Self.bench()
            try bench.signIn(judged: judged)
            #expect(bench.question == nil)
        }
    }

    @Test("is detected when the app no longer asks for a password or code")
    func success() throws {
        var bench = try Self.bench()
        try bench.launch(showing: .signIn, focus: "user")
        #expect(StateBench.judgement(try bench.fill()) == nil)
        var rejected = AppScreen.signIn
        rejected.alert = AppAlert(title: "Wrong password", message: "Try again.")
        #expect(StateBench.judgement(bench.show(rejected)) == nil)
        #expect(StateBench.judgement(bench.show(.signIn)) == nil)
        #expect(StateBench.judgement(bench.show(.code)) == nil)
        var news = AppScreen.signedIn
        news.alert = AppAlert(title: "Welcome", message: "There is news.")
        #expect(StateBench.judgement(bench.show(news)) == nil)
        #expect(StateBench.judgement(bench.show(.signedIn)) != nil)
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)
    }

    @Test("is not detected if nothing was filled in, authentication failed, or the app has ended")
    func noSignIn() throws {
        var bench = try Self.bench()
        try bench.launch(showing: .signIn)
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)

        bench = try Self.bench()
        try bench.launch(showing: .signIn, focus: "user")
        #expect(try StateBench.judgement(bench.fill(0, .rejected)) == nil)
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)

        bench = try Self.bench()
        try bench.launch(showing: .signIn, focus: "user")
        _ = try bench.fill()
        bench.observe(.app(StateBench.app, launch: bench.launch, .ended(failure: nil)))
        try bench.open()
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)
    }

    @Test("is checked when the app is in front, and the notice appears there")
    func inFront() throws {
        var bench = try Self.bench()
        try bench.launch(showing: .signIn, focus: "user")
        _ = try bench.fill()
        bench.takeOver()
        try bench.perform(.home)
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)
        let number = try #require(StateBench.judgement(try bench.open()))
        try bench.perform(.home)
        bench.observe(.judged(number: number, try StateBench.weak()))
        #expect(bench.question == nil)
        try bench.open()
        #expect(bench.question == nil)
    }

    @Test("leads to one notice if the user declines, and an answer to another request does not count")
    func notNow() throws {
        var bench = try Self.bench()
        try bench.signIn(judged: try StateBench.weak())
        bench.observe(.judged(number: 99, try StateBench.weak()))
        try bench.perform(.closeUpgradeQuestion)
        #expect(bench.question == nil)
        #expect(throws: PhoneError.self) { try bench.perform(.closeUpgradeQuestion) }
        try bench.perform(.quit(app: StateBench.app))
        bench.observe(.app(StateBench.app, launch: 1, .ended(failure: nil)))
        try bench.launch(showing: .signIn, focus: "user")
        _ = try bench.fill()
        bench.takeOver()
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)
    }

    @Test("leads to no notice after the user left")
    func elsewhere() throws {
        var bench = try Self.bench()
        try bench.signIn(judged: try StateBench.weak())
        try bench.perform(.home)
        #expect(bench.question == nil)
        try bench.open()
        #expect(bench.question == nil && bench.state.declinedUpgrades.isEmpty)
    }

    private static func bench() throws -> StateBench {
        let bench = try StateBench()
        try bench.save("ann", "password1")
        return bench
    }
}
