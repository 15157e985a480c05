import AccountPages
import Accounts
import Markup
import Testing
import Texts

@testable import AccountServer

@Suite("Codes of rejections")
struct RejectionCodeTests {
    static let rejections: [RegistrationRejection] =
        [UserNameError.tooShort, .tooLong, .characterNotAllowed(position: 3), .malformedAddress, .reserved].map(
            RegistrationRejection.userName)
        + [
            PasswordRejection.tooShort(minimum: 12), .tooLong(maximum: 9), .containsNull, .common, .containsUserName,
            .containsContextWord, .weak, .leaked,
            .unchanged,
        ].map(RegistrationRejection.password) + [.userNameTaken]

    @Test("each rejection of the domain has its own problem code", arguments: rejections)
    func hasAProblem(_ rejection: RegistrationRejection) {
        expectProblem(of: rejection)
    }

    @Test("a violated rule has its own code and a description")
    func brokenRule() throws {
        let rules = try PasswordRequirements("required: digit; allowed: unicode; minlength: 12; maxlength: 64;")
        let policy = try ServerBench { $0.passwords.rules = rules }.system.service.passwordPolicy
        let rejection = try #require(policy.rejections(of: Password("velvet-otter harbour"), for: nil).first)
        #expect(rejection.code == "password-rules")
        #expect(rejection.message == "The password must contain a digit from 0 to 9 (required: digit).")
        expectProblem(of: .password(rejection))
    }

    @Test("pages say in English what the API says", arguments: rejections)
    func pages(_ rejection: RegistrationRejection) {
        let page = SignUpPage(
            errors: [rejection.pageError], passwordRules: PasswordFieldRules(minLength: 8, maxLength: nil, passwordRules: ""),
            formToken: FormToken("t"))
        let text = page.document(on: Site(serviceName: "S")).text
        let sentence = text.firstMatch(of: /<a href="#[a-z-]+">(.*?)<\/a>/).map { String($0.1.replacing(/<\/?bdi>/, with: "")) }
        #expect(sentence?.replacing("&#39;", with: "'") == rejection.message)
    }

    @Test("pages name the characters that a violated rule requires or allows")
    func ruleOnPages() throws {
        func sentence(_ rules: String, _ password: String, _ language: Language) throws -> String {
            let policy = try ServerBench { $0.passwords.rules = try PasswordRequirements(rules) }.system.service.passwordPolicy
            let rejection = try #require(policy.rejections(of: Password(password), for: nil).first)
            guard case .message(let message) = rejection.pageReason else { return "" }
            return Catalogs.accountPages.string(message, for: ReaderFormat(ReaderLanguage(language)))
        }
        let required = "required: digit, [!?]; allowed: unicode; minlength: 12; maxlength: 64;"
        #expect(
            try sentence(required, "velvet-otter harbour", .english)
                == "The password must contain at least one of these: digits from 0 to 9 or \u{2066}! ?\u{2069} "
                + "(\u{2066}required: digit,[!?]\u{2069}).")
        #expect(try sentence(required, "velvet-otter harbour", .german).contains(" oder \u{2066}! ?\u{2069}"))
        let repeated = "max-consecutive: 2; allowed: unicode; minlength: 12; maxlength: 64;"
        #expect(
            try sentence(repeated, "velvet-ottter harbour", .english)
                == "The password repeats a character more than 2 times in a row (\u{2066}max-consecutive: 2\u{2069}).")
    }

    private func expectProblem(of rejection: RegistrationRejection) {
        let problem = Problem([rejection])
        #expect(problem.code.rawValue == rejection.code)
        #expect(problem.code != .invalidFields)
        #expect(problem.detail == rejection.message)
    }
}
