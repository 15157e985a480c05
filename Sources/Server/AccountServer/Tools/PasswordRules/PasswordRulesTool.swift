import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup
import Secrets

/// The page that explains password rules, at `/tools/password-rules`.
///
/// It reads no store and no cookie, and changes nothing. Its form needs no token, because a forged request has the same effect as
/// a link. Rules may be in the query. A password is accepted by POST only and is not stored.
struct PasswordRulesTool: Sendable {
    private let site: SiteConfiguration
    private let requirements: PasswordRequirements
    private let evaluation: RulesEvaluation
    private let budget: AddressBudget
    private let queue: ToolQueue
    private let now: @Sendable () -> Timestamp

    init(
        _ configuration: ServerConfiguration, budget: AddressBudget, queue: ToolQueue, random: any RandomBytes,
        now: @escaping @Sendable () -> Timestamp
    ) {
        let origin = configuration.site.publicOrigin
        site = configuration.site
        requirements = configuration.passwords.rules
        self.budget = budget
        self.queue = queue
        self.now = now
        evaluation = RulesEvaluation(random: random, address: { origin.url(PagePath.passwordRules($0).text) })
    }

    var routes: [Route] { [show, check, script] }

    /// The page with the rules of the query, or with those of this service.
    private var show: Route {
        Route(.get, PagePath.passwordRules.text) { request in
            let rules = request.query[PasswordRulesField.rules.rawValue] ?? requirements.text
            return try await answer(RulesInput(rules: rules), to: request)
        }
    }

    private var check: Route {
        Route(.post, PagePath.passwordRules.text) { request in
            let form = try await request.form(PasswordRulesField.allCases.map(\.rawValue))
            let input = RulesInput(
                rules: try form.required(PasswordRulesField.rules.rawValue),
                password: form[PasswordRulesField.password.rawValue] ?? "",
                pattern: form[PasswordRulesField.pattern.rawValue] ?? "")
            return try await answer(input, to: request)
        }
    }

    private var script: Route {
        .asset(Script.passwordRules, at: PagePath.passwordRulesScript)
    }

    private func answer(_ input: RulesInput, to request: IncomingRequest) async throws -> Response {
        try budget.charge(request.clientAddress, now: now())
        let (evaluation, examples) = (evaluation, examples)
        return try await queue.page(
            on: site, policy: ContentSecurityPolicy.pageWithScript, evaluation.page(for: input, examples: examples))
    }

    private var examples: [RulesExample] {
        [
            RulesExample(name: "This service", rules: requirements.text),
            RulesExample(
                name: "Letters, digits, punctuation",
                rules:
                    "required: upper; required: lower; required: digit; required: [-().&@?'#,/\"+]; minlength: 12; maxlength: 64;"),
            RulesExample(name: "Too short for iOS", rules: "required: digit; allowed: lower; maxlength: 8;"),
            RulesExample(
                name: "With errors",
                rules: "required: upper; required: [a-z]; allowed: digit,; max-consecutive: 2 ; minlength: 12; maxlength: 0"),
        ]
    }
}

/// The input of the page. Its description is redacted, because it contains a password.
struct RulesInput: Sendable, Redacted {
    let rules: String
    let password: String
    let pattern: String

    /// Creates an input. The line breaks of `rules` become line feeds, as in the form field, so that positions agree.
    init(rules: String, password: String = "", pattern: String = "") {
        self.rules = rules.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        self.password = password
        self.pattern = pattern
    }
}
