/// Whether a token was issued together with a code or an access token (OpenID Connect Core 1.0, sections 3.1.3.6 and 3.3.2.11).
public enum TokenBinding: Sendable, Hashable {
    /// The token's hash is that of the value: both come from one answer of Apple's.
    case matches
    /// The token has the hash of another value: one of the two was exchanged. Refuse both.
    case differs
    /// The token has no such hash. Apple sends `c_hash` with a code, `at_hash` from the token endpoint.
    case absent
}
