import FoundationEssentials

extension AppleService {
    /// Serves `/auth/token`: an authorization code, a refresh token, or client credentials for user migration (TN3159).
    public func token(_ form: FormValues) -> Result<TokenResponse, AppleServiceError> {
        answer(.token, form) { core throws(AppleServiceError) in (try core.token(form), "tokens were issued") }
    }
}

extension ServiceCore {
    fileprivate mutating func token(_ form: FormValues) throws(AppleServiceError) -> TokenResponse {
        guard let grant = form["grant_type"] else { throw .init(.invalidRequest, because: "the parameter grant_type is required") }
        switch grant {
        case "authorization_code": return try exchangeCode(form)
        case "refresh_token": return try refresh(form)
        case "client_credentials": return try clientCredentials(form)
        default:
            throw .init(
                .unsupportedGrantType, because: "grant_type must be authorization_code, refresh_token or client_credentials")
        }
    }

    private mutating func exchangeCode(_ form: FormValues) throws(AppleServiceError) -> TokenResponse {
        let client = try authenticate(form)
        guard let text = form["code"] else { throw .init(.invalidRequest, because: "the parameter code is required") }
        guard let code = state.codes[text] else {
            throw .init(.invalidGrant, "The code has expired or has been revoked.", because: "the code is unknown")
        }
        guard code.client == client.client.id else {
            throw .init(
                .invalidGrant, "client_id mismatch. The code was not issued to \(client.client.id).",
                because: "the code was issued to \(code.client)")
        }
        guard code.usedAt == nil else {
            throw .init(.invalidGrant, "The code has already been used.", because: "a code works once")
        }
        guard now < code.issuedAt.addingTimeInterval(AuthorizationCode.lifetime) else {
            throw .init(.invalidGrant, "The code has expired or has been revoked.", because: "a code works for five minutes")
        }
        try checkRedirectURI(form["redirect_uri"], of: code)
        guard let consent = state.consents.active(of: code.person, for: code.primary) else {
            throw .init(
                .invalidGrant, "The code has expired or has been revoked.", because: "the consent ended after the code was issued")
        }
        state.codes.use(text, at: now)
        return try issueTokens(consent, client, code)
    }

    private func checkRedirectURI(_ given: String?, of code: AuthorizationCode) throws(AppleServiceError) {
        if given == nil, code.redirectURI != nil {
            throw .init(.invalidRequest, because: "redirect_uri is required, because the authorization request had one")
        }
        guard given == code.redirectURI else {
            throw .init(
                .invalidGrant, "redirect_uri mismatch. The code was not issued to \(given?.prefix(2_048) ?? "").",
                because: code.redirectURI.map { "the code was issued to \($0)" }
                    ?? "the code was issued natively; redirect_uri must be omitted")
        }
    }

    private mutating func issueTokens(
        _ consent: Consent, _ client: AuthenticatedClient, _ code: AuthorizationCode
    ) throws(AppleServiceError) -> TokenResponse {
        let access = issueAccessToken(client, person: consent.person)
        let refresh = drawToken("r")
        state.tokens.add(
            refresh,
            RefreshToken(
                client: client.client.id, person: consent.person, primary: consent.primary, issuedAt: now, authTime: code.authTime))
        let token = try signed(
            identityToken(
                TokenContext(
                    endpoint: .token, consent: consent, client: client.client.id, nonce: code.nonce, authTime: code.authTime,
                    isFirst: code.isFirst, bound: .accessToken(access))))
        return TokenResponse(
            accessToken: access, expiresIn: AccessToken.lifetime, refreshToken: refresh, identityToken: token)
    }

