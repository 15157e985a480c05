/// Why an authorization request is one that Apple refuses, or one that would protect nobody.
public enum AuthorizationRequestError: String, Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Apple: "response_mode must be form_post when name or email scope is requested."
    case scopesNeedFormPost = "scopes-need-form-post"
    /// An identity token must not stand in a query.
    case identityTokenInQuery = "identity-token-in-query"
    /// An identity token that comes through the browser proves nothing without a nonce.
    case identityTokenWithoutNonce = "identity-token-without-nonce"
    /// The state is empty, longer than 1,024 bytes, or not printable ASCII without spaces.
    case malformedState = "malformed-state"
    /// The nonce is empty, longer than 1,024 bytes, or not printable ASCII without spaces.
    case malformedNonce = "malformed-nonce"

    /// The reason in one English sentence.
    public var description: String {
        switch self {
        case .scopesNeedFormPost: "Asking for the name or the e-mail address takes the response mode form_post."
        case .identityTokenInQuery: "An identity token cannot come in the query; use form_post."
        case .identityTokenWithoutNonce: "Asking for an identity token takes a nonce."
        case .malformedState: "The state is empty, too long, or not printable ASCII without spaces."
        case .malformedNonce: "The nonce is empty, too long, or not printable ASCII without spaces."
        }
    }
}
