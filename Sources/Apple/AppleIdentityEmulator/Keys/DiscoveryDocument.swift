/// The discovery document as it was last seen (facts 1.1).
struct DiscoveryDocument: Encodable {
    let issuer: String
    let authorization_endpoint: String
    let token_endpoint: String
    let revocation_endpoint: String
    let jwks_uri: String
    let response_types_supported = ["code"]
    let response_modes_supported = ["query", "fragment", "form_post"]
    let subject_types_supported = ["pairwise"]
    let id_token_signing_alg_values_supported = ["RS256"]
    let scopes_supported = ["openid", "email", "name"]
    let token_endpoint_auth_methods_supported = ["client_secret_post"]
    let claims_supported = [
        "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce", "nonce_supported", "real_user_status",
        "sub", "transfer_sub",
    ]

    init(base: String, issuer: String) {
        self.issuer = issuer
        authorization_endpoint = base + "/auth/authorize"
        token_endpoint = base + "/auth/token"
        revocation_endpoint = base + "/auth/revoke"
        jwks_uri = base + "/auth/keys"
    }
}
