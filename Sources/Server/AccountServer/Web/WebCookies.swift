import Accounts
import HTTPTypes
import Hummingbird
import Secrets

/// The cookies of the pages. Their names and attributes follow from the public origin alone, never from the socket or the Host
/// header: over https all bear the prefix `__Host-` (RFC 6265bis, section 4.1.3.2), which binds them to the host and to `Secure`; an
/// http origin is loopback by definition and has names of its own, so that neither reads the other's.
struct WebCookies: Sendable {
    private let isSecure: Bool

    init(isSecure: Bool) {
        self.isSecure = isSecure
    }

    enum Purpose: String {
        /// Opens the session.
        case session = "latchkey-session"
        /// Tells this device from a stranger's at sign-in.
        case device = "latchkey-device"
        /// What form tokens are bound to.
        case form = "latchkey-form"
        /// The challenge for a second factor, while its page is open.
        case factor = "latchkey-factor"
        /// The secret of a link for a new password, while its page is open.
        case passwordLink = "latchkey-password-link"
        /// Binds a sign-in with Apple to the browser that set out.
        case apple = "latchkey-apple"
        /// What a sign-in with Apple is finished with, for the moment between the answer and the finish.
        case appleCompletion = "latchkey-apple-completion"
    }

    func name(_ purpose: Purpose) -> String {
        isSecure ? "__Host-\(purpose.rawValue)" : purpose.rawValue
    }

    /// The token in the request's cookie, or nil where there is none or it cannot have come from here.
    func token(_ purpose: Purpose, in request: IncomingRequest) throws(Problem) -> OpaqueToken? {
        try request.cookie(name(purpose)).flatMap(OpaqueToken.init(encoded:))
    }

    /// The field that sets the cookie. Without a lifetime it goes when the browser closes.
    func setting(_ purpose: Purpose, to token: OpaqueToken, for lifetime: Duration? = nil) -> String {
        field(purpose, value: token.reveal(), age: lifetime.map { max(0, $0.components.seconds) })
    }

    /// The field that removes the cookie.
    func removing(_ purpose: Purpose) -> String {
        field(purpose, value: "", age: 0)
    }

    private func field(_ purpose: Purpose, value: String, age: Int64?) -> String {
        "\(name(purpose))=\(value); Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
            + (age.map { "; Max-Age=\($0)" } ?? "")
    }
}

extension Response {
    /// The response with a `Set-Cookie` field more.
    mutating func setCookie(_ field: String) {
        headers.append(HTTPField(name: .setCookie, value: field))
    }
}
