import Crypto
import FoundationEssentials
import Markup

/// Hands the answer to the window that opened this one, for Apple's script with a pop-up (`web_message`, undocumented; facts 1.6).
///
/// The message's shape is our reading of what that script takes: `{"method":"oauthDone","data":{"authorization":{…},"user":{…}}}`, or
/// `{"method":"oauthDone","data":{"error":…}}`.
struct MessagePage {
    let origin: String
    let message: String
    let appName: String

    /// Nil for a return URL that is no web address.
    init?(_ response: AuthorizationResponse, appName: String) {
        guard WebURL(response.redirectURI) != nil, let origin = Self.origin(of: response.redirectURI) else { return nil }
        self.origin = origin
        self.appName = appName
        message = WireJSON.text(Message(response))
    }

    var document: HTMLDocument {
        PageFrame(title: "Back to \(appName)").document {
            h1 { "Back to \(appName)" }
            p(.class("lead"), .id("answer"), .data("origin", origin), .data("message", message)) {
                "Your answer is on its way. Close this window if it stays."
            }
            DangerousRawMarkup(trusted: "<script>\(Self.script)</script>")
        }
    }

    static let script =
        "const answer=document.getElementById('answer').dataset;"
        + "if(window.opener){window.opener.postMessage(JSON.parse(answer.message),answer.origin);window.close()}"

    static let contentSecurityPolicy =
        "default-src 'none'; style-src 'self'; script-src 'sha256-\(scriptHash)'; base-uri 'none'; frame-ancestors 'none'"

    private static var scriptHash: String { Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString() }

    /// Scheme, host and port: `https://app.example.com`.
    private static func origin(of url: String) -> String? {
        guard let colon = url.firstIndex(of: ":") else { return nil }
        let authority = url[colon...].dropFirst(3).prefix { !"/?#".contains($0) }
        return authority.isEmpty ? nil : "\(url[..<colon])://\(authority)".lowercased()
    }

    private struct Message: Encodable {
        let method = "oauthDone"
        let data: Content

        init(_ response: AuthorizationResponse) {
            let state = response["state"]
            data = Content(
                authorization: response["code"].map { Authorization(code: $0, id_token: response["id_token"], state: state) },
                user: response["user"], error: response["error"], state: response["code"] == nil ? state : nil)
        }

        struct Content: Encodable {
            let authorization: Authorization?
            let user: String?
            let error: String?
            let state: String?
        }

        struct Authorization: Encodable {
            let code: String
            let id_token: String?
            let state: String?
        }
    }
}

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

/// What people see instead of the sheet when the request itself is wrong: nothing goes to the return URL.
struct RefusalPage {
    let title: String
    /// Apple's text where it is known.
    let text: String
    /// The error's name on the wire, such as `invalid_request`.
    let code: String
    /// What is wrong, in words for the developer, beyond what Apple would say.
    let explanation: String?

    var document: HTMLDocument {
        PageFrame(title: title, hasProblem: true).document {
            h1 { title }
            p(.class("error-text"), .data("error", code)) { text }
            if let explanation {
                p(.class("aside")) {
                    strong { "Only the emulator says this: " }
                    explanation
                }
            }
            p(.class("reference")) { code }
        }
    }
}