    private mutating func refresh(_ form: FormValues) throws(AppleServiceError) -> TokenResponse {
        let client = try authenticate(form)
        guard let text = form["refresh_token"] else {
            throw .init(.invalidRequest, because: "the parameter refresh_token is required")
        }
        guard let token = state.tokens.refresh[text] else { throw Self.invalidToken("the refresh token is unknown") }
        guard token.client == client.client.id else {
            throw .init(
                .invalidGrant, "client_id mismatch. The token was not issued to \(client.client.id).",
                because: "the refresh token was issued to \(token.client)")
        }
        if let death = token.death { throw rejection(of: death) }
        guard let consent = state.consents.active(of: token.person, for: token.primary) else {
            throw Self.invalidToken("the consent no longer exists")
        }
        if state.settings.throttlesRefresh, let last = token.lastUsedAt, now < last.addingTimeInterval(86_400) {
            throw .init(
                .invalidRequest, because: "this refresh token was checked less than a day ago, and throttling is on", status: 429)
        }
        state.tokens.use(refresh: text, at: now)
        let access = issueAccessToken(client, person: token.person)
        var identity: String?
        if state.settings.sendsIdentityTokenOnRefresh {
            identity = try signed(
                identityToken(
                    TokenContext(
                        endpoint: .token, consent: consent, client: token.client, nonce: nil, authTime: token.authTime,
                        isFirst: false, bound: .accessToken(access))))
        }
        return TokenResponse(accessToken: access, expiresIn: AccessToken.lifetime, refreshToken: nil, identityToken: identity)
    }

    private mutating func clientCredentials(_ form: FormValues) throws(AppleServiceError) -> TokenResponse {
        let client = try authenticate(form, asFormerTeam: true)
        guard form["scope"] == "user.migration" else {
            throw .init(.invalidScope, because: "client_credentials works with scope=user.migration only")
        }
        return TokenResponse(
            accessToken: issueAccessToken(client, person: nil), expiresIn: AccessToken.lifetime, refreshToken: nil,
            identityToken: nil)
    }

    private mutating func issueAccessToken(_ client: AuthenticatedClient, person: PersonIdentifier?) -> String {
        let text = drawToken("a")
        state.tokens.add(
            text,
            AccessToken(
                client: client.client.id, team: client.team, person: person, primary: client.client.primary,
                expiresAt: now.addingTimeInterval(Double(AccessToken.lifetime))), now: now)
        return text
    }

    private func rejection(of death: RevocationReason) -> AppleServiceError {
        switch death {
        case .revokedByPerson where state.settings.answersInvalidRequestAfterRevocation:
            AppleServiceError(
                .invalidRequest, "The user has revoked authorization.", because: "the user stopped using the account with the app"
            )
        case .revokedByPerson: Self.invalidToken("the user stopped using the account with the app")
        case .revokedByClient: Self.invalidToken("the token was revoked at /auth/revoke")
        case .passwordChanged: Self.invalidToken("the account's password was changed")
        case .accountDeleted: Self.invalidToken("the account was deleted")
        case .transferred: Self.invalidToken("the app moved to another team")
        }
    }

    private static func invalidToken(_ explanation: String) -> AppleServiceError {
        AppleServiceError(.invalidGrant, "The token has expired or has been revoked.", because: explanation)
    }

    private func signed(_ token: String?) throws(AppleServiceError) -> String {
        guard let token else { throw .init(.invalidRequest, because: "the service has no signing key", status: 500) }
        return token
    }
}

/// The response of `/auth/token` (RFC 6749, section 5.1).
public struct TokenResponse: Sendable, Hashable, Encodable {
    /// The access token.
    public let accessToken: String
    /// The type of the access token: always `Bearer`.
    public let tokenType = "Bearer"
    /// The lifetime of the access token, in seconds.
    public let expiresIn: Int
    /// The refresh token; present only for an authorization code.
    public let refreshToken: String?
    /// The identity token; absent for client credentials.
    public let identityToken: String?

    /// The JSON body, with members in a fixed order.
    public var body: [UInt8] { WireJSON.bytes(self) }

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case identityToken = "id_token"
    }
}
