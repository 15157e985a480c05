import AssociatedDomains
import DeviceScreens
import Testing

@testable import DeviceSimulator
@testable import PasswordManager

@Suite("A sign-in with a weak password on a phone") struct WeakSignInTests {
    @Test("is followed by a question that says why, and what will happen")
    func question() throws {
        var bench = try Self.bench()
        bench.hear(.account(AccountFacts(account: "ann")))
        try bench.signIn(judged: try StateBench.weak())
        let question = try #require(bench.question)
        #expect(question.app == "Shop" && question.user == "ann" && question.site == "example.com" && !question.reason.isEmpty)
        // What the app cannot do is for Settings.
        #expect(question.remedies.map(\.kind) == [.strongPassword, .signInWithApple])
        #expect(question.remedies.allSatisfy { !$0.whatHappens.isEmpty && $0.canBeChosen })
        #expect(bench.view.action(tapping: "Use Strong Password") == .chooseRemedy(0))
        #expect(bench.view.action(tapping: "Not Now") == .closeUpgradeQuestion)
    }

    @Test("is followed by no question where there is nothing to ask")
    func noQuestion() throws {
        let stranger = Remedy.upgradeToStrongPassword(app: try AppIdentifier("ABCDE12345.com.example.other"))
        let reused = Recommendation(
            credential: try StateBench.id("ann"), findings: [.reused(with: [], count: 2)], remedies: [try StateBench.strong()])
        for judged in [
            nil, reused, try StateBench.weak([]), try StateBench.weak([stranger]), try StateBench.weak([StateBench.page()]),
            // Without an Apple account nothing could be chosen.
            try StateBench.weak([StateBench.apple()]),
        ] {
            var bench = try Self.bench()
            try bench.signIn(judged: judged)
            #expect(bench.question == nil)
        }
    }

    @Test("is one once the app asks for no password and no code any more")
    func success() throws {
        var bench = try Self.bench()
        try bench.launch(showing: .signIn, focus: "user")
        #expect(StateBench.judgement(try bench.fill()) == nil)
        var refused = AppScreen.signIn
        refused.alert = AppAlert(title: "Wrong password", message: "Try again.")
        #expect(StateBench.judgement(bench.show(refused)) == nil)
        #expect(StateBench.judgement(bench.show(.signIn)) == nil)
        #expect(StateBench.judgement(bench.show(.code)) == nil)
        var news = AppScreen.signedIn
        news.alert = AppAlert(title: "Welcome", message: "There is news.")
        #expect(StateBench.judgement(bench.show(news)) == nil)
        #expect(StateBench.judgement(bench.show(.signedIn)) != nil)
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)
    }

    @Test("is none where nothing was filled in, nobody confirmed, or the app has ended")
    func noSignIn() throws {
        var bench = try Self.bench()
        try bench.launch(showing: .signIn)
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)

        bench = try Self.bench()
        try bench.launch(showing: .signIn, focus: "user")
        #expect(try StateBench.judgement(bench.fill(0, .refused)) == nil)
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)

        bench = try Self.bench()
        try bench.launch(showing: .signIn, focus: "user")
        _ = try bench.fill()
        bench.hear(.app(StateBench.app, launch: bench.launch, .ended(failure: nil)))
        try bench.open()
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)
    }

    @Test("is looked at when the app is in front, and asked about there")
    func inFront() throws {
        var bench = try Self.bench()
        try bench.launch(showing: .signIn, focus: "user")
        _ = try bench.fill()
        bench.takeOver()
        try bench.perform(.home)
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)
        let number = try #require(StateBench.judgement(try bench.open()))
        try bench.perform(.home)
        bench.hear(.judged(number: number, try StateBench.weak()))
        #expect(bench.question == nil)
        try bench.open()
        #expect(bench.question == nil)
    }

    @Test("is asked about once where the person does not want to, and an answer to another question counts for nothing")
    func notNow() throws {
        var bench = try Self.bench()
        try bench.signIn(judged: try StateBench.weak())
        bench.hear(.judged(number: 99, try StateBench.weak()))
        try bench.perform(.closeUpgradeQuestion)
        #expect(bench.question == nil)
        #expect(throws: PhoneRefusal.self) { try bench.perform(.closeUpgradeQuestion) }
        try bench.perform(.quit(app: StateBench.app))
        bench.hear(.app(StateBench.app, launch: 1, .ended(failure: nil)))
        try bench.launch(showing: .signIn, focus: "user")
        _ = try bench.fill()
        bench.takeOver()
        #expect(StateBench.judgement(bench.show(.signedIn)) == nil)
    }

    @Test("asks nothing any more once the person went elsewhere")
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
