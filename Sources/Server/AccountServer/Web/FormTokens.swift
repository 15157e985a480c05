import HTTPTypes
import Secrets

/// Tokens that prove that a form was sent from a page of ours (OWASP, Cross-Site Request Forgery Prevention, signed double submit).
///
/// Each browser has a random cookie; the token in the form is the cookie's tag under a key of the server. Another site can neither
/// read the cookie nor, for its `__Host-` name, plant one. The cookie changes at every sign-in.
struct FormTokens: Sendable {
    private let key: AuthenticationKey

    init(key: AuthenticationKey) {
        self.key = key
    }

    /// The token for the forms shown to the browser with this cookie.
    func token(for cookie: OpaqueToken) -> String {
        Base64URL.encode(key.tag(for: cookie.digest.bytes))
    }

    func isValid(_ token: String, for cookie: OpaqueToken) -> Bool {
        guard let tag = Base64URL.decode(token) else { return false }
        return key.isValid(tag, for: cookie.digest.bytes)
    }
}

extension PublicOrigin {
    /// Refuses with ``Problem`` 403 a form that a browser says was sent from elsewhere (Fetch standard, `Origin`; Fetch Metadata,
    /// `Sec-Fetch-Site`). What no browser sends has neither field, and is let through.
    func refuseForeign(_ request: IncomingRequest) throws(Problem) {
        let origin = request.headers[.origin]
        let fetchSite = request.headers[.secFetchSite]
        let isOurs = origin.map(isReached(as:)) ?? true
        let isSameSite = fetchSite.map { $0 == "same-origin" || $0 == "none" } ?? true
        guard isOurs, isSameSite else {
            throw Problem(
                .formTokenInvalid, detail: "The form was sent from another address than \(self). Open that and try again.")
        }
    }

    /// Whether a browser that names this origin has our pages open. While developing, this machine has several names.
    private func isReached(as text: String) -> Bool {
        if text == description { return true }
        guard isLoopback, let other = try? PublicOrigin(text) else { return false }
        return other.isLoopback && other.scheme == scheme && other.port == port
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = literal("Sec-Fetch-Site")
}
