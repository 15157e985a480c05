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
