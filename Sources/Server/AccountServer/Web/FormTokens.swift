import HTTPTypes
import Secrets
import WebServing

/// Tokens that prove that a form was sent from a page of this server (OWASP, Cross-Site Request Forgery Prevention, signed double
/// submit).
///
/// Each browser has a random cookie. The token in the form is the cookie's authentication tag under a server key. Another site
/// cannot read the cookie and, because of its `__Host-` prefix, cannot set one. The cookie changes at every sign-in.
struct FormTokens: Sendable {
    private let key: AuthenticationKey

    init(key: AuthenticationKey) {
        self.key = key
    }

    /// Returns the token for forms in the browser with this cookie.
    func token(for cookie: OpaqueToken) -> String {
        Base64URL.encode(key.tag(for: cookie.digest.bytes))
    }

    func isValid(_ token: String, for cookie: OpaqueToken) -> Bool {
        guard let tag = Base64URL.decode(token) else { return false }
        return key.isValid(tag, for: cookie.digest.bytes)
    }
}

extension PublicOrigin {
    /// Throws ``Problem`` 403 for a form that, according to the browser, was sent from another site (Fetch standard, `Origin`;
    /// Fetch Metadata, `Sec-Fetch-Site`). Requests without these fields, which do not come from browsers, are accepted.
    func rejectForeign(_ request: IncomingRequest) throws(Problem) {
        let origin = request.headers[.origin]
        let fetchSite = request.headers[.secFetchSite]
        let isOurs = origin.map(isReached(as:)) ?? true
        let isSameSite = fetchSite.map { $0 == "same-origin" || $0 == "none" } ?? true
        guard isOurs, isSameSite else {
            throw Problem(
                .formTokenInvalid, detail: "The form was sent from another site. Open \(self) and try again.")
        }
    }

    /// Returns whether a browser with this origin shows pages of this server. In development, the machine has several names.
    private func isReached(as text: String) -> Bool {
        if text == description { return true }
        guard isLoopback, let other = try? PublicOrigin(text) else { return false }
        return other.isLoopback && other.scheme == scheme && other.port == port
    }
}
