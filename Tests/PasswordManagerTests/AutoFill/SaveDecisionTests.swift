import DeviceSimulator
import FoundationEssentials
import TestKit
import Testing

@testable import PasswordManager

@Suite("The decision what to save")
struct SaveDecisionTests {
    private func entered(
        _ password: String = "new secret", user: String? = "ann", old: String? = nil, isConfirmed: Bool = true,
        isGenerated: Bool = false, place: InputPlace? = nil
    ) throws -> EnteredCredential {
        EnteredCredential(
            place: try place ?? .app(app()), user: user, password: PrivateText(password), oldPassword: old.map { PrivateText($0) },
            isConfirmed: isConfirmed, isGenerated: isGenerated)
    }

    @Test("a new user name leads to a prompt, and is saved when the user agrees")
    func new() throws {
        let bench = try Bench()
        guard case .ask(let prompt) = try bench.autoFill.decide(on: entered()) else {
            Issue.record("no prompt")
            return
        }
        #expect(prompt.kind == .save)
        #expect(prompt.question.contains("ann") && prompt.question.contains("example.com"))
        #expect(try bench.autoFill.answer(.notNow, to: prompt, at: at(1)) == nil)
        #expect(try bench.store.records() == [])
        #expect(try bench.autoFill.answer(.never, to: prompt, at: at(1)) == host("example.com"))
        #expect(try bench.store.records() == [])
        #expect(try bench.autoFill.answer(.save, to: prompt, at: at(1)) == nil)
        #expect(try bench.store.credential(id("ann"))?.password.exposed == "new secret")
    }

    @Test("a strong password is saved without a prompt, even in place of an old one")
    func generated() throws {
        let bench = try Bench()
        for known in [false, true] {
            if known { try bench.save("ann", "example.com", "old") }
            let decision = try bench.autoFill.decide(on: entered(isGenerated: true))
            guard case .save(let order) = decision else {
                Issue.record("\(decision)")
                return
            }
            try bench.autoFill.perform(order, at: at(5))
            #expect(try bench.store.credential(id("ann"))?.password.exposed == "new secret")
        }
    }

    @Test("a different password for a saved user name is an update, and the same password is not a change")
    func update() throws {
        let bench = try Bench()
        try bench.save("ann", "example.com", "old")
        guard case .ask(let prompt) = try bench.autoFill.decide(on: entered()) else {
            Issue.record("no prompt")
            return
        }
        #expect(prompt.kind == .update)
        #expect(try bench.autoFill.decide(on: entered("old")) == .nothing(.unchanged))
        _ = try bench.autoFill.answer(.save, to: prompt, at: at(5))
        #expect(try bench.store.credential(id("ann"))?.history.map(\.password.exposed) == ["old"])
    }

    @Test("a credential of a related site is updated there")
    func related() throws {
        var bench = try Bench()
        bench.quirks.sharing = SharedCredentials([.init(shared: [try host("example.com"), try host("example.org")])])
        try bench.save("ann", "example.org", "old")
        guard case .ask(let prompt) = try bench.autoFill.decide(on: entered()) else {
            Issue.record("no prompt")
            return
        }
        #expect(prompt.order.id == (try id("ann", "example.org")))
        #expect(prompt.host == (try host("example.com")))
    }

    @Test("a credential that must not be saved leads to no prompt, and a similar valid one does")
    func rejections() throws {
        var bench = try Bench()
        func decide(_ entered: EnteredCredential) throws -> SaveDecision { try bench.autoFill.decide(on: entered) }
        #expect(try decide(entered(place: .app(app("other")))) == .nothing(.notAssociated))
        #expect(try decide(entered(place: page("http://example.com"))) == .nothing(.notAssociated))
        #expect(try decide(entered(user: nil)) == .nothing(.noUser))
        #expect(try decide(entered(isConfirmed: false)) == .nothing(.notConfirmed))
        #expect(try decide(entered(String(repeating: "x", count: 4_097))) == .nothing(.unfit))
        #expect(try decide(entered(user: "a\nb")) == .nothing(.unfit))
        for fit in [
            try entered(), try entered(place: page("https://example.com")), try entered(String(repeating: "x", count: 4_096)),
        ] {
            guard case .ask = try decide(fit) else {
                Issue.record("no prompt")
                continue
            }
        }
        bench.settings.neverSaved = [try host("example.com")]
        #expect(try decide(entered()) == .nothing(.neverHere))
        bench.settings.neverSaved = []
        bench.quirks.askingForOthers = [try host("example.com")]
        #expect(try decide(entered()) == .nothing(.asksForOthers))
        bench.settings.isOn = false
        #expect(try decide(entered()) == .nothing(.isOff))
    }

