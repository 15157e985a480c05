import FoundationEssentials
import TestKit
import Testing

@testable import PasswordManager

@Suite("Detecting success")
struct SaveObserverTests {
    /// Returns the result of the last screen after the earlier ones.
    private func entered(_ screens: [InputScreen], spacing: Double = 1) -> EnteredCredential? {
        var observer = SaveObserver()
        var result: EnteredCredential?
        for (index, screen) in screens.enumerated() { result = observer.observe(screen, at: at(Double(index) * spacing)) }
        return result
    }

    private func shop(_ fields: ScreenField...) throws -> InputScreen { InputScreen(.app(try app()), fields: fields) }

    @Test("fields that leave the hierarchy with text in them are a success")
    func leaving() throws {
        let place = InputPlace.app(try app())
        let result = try #require(entered([signIn(place), signIn(place, user: "ann", password: "secret"), shop()]))
        #expect(result.user == "ann")
        #expect(result.password.exposed == "secret")
        #expect(!result.isGenerated)
        #expect(result.oldPassword == nil)
    }

    @Test("fields that are cleared while they are in the hierarchy are a failure")
    func cleared() throws {
        let place = InputPlace.app(try app())
        let filled = signIn(place, user: "ann", password: "secret")
        #expect(entered([filled, signIn(place), try shop()]) == nil)
        #expect(entered([filled, signIn(place, user: "ann"), try shop()]) == nil)
        #expect(entered([filled, try shop()]) != nil)
    }

    @Test("if only the user name is cleared, the password has no name")
    func clearedUser() throws {
        let place = InputPlace.app(try app())
        let result = entered([signIn(place, user: "ann", password: "x"), signIn(place, password: "x"), try shop()])
        #expect(result?.user == nil)
        #expect(result != nil)
    }

    @Test("fields that stay are not a success, regardless of other changes")
    func staying() throws {
        let place = InputPlace.app(try app())
        let filled = signIn(place, user: "ann", password: "secret")
        #expect(entered([filled, filled]) == nil)
        #expect(entered([filled, InputScreen(place, fields: filled.fields + [field("error", .other, "wrong")])]) == nil)
    }

    @Test("only the latest text of a field counts")
    func lastText() throws {
        let place = InputPlace.app(try app())
        let result = entered([
            signIn(place, user: "ann", password: "wrong"), signIn(place, user: "bob", password: "right"), try shop(),
        ])
        #expect(result?.user == "bob")
        #expect(result?.password.exposed == "right")
    }

    @Test("the end of the process is not a success")
    func ended() throws {
        var observer = SaveObserver()
        _ = observer.observe(signIn(.app(try app()), user: "ann", password: "secret"), at: at(0))
        observer.ended()
        #expect(observer.observe(try shop(), at: at(1)) == nil)
    }

    @Test("a screen without a password does not count as a success when it disappears")
    func noPassword() throws {
        #expect(entered([try shop(field("user", .username, "ann")), try shop()]) == nil)
        #expect(entered([try shop(field("code", .oneTimeCode, "123456"), field("user", .username, "ann")), try shop()]) == nil)
        #expect(entered([try shop(field("user", .username, "ann"), field("p", .currentPassword)), try shop()]) == nil)
    }

    @Test("a user name of the previous page belongs to the password, for five minutes and at the same place")
    func earlierUser() throws {
        let first = try shop(field("user", .username, "ann"))
        let second = try shop(field("p", .currentPassword, "secret"))
        #expect(entered([first, second, try shop()])?.user == "ann")
        #expect(entered([first, try shop(), second, try shop()])?.user == "ann")
        #expect(entered([first, second, try shop()], spacing: 149)?.user == "ann")
        #expect(entered([first, second, try shop()], spacing: 301)?.user == nil)
        let elsewhere = InputScreen(.app(try app("other")), fields: second.fields)
        #expect(entered([first, elsewhere, InputScreen(elsewhere.place, fields: [])])?.user == nil)
    }

