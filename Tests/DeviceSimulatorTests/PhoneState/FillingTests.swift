import DeviceScreens
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("Choosing a suggestion") struct FillingTests {
    private func bench() throws -> StateBench {
        var bench = try StateBench()
        try bench.save("ann", "secret")
        try bench.launch(showing: .signIn, focus: "user")
        return bench
    }

    @Test("the app resigns active, the user is asked, and nothing is filled in meanwhile")
    func asking() throws {
        var bench = try bench()
        let effects = try bench.perform(.chooseSuggestion(0))
        #expect(StateBench.events(effects) == [.willResignActive])
        guard case .askPresence(_, let reason, let app)? = effects.last else {
            Issue.record("no authentication was requested")
            return
        }
        #expect(app == StateBench.app)
        #expect(reason.contains("ann") && reason.contains("example.com"))
        #expect(bench.view.appScreen?.fields.allSatisfy(\.text.isEmpty) == true)
    }

    @Test("the app becomes active again, and each field becomes first responder and receives its text, in this order")
    func filled() throws {
        var bench = try bench()
        #expect(
            StateBench.events(try bench.fill()) == [
                .didBecomeActive, .filled(field: "user", text: "ann"), .focused(field: "password"),
                .filled(field: "password", text: "secret"),
            ])
        #expect(bench.view.appScreen?.fields.map(\.text) == ["ann", "secret"])
        #expect(bench.view.keyboard?.field == "password")
        #expect(bench.view.filledFields == ["password", "user"])
        try bench.perform(.type(field: "password", text: "secret!"))
        #expect(bench.view.filledFields == ["user"])
    }

    @Test("the first responder moves even if the app keeps another one")
    func firstResponder() throws {
        var bench = try bench()
        try bench.perform(.focus(field: "password"))
        let events = StateBench.events(try bench.fill())
        #expect(
            events.filter { if case .focused = $0 { true } else { false } } == [
                .focused(field: "user"), .focused(field: "password"),
            ])
    }

    @Test("without the owner's authentication, nothing is filled in, and the app becomes active again")
    func rejected() throws {
        var bench = try bench()
        #expect(StateBench.events(try bench.fill(0, .rejected)) == [.didBecomeActive])
        #expect(bench.view.appScreen?.fields.allSatisfy(\.text.isEmpty) == true)
        try bench.perform(.type(field: "password", text: "secret"))
        #expect(bench.view.filledFields.isEmpty)
    }

    @Test("nothing is filled in before the app has handled that it is inactive")
    func pause() throws {
        var bench = try bench()
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.chooseSuggestion(0))))
        #expect(bench.observe(.presence(number: inquiry, .confirmed)).isEmpty)
        #expect(StateBench.events(bench.handleAll()).first == .didBecomeActive)
    }

    @Test("an app that removes its fields when it resigns active receives nothing")
    func fieldsRemoved() throws {
        var bench = try bench()
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.chooseSuggestion(0))))
        bench.show(AppScreen(title: "Hidden"))
        let events = StateBench.events(bench.observe(.presence(number: inquiry, .confirmed)))
        #expect(events == [.didBecomeActive])
    }

    @Test("an answer for an ended process fills nothing into the next one")
    func ended() throws {
        var bench = try bench()
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.chooseSuggestion(0))))
        bench.observe(.app(StateBench.app, launch: bench.launch, .ended(failure: "crashed")))
        try bench.perform(.home)
        try bench.launch(showing: .signIn)
        #expect(StateBench.events(bench.observe(.presence(number: inquiry, .confirmed))).allSatisfy { $0 == .didBecomeActive })
        #expect(bench.view.appScreen?.fields.allSatisfy(\.text.isEmpty) == true)
    }

    @Test("an answer to an earlier request fills in nothing")
    func earlierAnswer() throws {
        var bench = try bench()
        let first = try #require(StateBench.inquiry(try bench.perform(.chooseSuggestion(0))))
        bench.handleAll()
        bench.observe(.presence(number: first, .rejected))
        let second = try #require(StateBench.inquiry(try bench.perform(.chooseSuggestion(0))))
        bench.handleAll()
        #expect(bench.observe(.presence(number: first, .confirmed)).isEmpty)
        #expect(bench.observe(.presence(number: second, .confirmed)).count > 1)
    }

    @Test("if the user left the app meanwhile, nothing is filled in")
    func left() throws {
        var bench = try bench()
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.chooseSuggestion(0))))
        try bench.perform(.home)
        bench.handleAll()
        #expect(StateBench.events(bench.observe(.presence(number: inquiry, .confirmed))).isEmpty)
        try bench.open()
        #expect(bench.view.appScreen?.fields.allSatisfy(\.text.isEmpty) == true)
    }

    @Test("a strong password and a code need no authentication, and the app stays active")
    func withoutPresence() throws {
        var bench = try StateBench()
        try bench.launch(showing: .signUp, focus: "new")
        guard case .strongPassword(let password)? = bench.suggestions.first else {
            Issue.record("no suggestion")
            return
        }
        #expect(try StateBench.events(bench.perform(.chooseSuggestion(0))) == [.filled(field: "new", text: password)])
        bench.observe(.message("Your code is 123456", sender: "Shop"))
        try bench.launch(showing: .code, focus: "code")
        #expect(try StateBench.events(bench.perform(.chooseSuggestion(0))) == [.filled(field: "code", text: "123456")])
        #expect(bench.view.banner == nil)
    }

    @Test("typed text is visible until the app has handled it, and then the app's text counts")
    func edits() throws {
        var bench = try bench()
        try bench.perform(.type(field: "user", text: "ANN"))
        bench.observe(.app(StateBench.app, launch: bench.launch, .screen(.signIn)))
        #expect(bench.view.appScreen?.field("user")?.text == "ANN")
        bench.show(AppScreen.signIn.filled(["user": "ann"]))
        #expect(bench.view.appScreen?.field("user")?.text == "ann")
    }
}
