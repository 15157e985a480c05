package import Markup

/// The tool for passkeys: the input, and a response taken apart, with the check that rejects it.
///
/// It has no script.
package struct PasskeyToolPage: Page, Hashable {
    /// The input as typed.
    package let question: PasskeyToolQuestion

    /// The errors of the input. If there are any, nothing was decoded.
    package let errors: [FormError]

    /// The result; nil without a response.
    package let answer: PasskeyToolAnswer?

    package init(question: PasskeyToolQuestion = PasskeyToolQuestion(), errors: [FormError] = [], answer: PasskeyToolAnswer? = nil)
    {
        self.question = question
        self.errors = errors
        self.answer = answer
    }

    /// Returns the result, then the input; without a result only the input.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(english: "Passkey responses", site: site, width: .broad, errors: errors).document {
            if let answer {
                section(.class("answer"), .aria(.labelledby, "verdict")) { answer.verdict.note }
                section(.class("again"), .aria(.label, "Response")) {
                    details {
                        summary { "Edit response" }
                        PasskeyToolForm(page: self).html
                    }
                    // Works while the form is collapsed.
                    button(.class("button", "small", "quiet"), .type(.submit), .form(PasskeyToolForm.id)) { "Check again" }
                }
                for (index, part) in answer.parts.enumerated() { MessagePartView(part: part, index: index).html }
            } else {
                p(.class("lead")) {
                    "Find out why a passkey was rejected. Paste the response of a browser or an app to see its fields, and the check "
                        + "that rejects it. Nothing is stored."
                }
                PasskeyToolForm(page: self).html
            }
        }
    }
}

/// The input of the tool for passkeys, as typed. Without an expected value, the tool uses that of the response.
package struct PasskeyToolQuestion: Sendable, Hashable {
    /// The JSON of the response.
    package var response: String
    /// The expected challenge, in base64url.
    package var challenge: String
    /// The expected relying party ID.
    package var relyingPartyID: String
    /// The expected origin.
    package var origin: String
    /// The stored public key in base64url, a COSE_Key.
    package var publicKey: String
    /// Whether user verification is required.
    package var requiresUserVerification: Bool

    /// Creates an input, which is empty by default.
    package init(
        response: String = "", challenge: String = "", relyingPartyID: String = "", origin: String = "", publicKey: String = "",
        requiresUserVerification: Bool = false
    ) {
        self.response = response
        self.challenge = challenge
        self.relyingPartyID = relyingPartyID
        self.origin = origin
        self.publicKey = publicKey
        self.requiresUserVerification = requiresUserVerification
    }
}

/// The result: the verdict, and the parts of the response.
package struct PasskeyToolAnswer: Sendable, Hashable {
    package let verdict: ToolVerdict
    package let parts: [MessagePart]

    package init(verdict: ToolVerdict, parts: [MessagePart]) {
        self.verdict = verdict
        self.parts = parts
    }
}

/// The form: the response, and the values that it must have.
struct PasskeyToolForm {
    let page: PasskeyToolPage

    /// The identifier of the form, for buttons elsewhere on the page.
    static let id = "passkey-form"

    var html: HTML {
        form(.id(Self.id), .class("fields", "domain-fields"), .method(.post), .action(PagePath.passkeyTool), .novalidate) {
            fields.area(
                .response, "Response",
                hint:
                    "The JSON of credential.toJSON(), or an object with clientDataJSON and the other binary members in base64url.",
                page.question.response)
            fields.line(.relyingPartyID, "Relying party ID", hint: "For example example.com.", page.question.relyingPartyID, .url)
            fields.line(.origin, "Origin", hint: "For example https://example.com.", page.question.origin, .url)
            fields.line(.challenge, "Challenge", hint: "The issued challenge in base64url.", page.question.challenge, .text)
            fields.line(
                .publicKey, "Public key", hint: "For a sign-in: the stored key in base64url, a COSE_Key.", page.question.publicKey,
                .text)
            fields.choice(
                .userVerification, "User verification", [("optional", "Optional"), ("required", "Required")],
                page.question.requiresUserVerification ? "required" : "optional")
            p(.class("detail")) { "An empty field accepts the value of the response." }
            SubmitButton("Check").html
        }
    }

    private var fields: ToolFields { ToolFields(errors: page.errors) }
}
