import AssociatedDomains
import DeviceScreens
import Testing

@testable import DeviceSimulator
@testable import PasswordManager

@Suite("Security recommendations on a phone") struct RecommendationTests {
    @Test("are only visible to the owner, for as long as Settings shows passwords")
    func secrecy() throws {
        var bench = try StateBench()
        try bench.save("ann", "password1")
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.openSettings(.recommendations))))
        #expect(StateBench.assessment(bench.observe(.presence(number: inquiry, .rejected))) == nil)
        #expect(bench.settings?.recommendations == nil && bench.settings?.arePasswordsShown == false)

        try bench.showRecommendations(try StateBench.weak())
        #expect(bench.settings?.recommendations?.map(\.id) == ["example.com/ann"])
        // Moving between these pages needs no further authentication.
        #expect(StateBench.inquiry(try bench.perform(.openSettings(.passwords))) == nil)
        #expect(bench.settings?.recommendations?.count == 1)
        try bench.perform(.openSettings(.root))
        #expect(bench.settings?.recommendations == nil)
        // After another authentication, the check runs again.
        let again = try #require(StateBench.inquiry(try bench.perform(.openSettings(.recommendations))))
        #expect(StateBench.assessment(bench.observe(.presence(number: again, .confirmed))) != nil)
        #expect(bench.settings?.recommendations == nil)
        try bench.perform(.openSettings(.root))
        #expect(throws: PhoneError.self) { try bench.perform(.openRecommendation(id: "example.com/ann")) }

        try bench.open(try StateBench.weak())
        bench.observe(.device(DeviceFacts(isLocked: true)))
        bench.observe(.device(DeviceFacts()))
        #expect(bench.settings?.page == .recommendation && bench.settings?.recommendation == nil)
        #expect(throws: PhoneError.self) { try bench.perform(.chooseRemedy(0)) }
    }

    @Test("need one authentication, even if the user changes pages while it is running")
    func oneProof() throws {
        var bench = try StateBench()
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.openSettings(.passwords))))
        #expect(StateBench.inquiry(try bench.perform(.openSettings(.recommendations))) == nil)
        #expect(StateBench.assessment(bench.observe(.presence(number: inquiry, .confirmed))) != nil)
        #expect(bench.settings?.arePasswordsShown == true)
        // After a failed one, the next page asks again.
        try bench.perform(.openSettings(.root))
        let second = try #require(StateBench.inquiry(try bench.perform(.openSettings(.passwords))))
        bench.observe(.presence(number: second, .rejected))
        #expect(StateBench.inquiry(try bench.perform(.openSettings(.recommendations))) != nil)
    }

    @Test("of a check before an authentication are not shown after it")
    func lateReport() throws {
        var bench = try StateBench()
        try bench.save("ann", "password1")
        let first = try #require(StateBench.inquiry(try bench.perform(.openSettings(.recommendations))))
        let assessment = try #require(StateBench.assessment(bench.observe(.presence(number: first, .confirmed))))
        bench.observe(.device(DeviceFacts(isLocked: true)))
        bench.observe(.device(DeviceFacts()))
        bench.observe(
            .assessed(number: assessment, RecommendationReport(recommendations: [try StateBench.weak()], unanswered: 0)))
        #expect(bench.settings?.recommendations == nil)
        let second = try #require(StateBench.inquiry(try bench.perform(.openSettings(.recommendations))))
        bench.observe(.presence(number: second, .confirmed))
        bench.observe(
            .assessed(number: assessment, RecommendationReport(recommendations: [try StateBench.weak()], unanswered: 0)))
        #expect(bench.settings?.recommendations == nil)
    }

    @Test("are checked again if passwords changed during the check, and never twice at the same time")
    func staleReport() throws {
        var bench = try StateBench()
        try bench.save("ann", "password1")
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.openSettings(.recommendations))))
        let first = try #require(StateBench.assessment(bench.observe(.presence(number: inquiry, .confirmed))))
        #expect(StateBench.assessment(bench.observe(.passwordsChanged)) == nil)
        let report = RecommendationReport(recommendations: [try StateBench.weak()], unanswered: 2)
        let second = try #require(StateBench.assessment(bench.observe(.assessed(number: first, report))))
        #expect(bench.settings?.recommendations?.count == 1 && bench.settings?.unansweredLookUps == 2)
        // Nothing was readable: the earlier result stays.
        #expect(StateBench.assessment(bench.observe(.assessed(number: second, nil))) == nil)
        #expect(bench.settings?.recommendations?.count == 1)
        #expect(StateBench.assessment(bench.observe(.passwordsChanged)) != nil)
    }

    @Test("describe the finding, and the effect of each button before the user taps it")
    func words() throws {
        var bench = try StateBench()
        bench.observe(.account(AccountFacts(account: "ann")))
        let remedies = try [StateBench.strong(), StateBench.apple(), StateBench.page(), .byHand(DomainName("example.com"))]
        try bench.open(try StateBench.weak(remedies))
        let page = try #require(bench.settings?.recommendation)
        #expect(page.recommendation.headline == "Easily guessed password" && page.recommendation.severity == .high)
        #expect(page.recommendation.reason == Recommendation.Finding.weak(.word, isVeryWeak: true).sentence)
        #expect(page.remedies.map(\.kind) == [.strongPassword, .signInWithApple, .changeOnSite, .byHand])
        #expect(page.remedies.map(\.whatHappens) == remedies.map(\.whatHappens))
        #expect(page.remedies.map(\.canBeChosen) == [true, true, true, false])
        #expect(page.progress == nil)
        #expect(bench.view.action(tapping: "Use Strong Password") == .chooseRemedy(0))
        #expect(bench.view.action(tapping: "Use Sign in with Apple") == .chooseRemedy(1))
        #expect(bench.view.action(tapping: "Change Password Yourself") == nil)
    }

    @Test(
        "name the most severe finding",
        arguments: [
            ([.leaked(times: 3)], "Leaked password"), ([.weak(.word, isVeryWeak: false)], "Weak password"),
            ([.reused(with: [], count: 2)], "Reused password"),
        ] as [([Recommendation.Finding], String)])
    func headlines(findings: [Recommendation.Finding], headline: String) throws {
        let found = Recommendation(credential: try StateBench.id("ann"), findings: findings, remedies: [])
        #expect(found.headline == headline)
    }

    @Test("offer Sign in with Apple on a device with an Apple Account, and otherwise explain what is missing")
    func account() throws {
        var bench = try StateBench()
        try bench.open(try StateBench.weak())
        #expect(bench.settings?.recommendation?.remedies[1].obstacle != nil)
        #expect(bench.view.action(tapping: "Use Sign in with Apple") == nil)
        #expect(throws: PhoneError.self) { try bench.perform(.chooseRemedy(1)) }
        bench.observe(.account(AccountFacts(account: "ann")))
        #expect(bench.settings?.recommendation?.remedies[1].obstacle == nil)
        #expect(StateBench.upgrade(try bench.perform(.chooseRemedy(1))) != nil)
    }

    @Test("open the site's change-password page, and do nothing for remedies that the user must perform")
    func otherWays() throws {
        var bench = try StateBench()
        try bench.open(try StateBench.weak([StateBench.page(), .byHand(DomainName("example.com"))]))
        for place in [-1, 1, 2] { #expect(throws: PhoneError.self) { try bench.perform(.chooseRemedy(place)) } }
        #expect(bench.settings?.recommendation?.progress == nil)
        bench.observe(.installed(AppDescription(identifier: try AppIdentifier(Browser.id), name: Browser.name)))
        #expect(
            try bench.perform(.chooseRemedy(0)).prefix(2) == [
                .launch(app: Browser.id, launch: 1),
                .send(.opened(url: "https://example.com/.well-known/change-password"), app: Browser.id, launch: 1),
            ])
        #expect(bench.state.frontApp == Browser.id)
    }

    @Test("are opened by the name of the account, and are rejected for unknown names")
    func opening() throws {
        var bench = try StateBench()
        #expect(throws: PhoneError.self) { try bench.perform(.openSettings(.recommendation)) }
        try bench.showRecommendations(try StateBench.weak())
        #expect(bench.view.action(tapping: "ann") == .openRecommendation(id: "example.com/ann"))
        #expect(bench.view.action(tapping: "example.com") == .openRecommendation(id: "example.com/ann"))
        #expect(throws: PhoneError.self) { try bench.perform(.openRecommendation(id: "example.com/bob")) }
        try bench.perform(.openRecommendation(id: "example.com/ann"))
        #expect(bench.settings?.page == .recommendation)
    }
}
