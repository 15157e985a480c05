import PasswordManager
import Testing

@Suite("Fields of an app's screens")
struct ScreenFieldsTests {
    private func types(titled title: String = "", buttons: [String] = [], _ fields: FormField...) -> [FieldType] {
        FormPage(screen: title, buttons: buttons, fields: fields).classify().map(\.type)
    }

    @Test(
        "textContentType decides over all other evidence",
        arguments: [
            ("username", FieldType.username), ("emailAddress", .email), ("password", .currentPassword),
            ("newPassword", .newPassword),
            ("oneTimeCode", .oneTimeCode), ("telephoneNumber", .other), ("creditCardNumber", .other),
        ])
    func declared(_ content: String, _ type: FieldType) {
        #expect(
            types(titled: "Log in", buttons: ["Log in"], FormField(id: "coupon", textContentType: content, placeholder: "Coupon"))
                == [type]
        )
        #expect(
            types(titled: "Sign up", FormField(id: "field", textContentType: content, isSecure: true, placeholder: "Search")) == [
                type
            ])
    }

    @Test("an unknown content type is ignored")
    func unknown() {
        #expect(types(FormField(id: nil, textContentType: "shoeSize", placeholder: "User name")) == [.username])
        #expect(types(FormField(id: nil, textContentType: "USERNAME", placeholder: "Coupon")) == [.other])
    }

    @Test("without a content type, order, words and keyboards identify a user name and a password")
    func heuristics() {
        #expect(types(FormField(id: nil), FormField(id: nil, isSecure: true)) == [.username, .currentPassword])
        #expect(
            types(titled: "Create account", FormField(id: nil, keyboard: "emailAddress"), FormField(id: nil, isSecure: true)) == [
                .email, .newPassword,
            ])
        #expect(types(FormField(id: "codeField", keyboard: "numberPad", placeholder: "Code from SMS")) == [.oneTimeCode])
        #expect(types(FormField(id: "search", keyboard: "webSearch", placeholder: "User name")) == [.other])
    }

    @Test("a user name may be on a separate screen, if its text says so")
    func separateScreens() {
        #expect(types(FormField(id: nil, textContentType: "username")) == [.username])
        #expect(types(FormField(id: nil, textContentType: "password", isSecure: true)) == [.currentPassword])
        #expect(types(FormField(id: nil)) == [.other])
    }

    @Test("the rules of one field apply to both new-password fields")
    func rules() {
        #expect(
            types(FormField(id: "a", isSecure: true, hasPasswordRules: true), FormField(id: "b", isSecure: true)) == [
                .newPassword, .newPassword,
            ])
    }

    @Test("a field of a missing form belongs to the page")
    func missingForm() {
        var field = FormField(id: "username")
        field.form = 7
        var page = FormPage(screen: "", fields: [field, FormField(id: "x", isSecure: true)])
        #expect(page.classify().map(\.type) == [.username, .currentPassword])
        page.forms = []
        #expect(page.classify().map(\.type) == [.username, .currentPassword])
    }
}
