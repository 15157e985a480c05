import FoundationEssentials
import Testing

@testable import PasswordManager

@Suite("Filling a credential")
struct FillTests {
    private func suggestion(_ bench: Bench, on screen: InputScreen) throws -> CredentialSuggestion {
        try #require(try bench.bar("password", on: screen)?.credentials.first)
    }

    @Test("the user authenticates first; then each field becomes first responder and is filled")
    func order() throws {
        let bench = try Bench()
        try bench.save("ann", "example.com", "s3cret pass")
        let screen = signIn(.app(try app()))
        let fill = bench.autoFill.choose(try suggestion(bench, on: screen))
        #expect(fill.effects.count == 2)
        #expect(fill.effects.first == .resignActive)
        guard case .askPresence(let reason) = fill.effects.last else {
            Issue.record("no authentication was requested")
            return
        }
        #expect(reason.contains("example.com"))
        let outcome = try bench.autoFill.finish(fill, presence: .confirmed, on: screen, at: at(200))
        let (user, password) = (FieldID(rawValue: "user"), FieldID(rawValue: "password"))
        #expect(
            outcome
                == FillOutcome(
                    result: .filled,
                    effects: [
                        .becomeActive,
                        .makeFirstResponder(user), .setText(user, PrivateText("ann")),
                        .makeFirstResponder(password), .setText(password, PrivateText("s3cret pass")),
                    ]))
        #expect(try bench.store.summaries().first?.lastUsedAt == at(200))
    }

    @Test("without authentication nothing is filled in, and the app becomes active again")
    func rejected() throws {
        let bench = try Bench()
        try bench.save("ann")
        let screen = signIn(.app(try app()))
        let fill = bench.autoFill.choose(try suggestion(bench, on: screen))
        let outcome = try bench.autoFill.finish(fill, presence: .rejected, on: screen, at: at(200))
        #expect(outcome == FillOutcome(result: .notConfirmed, effects: [.becomeActive]))
        #expect(try bench.store.summaries().first?.lastUsedAt == nil)
    }

    @Test("an app that removes its fields when it resigns active, or shows another screen, receives nothing")
    func fieldsRemoved() throws {
        let bench = try Bench()
        try bench.save("ann")
        let screen = signIn(.app(try app()))
        let fill = bench.autoFill.choose(try suggestion(bench, on: screen))
        for now in [
            nil, InputScreen(screen.place, fields: []), signIn(.app(try app("other"))), signIn(try page("https://example.com")),
        ] {
            #expect(try bench.autoFill.finish(fill, presence: .confirmed, on: now, at: at(200)).result == .fieldsRemoved)
        }
        #expect(try bench.autoFill.finish(fill, presence: .confirmed, on: screen, at: at(200)).result == .filled)
    }

    @Test("a credential that was deleted meanwhile is not filled in, and neither is any with AutoFill off")
    func gone() throws {
        var bench = try Bench()
        try bench.save("ann")
        let screen = signIn(.app(try app()))
        let fill = bench.autoFill.choose(try suggestion(bench, on: screen))
        bench.settings.isOn = false
        #expect(try bench.autoFill.finish(fill, presence: .confirmed, on: screen, at: at(200)).result == .noLongerOffered)
        bench.settings.isOn = true
        try bench.store.delete(id("ann"), at: at(150))
        #expect(try bench.autoFill.finish(fill, presence: .confirmed, on: screen, at: at(200)).result == .credentialDeleted)
    }

    @Test("new passwords, codes and custom input views are not filled")
    func leftAlone() throws {
        let bench = try Bench()
        try bench.save("ann")
        let place = InputPlace.app(try app())
        let own = ScreenField(id: FieldID(rawValue: "user"), type: .username, hasCustomInputView: true)
        let screen = InputScreen(
            place,
            fields: [own, field("password", .currentPassword), field("new", .newPassword), field("code", .oneTimeCode)])
        let fill = bench.autoFill.choose(try suggestion(bench, on: screen))
        let outcome = try bench.autoFill.finish(fill, presence: .confirmed, on: screen, at: at(200))
        let filled = outcome.effects.compactMap { if case .setText(let id, _) = $0 { id.rawValue } else { nil } }
        #expect(filled == ["password"])
    }
}
