import ConformanceData
import PasswordManager
import Testing

/// Small forms from Firefox's tests, with the expected results.
struct FirefoxForms: Decodable {
    struct Parts: Decodable, Sendable, CustomTestStringConvertible {
        let description: String
        let html: String
        /// The identifiers of the user name, the password and the old password; null for a missing field.
        let username_password_oldpassword: [String?]
        var testDescription: String { description }
    }

    struct Passwords: Decodable, Sendable, CustomTestStringConvertible {
        let description: String
        let html: String
        /// For each password field, whether it is for a new password.
        let expected: [Bool]
        var testDescription: String { description }
    }

    let getUserNameAndPasswordFields: [Parts]
    let isProbablyANewPasswordField: [Passwords]

    static let all: FirefoxForms? = try? ConformanceData.json("fields/firefox-fields.json")
}

@Suite("Fields of Firefox's tests") struct FirefoxFieldsTests {
    @Test("user name and password are found", arguments: FirefoxForms.all?.getUserNameAndPasswordFields ?? [])
    func parts(_ form: FirefoxForms.Parts) throws {
        let page = try FormPage(html: Array(form.html.utf8))
        // Firefox only considers the form of the first field.
        let first = try #require(page.fields.first).form
        let fields = page.classify().filter { $0.field.form == first }
        let expected = form.username_password_oldpassword
        #expect(fields.first { $0.type == .username || $0.type == .email }?.field.id == expected[0])
        #expect(fields.first(where: { $0.type.isPassword })?.field.id == (expected[2] ?? expected[1]))
        if let new = expected[1] { #expect(fields.first { $0.field.id == new }?.type.isPassword == true) }
    }

    @Test("new passwords are distinguished from existing ones", arguments: FirefoxForms.all?.isProbablyANewPasswordField ?? [])
    func newPasswords(_ form: FirefoxForms.Passwords) throws {
        let fields = try FormPage(html: Array(form.html.utf8)).classify()
        #expect(fields.filter { $0.field.entry == .secure }.map { $0.type == .newPassword } == form.expected)
        #expect(fields.filter { $0.field.entry == .secure }.allSatisfy { $0.type.isPassword })
    }

    @Test("all forms are present")
    func count() {
        #expect(FirefoxForms.all?.getUserNameAndPasswordFields.count ?? 0 >= 9)
        #expect(FirefoxForms.all?.isProbablyANewPasswordField.count ?? 0 >= 5)
    }
}
