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
