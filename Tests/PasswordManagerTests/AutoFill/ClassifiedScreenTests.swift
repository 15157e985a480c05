import FoundationEssentials
import PasswordRules
import TestKit
import Testing

@testable import PasswordManager

@Suite("Screens whose fields are classified")
struct ClassifiedScreenTests {
    @Test("the article's screens: declarations decide, and other fields are classified")
    func screens() throws {
        let bench = try Bench()
        try bench.save("ann")
        let inputs = [ScreenInput(id: FieldID(rawValue: "u")), ScreenInput(id: FieldID(rawValue: "p"))]
        let declared = FormPage(
            screen: "Log In", buttons: ["Log In"],
            fields: [
                FormField(id: "usernameField", textContentType: "username"),
                FormField(id: "passwordField", textContentType: "password", isSecure: true),
            ])
        let heuristic = FormPage(
            screen: "Log In", buttons: ["Log In"],
            fields: [
                FormField(id: "usernameField", placeholder: "Username"),
                FormField(id: "passwordField", isSecure: true, placeholder: "Password"),
            ])
        for page in [declared, heuristic] {
            let screen = InputScreen(.app(try app()), describedBy: page, inputs: inputs)
            #expect(screen.fields.map(\.type) == [.username, .currentPassword])
            #expect(try bench.bar("p", on: screen)?.credentials.map(\.id.user) == ["ann"])
        }
        let signUp = FormPage(
            screen: "Sign Up", buttons: ["Sign Up"],
            fields: [
                FormField(id: "usernameField", textContentType: "username"),
                FormField(id: "passwordField", textContentType: "newPassword", isSecure: true),
            ])
        #expect(try bench.bar("p", on: InputScreen(.app(try app()), describedBy: signUp, inputs: inputs))?.strongPassword != nil)
        let code = FormPage(screen: "Code", fields: [FormField(id: "codeField", textContentType: "oneTimeCode")])
        #expect(InputScreen(.app(try app()), describedBy: code, inputs: inputs).fields.map(\.type) == [.oneTimeCode])
    }

    @Test("a strong password fits the length limit of its field, and invisible or read-only fields are not filled")
    func lengthsAndVisibility() throws {
        let bench = try Bench()
        var random = SeededGenerator(seed: 31)
        var (first, second) = (
            FormField(id: "a", textContentType: "newPassword", isSecure: true),
            FormField(id: "b", textContentType: "newPassword", isSecure: true)
        )
        first.maximumLength = 16
        second.isVisible = false
        let inputs = ["a", "b"].map { ScreenInput(id: FieldID(rawValue: $0)) }
        let screen = InputScreen(.app(try app()), describedBy: FormPage(screen: "", fields: [first, second]), inputs: inputs)
        let offer = try #require(try bench.bar("a", on: screen)?.strongPassword)
        #expect(offer.fields.map(\.rawValue) == ["a"])
        #expect(offer.suggestion(using: &random).password.exposed.count <= 16)
        #expect(try bench.bar("b", on: screen) == nil)
        first.maximumLength = 8
        let short = InputScreen(.app(try app()), describedBy: FormPage(screen: "", fields: [first]), inputs: inputs)
        #expect(try bench.bar("a", on: short)?.strongPassword?.ignoresRules == true)
    }

    @Test("a read-only user name is not filled, and is saved with its password")
    func fixedName() throws {
        let bench = try Bench()
        try bench.save("ann")
        let place = InputPlace.app(try app())
        let name = ScreenField(id: FieldID(rawValue: "u"), type: .username, text: PrivateText("bob"), isEditable: false)
        let screen = InputScreen(place, fields: [name, field("p", .currentPassword, "x")])
        #expect(try bench.bar("u", on: screen) == nil)
        let suggestion = try #require(try bench.bar("p", on: screen)?.credentials.first)
        let outcome = try bench.autoFill.finish(bench.autoFill.choose(suggestion), presence: .confirmed, on: screen, at: at(1))
        #expect(!outcome.effects.contains(.makeFirstResponder(FieldID(rawValue: "u"))))
        #expect(outcome.result == .filled)
        var observer = SaveObserver()
        _ = observer.observe(screen, at: at(2))
        #expect(observer.observe(InputScreen(place, fields: []), at: at(3))?.user == "bob")
    }
}
