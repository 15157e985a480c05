import Crypto
import FoundationEssentials
import Markup

/// Sends the answer to the return URL as a form, by itself where scripts run and by a button where they do not.
struct AnswerPage {
    /// The return URL as the request had it; an address that cannot stand in a page is refused.
    let target: WebURL
    let fields: [AuthorizationResponse.Field]
    let appName: String

    /// Nil for a return URL that is no web address.
    init?(_ response: AuthorizationResponse, appName: String) {
        guard let target = WebURL(response.redirectURI) else { return nil }
        self.target = target
        fields = response.fields
        self.appName = appName
    }

    var document: HTMLDocument {
        PageFrame(title: "Back to \(appName)").document {
            h1 { "Back to \(appName)" }
            p(.class("lead")) { "Your answer is on its way." }
            // Markup's forms lead to this server only. The address is escaped by Markup itself, the fields are its elements.
            DangerousRawMarkup(trusted: "<form class=\"fields\" method=\"post\" action=\"\(HTML(target.text).rendered)\">")
            for field in fields {
                input(.type(.hidden), .name(field.name), .value(field.value))
            }
            submitButton("Continue")
            DangerousRawMarkup(trusted: "</form><script>\(Self.script)</script>")
        }
    }

    /// The one script of these pages.
    static let script = "document.forms[0].submit()"

    /// The policy that lets this script run and no other. There is no `form-action`: browsers apply it to every redirect that follows the
    /// form, and where the app sends people next is its own affair.
    static let contentSecurityPolicy =
        "default-src 'none'; style-src 'self'; script-src 'sha256-\(scriptHash)'; base-uri 'none'; frame-ancestors 'none'"

    private static var scriptHash: String { Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString() }
}
