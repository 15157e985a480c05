import Crypto
import FoundationEssentials
import Markup
import Texts

/// Posts the response to the window that opened this one, for Apple's script with a pop-up window (`web_message`).
///
/// Apple does not document this mode. The message has the form that Apple's script is believed to expect:
/// `{"method":"oauthDone","data":{"authorization":{…},"user":{…}}}`, or `{"method":"oauthDone","data":{"error":…}}`.
struct MessagePage {
    let origin: String
    let message: String
    let appName: String
    let reader: ReaderFormat

    /// Creates a page. Returns nil if the return URL is not a web URL.
    init?(_ response: AuthorizationResponse, appName: String, reader: ReaderFormat) {
        guard WebLink(response.redirectURI) != nil, let origin = Self.origin(of: response.redirectURI) else { return nil }
        self.origin = origin
        self.appName = appName
        self.reader = reader
        message = WireJSON.text(Message(response))
    }

    var document: HTMLDocument {
        PageFrame(title: reader.text(.backTo(app: appName)), reader: reader).document {
            h1 { reader.html(.backTo(app: appName)) }
            p(.class("lead"), .id("answer"), .data("origin", origin), .data("message", message)) {
                reader.text(.returningClose)
            }
            DangerousRawMarkup(trusted: "<script>\(Self.script)</script>")
        }
    }

    static let script =
        "const answer=document.getElementById('answer').dataset;"
        + "if(window.opener){window.opener.postMessage(JSON.parse(answer.message),answer.origin);window.close()}"

    static let contentSecurityPolicy =
        "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'sha256-\(scriptHash)'; base-uri 'none'; frame-ancestors 'none'"

    private static var scriptHash: String { Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString() }

    /// Returns scheme, host and port: `https://app.example.com`.
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

/// Submits the response to the return URL as a form, with a script or, without scripts, with a button.
struct AnswerPage {
    /// The return URL. A URL that cannot be written in a page is rejected.
    let target: WebLink
    let fields: [AuthorizationResponse.Field]
    let appName: String
    let reader: ReaderFormat

    /// Creates a page. Returns nil if the return URL is not a web URL.
    init?(_ response: AuthorizationResponse, appName: String, reader: ReaderFormat) {
        guard let target = WebLink(response.redirectURI) else { return nil }
        self.target = target
        fields = response.fields
        self.appName = appName
        self.reader = reader
    }

    var document: HTMLDocument {
        PageFrame(title: reader.text(.backTo(app: appName)), reader: reader).document {
            h1 { reader.html(.backTo(app: appName)) }
            p(.class("lead")) { reader.text(.returning) }
            // Markup's forms always target this server. Markup escapes the URL here and renders the fields.
            DangerousRawMarkup(
                trusted: "<form id=\"answer\" class=\"fields\" method=\"post\" action=\"\(HTML(target.text).rendered)\">")
            for field in fields {
                input(.type(.hidden), .name(field.name), .value(field.value))
            }
            submitButton(reader.text(.continueButton))
            DangerousRawMarkup(trusted: "</form><script>\(Self.script)</script>")
        }
    }

    /// The only script of these pages.
    static let script = "document.getElementById('answer').submit()"

    /// The policy that allows only this script. It has no `form-action`, because browsers apply that to all redirects after the
    /// form, which the app decides.
    static let contentSecurityPolicy =
        "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'sha256-\(scriptHash)'; base-uri 'none'; frame-ancestors 'none'"

    private static var scriptHash: String { Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString() }
}

/// The page that replaces the sheet if the request is invalid. Nothing goes to the return URL.
struct RejectionPage {
    let title: String
    /// The text that Apple shows, if it is known.
    let text: String
    /// The error code of Apple's protocol, such as `invalid_request`.
    let code: String
    /// A more detailed explanation for the developer.
    let explanation: String?
    var reader = ReaderFormat.english
    /// Whether ``text`` is in the reader's language, not in English as the service sent it.
    var isTranslated = true

    var document: HTMLDocument {
        PageFrame(title: title, hasProblem: true, reader: reader).document {
            h1 { title }
            p(.class("error-text"), isTranslated ? nil : .lang("en"), .data("error", code)) { text }
            if let explanation { developerDetail(explanation) }
            p(.class("reference")) { code }
        }
    }
}
