import AssociatedDomains
import FoundationEssentials
import PasswordRules
import Testing

@testable import PasswordManager

@Suite("The bar above the keyboard")
struct BarTests {
    @Test("an app is offered the credentials of its sites, most recently used first, and the key button")
    func offered() throws {
        let bench = try Bench()
        try bench.save("ann", at: at(1))
        try bench.save("bob", at: at(2))
        try bench.save("cid", at: at(3))
        try bench.save("dan", "other.example", at: at(4))
        try bench.store.markUsed(id("ann"), at: at(10))
        let screen = signIn(.app(try app()))
        for name in ["user", "password"] {
            let bar = try #require(try bench.bar(name, on: screen))
            #expect(bar.credentials.map(\.id.user) == ["ann", "cid", "bob"])
            #expect(bar.hasKey)
        }
    }

    @Test("a page is offered the credentials of its exact host")
    func page() throws {
        let bench = try Bench()
        try bench.save("ann")
        let bar = try #require(try bench.bar("password", on: signIn(PasswordManagerTests.page("https://example.com"))))
        #expect(bar.credentials.map(\.id.user) == ["ann"])
    }

    @Test("the bar has three suggestions, and the list behind the key button has all of them")
    func capacity() throws {
        let bench = try Bench()
        for name in ["a", "b", "c", "d", "e"] { try bench.save(name) }
        let screen = signIn(.app(try app()))
        #expect(try bench.bar("user", on: screen)?.credentials.count == 3)
        #expect(try bench.autoFill.keyList(for: screen).here.count == 5)
    }

    @Test("without saved passwords there is no bar, and with passwords of other sites only the key button")
    func keyAlone() throws {
        let bench = try Bench()
        let screen = signIn(.app(try app()))
        #expect(try bench.bar("user", on: screen) == nil)
        try bench.save("dan", "other.example")
        let bar = try #require(try bench.bar("user", on: screen))
        #expect(bar.items.isEmpty)
        #expect(bar.hasKey)
        try bench.store.delete(id("dan", "other.example"), at: at(50))
        #expect(try bench.bar("user", on: screen) == nil)
    }

    @Test("with AutoFill off there is no bar for any field")
    func off() throws {
        var bench = try Bench()
        try bench.save("ann")
        var codes = RecentCodes()
        codes.receive("Your code is 123456", at: at(99))
        let screen = InputScreen(
            .app(try app()), fields: [field("user", .username), field("new", .newPassword), field("code", .oneTimeCode)])
        for name in ["user", "new", "code"] { #expect(try bench.bar(name, on: screen, codes: codes) != nil, "\(name)") }
        bench.settings.isOn = false
        for name in ["user", "new", "code"] { #expect(try bench.bar(name, on: screen, codes: codes) == nil, "\(name)") }
        #expect(try bench.autoFill.keyList(for: screen).isEmpty)
    }

    @Test(
        "a custom input view has no bar", arguments: [FieldType.username, .currentPassword, .newPassword, .oneTimeCode])
    func customInputView(type: FieldType) throws {
        let bench = try Bench()
        try bench.save("ann")
        var codes = RecentCodes()
        codes.receive("Your code is 123456", at: at(99))
        for isCustom in [false, true] {
            let own = ScreenField(id: FieldID(rawValue: "x"), type: type, hasCustomInputView: isCustom)
            let bar = try bench.bar("x", on: InputScreen(.app(try app()), fields: [own]), codes: codes)
            #expect((bar == nil) == isCustom)
        }
    }

    @Test("other fields have no bar, and an email field has one only next to a password")
    func otherFields() throws {
        let bench = try Bench()
        try bench.save("ann")
        let place = InputPlace.app(try app())
        #expect(try bench.bar("x", on: InputScreen(place, fields: [field("x", .other)])) == nil)
        #expect(try bench.bar("x", on: InputScreen(place, fields: [field("x", .email)])) == nil)
        let login = InputScreen(place, fields: [field("x", .email), field("p", .currentPassword)])
        #expect(try bench.bar("x", on: login)?.credentials.count == 1)
        let both = InputScreen(place, fields: [field("x", .email), field("u", .username), field("p", .currentPassword)])
        #expect(try bench.bar("x", on: both) == nil)
        #expect(try bench.bar("gone", on: login) == nil)
    }

    @Test("user name and password on separate pages are both offered")
    func separatePages() throws {
        let bench = try Bench()
        try bench.save("ann")
        let place = InputPlace.app(try app())
        #expect(try bench.bar("u", on: InputScreen(place, fields: [field("u", .username)]))?.credentials.count == 1)
        #expect(try bench.bar("p", on: InputScreen(place, fields: [field("p", .currentPassword)]))?.credentials.count == 1)
    }

    @Test("on a sign-up form a user name has only the key button, and on a change-password form also the credentials")
    func signingUp() throws {
        let bench = try Bench()
        try bench.save("ann")
        let place = InputPlace.app(try app())
        let bar = try #require(try bench.bar("user", on: signUp(place)))
        #expect(bar.items.isEmpty)
        #expect(bar.hasKey)
        let change = InputScreen(
            place, fields: [field("user", .username), field("old", .currentPassword), field("new", .newPassword)])
        #expect(try bench.bar("user", on: change)?.credentials.count == 1)
    }
}
