import FoundationEssentials
import PasswordRules
import TestKit
import Testing

@testable import PasswordManager

@Suite("Strong passwords")
struct StrongPasswordTests {
    private func newField(_ name: String, _ rules: String? = nil) throws -> ScreenField {
        ScreenField(
            id: FieldID(rawValue: name), type: .newPassword, rules: try rules.map { try PasswordRules(strict: $0) })
    }

    @Test("a strong password is offered only where it can be saved: in associated apps, and on encrypted pages with a host name")
    func offered() throws {
        let bench = try Bench()
        for place in [InputPlace.app(try app()), try page("https://anything.example")] {
            #expect(try bench.bar("new", on: signUp(place))?.strongPassword != nil)
        }
        for place in [InputPlace.app(try app("other")), try page("http://example.com"), try page("https://1.2.3.4")] {
            #expect(try bench.bar("new", on: signUp(place)) == nil)
        }
    }

    @Test("the rules of one field apply to both, and the focused field has priority")
    func rules() throws {
        let bench = try Bench()
        var random = SeededGenerator(seed: 1)
        let rules = "required: digit; required: [!]; allowed: lower; minlength: 14; maxlength: 18;"
        let screen = InputScreen(.app(try app()), fields: [try newField("a", rules), try newField("b")])
        for focused in ["a", "b"] {
            let offer = try #require(try bench.bar(focused, on: screen)?.strongPassword)
            #expect(offer.source == .field)
            #expect(offer.fields.map(\.rawValue) == ["a", "b"])
            let password = offer.suggestion(using: &random).password.exposed
            #expect(try PasswordRules(strict: rules).isSatisfied(by: password))
            #expect(password.contains("!"))
        }
        let other = "required: [?]; required: upper; allowed: digit; minlength: 20;"
        let two = InputScreen(.app(try app()), fields: [try newField("a", rules), try newField("b", other)])
        let offer = try #require(try bench.bar("b", on: two)?.strongPassword)
        #expect(try PasswordRules(strict: other).isSatisfied(by: offer.suggestion(using: &random).password.exposed))
    }

    @Test(
        "rules that permit too few passwords are ignored, and this is reported",
        arguments: ["maxlength: 11;", "allowed: digit;", "minlength: 40; maxlength: 20;", "required: lower; allowed: [!];"])
    func ignoredRules(rules: String) throws {
        let bench = try Bench()
        var random = SeededGenerator(seed: 2)
        let offer = try #require(
            try bench.bar("a", on: InputScreen(.app(try app()), fields: [try newField("a", rules)]))?.strongPassword)
        #expect(offer.ignoresRules)
        #expect(offer.source == .system)
        #expect(offer.suggestion(using: &random).password.exposed.count == 20)
        let plain = try #require(
            try bench.bar("a", on: InputScreen(.app(try app()), fields: [try newField("a", "maxlength: 12;")]))?.strongPassword)
        #expect(!plain.ignoresRules)
    }

    @Test("the known rules of a site apply if its fields have none")
    func siteRules() throws {
        var bench = try Bench()
        let site = try #require(SiteName("example.com"))
        let known = try PasswordRules(strict: "required: [~]; allowed: lower, digit; maxlength: 15;")
        bench.quirks.rules = SiteRules([.init(site: site, rules: known)])
        let screen = InputScreen(.app(try app()), fields: [try newField("a")])
        let offer = try #require(try bench.bar("a", on: screen)?.strongPassword)
        #expect(offer.source == .site)
        var random = SeededGenerator(seed: 3)
        #expect(known.isSatisfied(by: offer.suggestion(using: &random).password.exposed))
        let own = InputScreen(.app(try app()), fields: [try newField("a", "minlength: 30;")])
        #expect(try bench.bar("a", on: own)?.strongPassword?.source == .field)
    }

    @Test("a chosen password is filled into every new-password field, without authentication")
    func filling() throws {
        let bench = try Bench()
        var random = SeededGenerator(seed: 4)
        let screen = InputScreen(
            .app(try app()),
            fields: [field("user", .username), try newField("a"), try newField("b"), field("old", .currentPassword)])
        let suggestion = try #require(try bench.bar("a", on: screen)?.strongPassword).suggestion(using: &random)
        let effects = bench.autoFill.fill(suggestion, on: screen)
        let set = effects.compactMap { if case .setText(let id, let text) = $0 { "\(id.rawValue)=\(text.exposed)" } else { nil } }
        #expect(set == ["a=\(suggestion.password.exposed)", "b=\(suggestion.password.exposed)"])
        #expect(!effects.contains { if case .askPresence = $0 { true } else { false } })
        #expect(bench.autoFill.fill(suggestion, on: InputScreen(.app(try app()), fields: [])) == [])
        #expect(bench.autoFill.fill(suggestion, on: InputScreen(.app(try app("other")), fields: screen.fields)) == [])
    }

    @Test("equal random numbers give equal passwords, and others give different ones")
    func injectedRandomness() throws {
        let bench = try Bench()
        let offer = try #require(try bench.bar("new", on: signUp(.app(try app())))?.strongPassword)
        var (one, same, other) = (SeededGenerator(seed: 5), SeededGenerator(seed: 5), SeededGenerator(seed: 6))
        #expect(offer.suggestion(using: &one) == offer.suggestion(using: &same))
        #expect(offer.suggestion(using: &one) != offer.suggestion(using: &other))
    }
}