    @Test("an email address, or the account that the screen names, is the user name if no field asks for one")
    func otherNames() throws {
        let mail = try shop(field("mail", .email, "ann@example.com"), field("p", .currentPassword, "x"))
        #expect(entered([mail, try shop()])?.user == "ann@example.com")
        let both = try shop(field("mail", .email, "ann@example.com"), field("u", .username, "ann"), field("p", .newPassword, "x"))
        #expect(entered([both, try shop()])?.user == "ann")
        let shown = InputScreen(.app(try app()), fields: [field("p", .newPassword, "x")], user: "ann")
        #expect(entered([shown, try shop()])?.user == "ann")
    }

    @Test("of a password change, the new password counts, and both new fields must agree")
    func change() throws {
        let good = try shop(field("o", .currentPassword, "old"), field("a", .newPassword, "new"), field("b", .newPassword, "new"))
        let result = try #require(entered([good, try shop()]))
        #expect(result.password.exposed == "new")
        #expect(result.oldPassword?.exposed == "old")
        #expect(result.isConfirmed)
        let bad = try shop(field("o", .currentPassword, "old"), field("a", .newPassword, "new"), field("b", .newPassword, "mew"))
        #expect(entered([bad, try shop()])?.isConfirmed == false)
    }

    @Test("fields that leave one after the other are one success, after the last one left")
    func oneByOne() throws {
        let (a, b, u) = (field("a", .newPassword, "new"), field("b", .newPassword, "new"), field("u", .username, "ann"))
        #expect(entered([try shop(u, a, b), try shop(u, a)]) == nil)
        let result = try #require(entered([try shop(u, a, b), try shop(u, a), try shop()]))
        #expect(result.password.exposed == "new")
        #expect(result.user == "ann")
        #expect(entered([try shop(u, a, b), try shop(u, a), try shop(u, field("a", .newPassword)), try shop()]) == nil)
    }

    @Test("a success is reported once")
    func once() throws {
        let place = InputPlace.app(try app())
        var observer = SaveObserver()
        _ = observer.observe(signIn(place, user: "ann", password: "x"), at: at(0))
        #expect(observer.observe(InputScreen(place, fields: []), at: at(1)) != nil)
        #expect(observer.observe(InputScreen(place, fields: []), at: at(2)) == nil)
        #expect(observer.observe(try shop(field("z", .other)), at: at(3)) == nil)
    }

    @Test("a page that asks again rejected the password, and one that asks for another kind accepted it")
    func askedAgain() throws {
        let place = try page("https://example.com")
        func form(_ name: String, _ type: FieldType, _ text: String = "") -> InputScreen {
            InputScreen(place, fields: [field(name + "u", .username, text.isEmpty ? "" : "ann"), field(name, type, text)])
        }
        #expect(entered([form("a", .currentPassword, "x"), form("b", .currentPassword)]) == nil)
        #expect(entered([form("a", .currentPassword, "x"), form("b", .newPassword)]) != nil)
        #expect(entered([form("a", .newPassword, "x"), form("b", .currentPassword)]) != nil)
        let next = InputScreen(try page("https://other.example"), fields: [])
        #expect(entered([form("a", .currentPassword, "x"), next])?.place == place)
        let inApp = InputScreen(.app(try app()), fields: form("a", .currentPassword, "x").fields)
        #expect(entered([inApp, InputScreen(inApp.place, fields: form("b", .currentPassword).fields)]) != nil)
    }

    @Test("a strong password is recognized, unchanged or edited")
    func generated() throws {
        var random = SeededGenerator(seed: 7)
        let place = InputPlace.app(try app())
        let suggestion = try #require(try Bench().bar("new", on: signUp(place))?.strongPassword).suggestion(using: &random)
        for (text, isGenerated) in [(suggestion.password.exposed, true), (suggestion.password.exposed + "!", false)] {
            var observer = SaveObserver()
            _ = observer.observe(signUp(place, user: "ann"), at: at(0))
            observer.filled(suggestion)
            _ = observer.observe(signUp(place, user: "ann", password: text), at: at(1))
            #expect(observer.observe(InputScreen(place, fields: []), at: at(2))?.isGenerated == isGenerated)
        }
    }
}
