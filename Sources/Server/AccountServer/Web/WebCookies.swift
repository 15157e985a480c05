import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Secrets
import Texts

/// The cookies of the pages. Their names and attributes depend on the public origin alone, never on the socket or the Host
/// header. Over https, all names have the prefix `__Host-` (RFC 6265bis, section 4.1.3.2), which binds cookies to the host and to
/// `Secure`. An http origin is always loopback and uses separate names, so the two kinds are never confused.
struct WebCookies: Sendable {
    private let isSecure: Bool

    init(isSecure: Bool) {
        self.isSecure = isSecure
    }

    enum Purpose: String {
        /// The token of the session.
        case session = "latchkey-session"
        /// The token of a known device at sign-in.
        case device = "latchkey-device"
        /// The cookie that form tokens are bound to.
        case form = "latchkey-form"
        /// The challenge for a second factor, while its page is open.
        case factor = "latchkey-factor"
        /// The secret of a link for a new password, while its page is open.
        case passwordLink = "latchkey-password-link"
        /// The secret that a mailed code for a recovery belongs to.
        case recoveryRequest = "latchkey-recovery-request"
        /// The secret that a mailed code for a sign-in belongs to.
        case signInRequest = "latchkey-sign-in-request"
        /// The token of a recovery session.
        case recovery = "latchkey-recovery"
        /// The secret that a mailed code for an e-mail address belongs to.
        case address = "latchkey-address"
        /// Binds a sign-in with Apple to the browser that started it.
        case apple = "latchkey-apple"
        /// The token that finishes a sign-in with Apple, between Apple's response and the finish.
        case appleCompletion = "latchkey-apple-completion"
        /// The outcome of the last form of the console, until a page shows it.
        case consoleNotice = "latchkey-console-notice"
        /// The language that the picker sets.
        case language = "latchkey-language"
        /// The time zone, which ``Script/zone`` sets.
        case zone = "latchkey-zone"
    }

    func name(_ purpose: Purpose) -> String {
        isSecure ? "__Host-\(purpose.rawValue)" : purpose.rawValue
    }

    /// Returns the token in the request's cookie, or nil if the cookie is missing or malformed.
    func token(_ purpose: Purpose, in request: IncomingRequest) throws(Problem) -> OpaqueToken? {
        try request.cookie(name(purpose)).flatMap(OpaqueToken.init(encoded:))
    }

    /// Returns the token of a cookie for a page that appears for every request. A malformed cookie is ignored.
    func token(_ purpose: Purpose, in headers: HTTPFields) -> OpaqueToken? {
        preference(purpose, in: headers).flatMap(OpaqueToken.init(encoded:))
    }

    /// Returns the value of a cookie that expresses a preference. A malformed one is no reason to reject the request, so it is ignored.
    func preference(_ purpose: Purpose, in headers: HTTPFields) -> String? {
        (try? headers.cookie(name(purpose))) ?? nil
    }

    /// Returns the header field that sets the language for a year.
    func setting(_ purpose: Purpose, to language: Language) -> String {
        field(purpose, value: language.tag, age: 365 * 86_400)
    }

    /// Returns the header field that sets the notice for the page that follows, for at most a minute.
    func setting(_ purpose: Purpose, to notice: ConsoleNotice) -> String {
        field(purpose, value: notice.rawValue, age: 60)
    }

    /// Returns the header field that sets the cookie. Without a lifetime, the cookie ends when the browser closes.
    func setting(_ purpose: Purpose, to token: OpaqueToken, for lifetime: Duration? = nil) -> String {
        field(purpose, value: token.reveal(), age: lifetime.map { max(0, $0.components.seconds) })
    }

    /// Returns the header field that removes the cookie.
    func removing(_ purpose: Purpose) -> String {
        field(purpose, value: "", age: 0)
    }

    private func field(_ purpose: Purpose, value: String, age: Int64?) -> String {
        "\(name(purpose))=\(value); Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
            + (age.map { "; Max-Age=\($0)" } ?? "")
    }
}

extension Response {
    /// Adds a `Set-Cookie` field.
    mutating func setCookie(_ field: String) {
        headers.append(HTTPField(name: .setCookie, value: field))
    }
}
