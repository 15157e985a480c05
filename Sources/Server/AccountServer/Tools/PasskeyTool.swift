import AccountPages
import Accounts
import HTTPTypes
import Markup

/// The page at `/tools/passkeys`, which divides a passkey's response into its fields and checks it.
///
/// It reads no store and no cookie, and changes nothing. A response names a user, so it is accepted by POST only, and is neither stored
/// nor logged. The page checks one response of an address at a time.
struct PasskeyTool: Sendable {
    private let site: SiteConfiguration
    private let budget: AddressBudget
    private let gate = AddressGate()
    private let queue: ToolQueue
    private let now: @Sendable () -> Timestamp

    /// The maximum size of a form in bytes: the longest response, percent-encoded, and the other fields.
    private static let bodyLimit = 3 * CheckedPasskeyQuestion.responseLimit + 32_768

    private static let fields: [String] = [
        FormField.response, .relyingPartyID, .origin, .challenge, .publicKey, .userVerification,
    ].map(\.rawValue)

    init(
        _ configuration: ServerConfiguration, budget: AddressBudget, queue: ToolQueue, now: @escaping @Sendable () -> Timestamp
    ) {
        site = configuration.site
        self.budget = budget
        self.queue = queue
        self.now = now
    }

    var routes: [Route] { [show, check] }

    private var show: Route {
        Route(.get, PagePath.passkeyTool.text) { request in
            try budget.charge(request.clientAddress, now: now())
            return try await queue.page(on: site, PasskeyToolPage())
        }
    }

    private var check: Route {
        Route(.post, PagePath.passkeyTool.text, bodyLimit: Self.bodyLimit) { request in
            try site.publicOrigin.rejectForeign(request)
            try budget.charge(request.clientAddress, now: now())
            // The form is also read inside the gate, because it is larger than other forms.
            return try await gate.admit(request.clientAddress) {
                let question = PasskeyToolQuestion(try await request.form(Self.fields))
                let checked: CheckedPasskeyQuestion
                do throws(ToolInputError) {
                    checked = try CheckedPasskeyQuestion(question)
                } catch {
                    return try await queue.page(
                        on: site, status: .unprocessableContent, PasskeyToolPage(question: question, errors: error.errors))
                }
                let result = PasskeyToolAnswer(verdict: await checked.verdict(), parts: checked.parts())
                return try await queue.page(on: site, PasskeyToolPage(question: question, answer: result))
            }
        }
    }
}

extension PasskeyToolQuestion {
    /// Reads an input from a form. Missing fields are empty. The line breaks of the response become line feeds, as in the form field.
    fileprivate init(_ form: FormFields) {
        self.init(
            response: (form[.response] ?? "").replacing("\r\n", with: "\n").replacing("\r", with: "\n"),
            challenge: form[.challenge] ?? "", relyingPartyID: form[.relyingPartyID] ?? "", origin: form[.origin] ?? "",
            publicKey: form[.publicKey] ?? "", requiresUserVerification: form[.userVerification] == "required")
    }
}