    @Test("the saved password with an appended code is not a change: a received code, or digits on sites that append codes")
    func appendedCode() throws {
        var bench = try Bench()
        try bench.save("ann", "example.com", "secret")
        var codes = RecentCodes()
        codes.receive("Your code is 271828", at: at(0))
        #expect(try bench.autoFill.decide(on: entered("secret271828"), codes: codes) == .nothing(.appendedCode))
        func isAsked(_ password: String) throws -> Bool {
            if case .ask = try bench.autoFill.decide(on: entered(password), codes: codes) { true } else { false }
        }
        for other in ["secret314159", "secret2718281", "secre271828", "271828", "secret"] where other != "secret" {
            #expect(try isAsked(other), "\(other)")
        }
        bench.quirks.appendingCodes = [try host("example.com")]
        for code in ["1234", "314159", "12345678"] {
            #expect(try bench.autoFill.decide(on: entered("secret" + code)) == .nothing(.appendedCode))
        }
        for other in ["secret123", "secret123456789", "secretabcdef", "other314159"] { #expect(try isAsked(other), "\(other)") }
    }

    @Test("without a user name, the old password identifies the account if only one has it")
    func ownerOfOldPassword() throws {
        let bench = try Bench()
        try bench.save("ann", "example.com", "old")
        guard case .ask(let prompt) = try bench.autoFill.decide(on: entered(user: nil, old: "old")) else {
            Issue.record("no prompt")
            return
        }
        #expect(prompt.order.id.user == "ann")
        #expect(prompt.kind == .update)
        #expect(try bench.autoFill.decide(on: entered(user: nil, old: "mold")) == .nothing(.noUser))
        try bench.save("bob", "example.com", "old")
        #expect(try bench.autoFill.decide(on: entered(user: nil, old: "old")) == .nothing(.noUser))
    }

    @Test("a user signs up with a strong password and signs in with it again, from screen to screen")
    func story() throws {
        let bench = try Bench()
        var (observer, random) = (SaveObserver(), SeededGenerator(seed: 11))
        let place = InputPlace.app(try app())
        #expect(observer.observe(signUp(place, user: "ann"), at: at(0)) == nil)
        let offer = try #require(try bench.bar("new", on: signUp(place, user: "ann"))?.strongPassword)
        let strong = offer.suggestion(using: &random)
        #expect(!bench.autoFill.fill(strong, on: signUp(place, user: "ann")).isEmpty)
        observer.filled(strong)
        _ = observer.observe(signUp(place, user: "ann", password: strong.password.exposed), at: at(1))
        let welcome = observer.observe(InputScreen(place, fields: []), at: at(2))
        let signedUp = try #require(welcome)
        guard case .save(let order) = try bench.autoFill.decide(on: signedUp) else {
            Issue.record("it was not saved")
            return
        }
        try bench.autoFill.perform(order, at: at(2))

        let screen = signIn(place)
        let suggestion = try #require(try bench.bar("password", on: screen)?.credentials.first)
        let outcome = try bench.autoFill.finish(bench.autoFill.choose(suggestion), presence: .confirmed, on: screen, at: at(9))
        #expect(outcome.effects.contains(.setText(FieldID(rawValue: "password"), strong.password)))
        _ = observer.observe(signIn(place, user: "ann", password: strong.password.exposed), at: at(10))
        let again = observer.observe(InputScreen(place, fields: []), at: at(11))
        let signedIn = try #require(again)
        #expect(try bench.autoFill.decide(on: signedIn) == .nothing(.unchanged))
    }
}
