public import FoundationEssentials

/// One of our clients, as Apple's service sees it: what it asks there, with its own secret.
///
/// A value without state but the secret's cache. Codes, tokens and secrets are checked types that print nothing, time is an argument,
/// and the way to Apple is the transport's affair. Each operation throws ``AppleIdentityError``.
public struct AppleClient: Sendable {
    /// The client.
    public let id: ClientID

    /// Where its secrets come from. The team and key are the signer's.
    public let secrets: ClientSecretCache

    /// Where Apple listens.
    public let endpoints: AppleEndpoints

    /// What requests say about who sends them.
    public let userAgent: String

    let transport: any AppleTransport

    /// - Parameters:
    ///   - id: the bundle identifier of an app, or the Services ID of a website: the one that codes and tokens were issued to.
    ///   - userAgent: printable ASCII; anything else, and the empty text, is replaced by ``AppleRequest/defaultUserAgent``.
    public init(
        id: ClientID, secrets: ClientSecretCache, transport: any AppleTransport, endpoints: AppleEndpoints = .apple,
        userAgent: String = AppleRequest.defaultUserAgent
    ) {
        self.id = id
        self.secrets = secrets
        self.transport = transport
        self.endpoints = endpoints
        let isUsable = !userAgent.isEmpty && userAgent.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        self.userAgent = isUsable ? userAgent : AppleRequest.defaultUserAgent
    }

    /// Sends one request and sorts its answer; gives the body of a 200.
    func post(_ call: AppleCall, now: Date) async throws(AppleIdentityError) -> [UInt8] {
        let secret: ClientSecret
        do {
            secret = try secrets.secret(for: id, now: now)
        } catch {
            throw error.local(call.operation)
        }
        let response: AppleResponse
        do {
            response = try await transport.send(request(call, secret))
        } catch {
            throw AppleIdentityError(error, sending: call.operation)
        }
        switch AppleAnswer(response, to: call.operation) {
        case .success(let body): return body
        case .failure(let error): throw error
        case .refusal(let refusal, let description):
            let facts = RefusalFacts(
                operation: call.operation, team: secrets.signer.team, keyID: secrets.signer.key.keyID, client: id,
                secretIssuedAt: secret.issuedAt, secretExpiresAt: secret.expiresAt, codeOrigin: call.codeOrigin,
                codeReceivedAt: call.codeReceivedAt, now: now, appleTime: response.header("Date").flatMap(HTTPDate.date))
            throw AppleIdentityError(
                .refused, "Apple refused with \(refusal.name).",
                call: AppleIdentityError.FailedCall(
                    operation: call.operation, refusal: refusal, appleDescription: description,
                    diagnosis: RefusalDiagnosis.causes(of: refusal, appleDescription: description, facts: facts)))
        }
    }

    private func request(_ call: AppleCall, _ secret: ClientSecret) -> AppleRequest {
        let fields = [("client_id", id.text), ("client_secret", secret.reveal())] + call.fields
        var headers = [
            (name: "User-Agent", value: userAgent), (name: "Content-Type", value: FormBody.contentType),
            (name: "Accept", value: "application/json"),
        ]
        if let bearer = call.bearer { headers.append((name: "Authorization", value: "Bearer " + bearer.reveal())) }
        return AppleRequest(method: .post, url: call.url, headers: headers, body: Array(FormBody.text(fields).utf8))
    }

    /// Exchanges an authorization code for tokens. A code is spent by this, whatever comes back.
    ///
    /// - Parameters:
    ///   - code: as it came; good for five minutes.
    ///   - origin: how it came.
    ///   - receivedAt: when it came, where that is known; it only serves the diagnosis of a refusal.
    /// - Returns: the tokens. The identity token is not verified: judge it with ``IdentityTokenVerifier`` before believing who
    ///   signed in, and compare its subject with that of a token that came with the code.
    public func exchange(
        _ code: AuthorizationCode, from origin: CodeOrigin, receivedAt: Date? = nil, now: Date
    ) async throws(AppleIdentityError) -> ExchangedTokens {
        var fields = [(name: "code", value: code.reveal()), (name: "grant_type", value: "authorization_code")]
        if case .web(let redirectURI) = origin { fields.append((name: "redirect_uri", value: redirectURI.text)) }
        let call = AppleCall(
            operation: .exchange, url: endpoints.token, fields: fields, codeOrigin: origin, codeReceivedAt: receivedAt)
        return try ExchangedTokens(TokenAnswer(try await post(call, now: now), to: .exchange), now: now)
    }

    /// Asks Apple to end the person's consent to this client, as deleting an account must (App Review Guideline 5.1.1(v)).
    ///
    /// Keep the token until this has returned, and try again later after an error with ``AppleIdentityError/isTemporary``. Where no token
    /// was kept, nothing can be asked: the person can only revoke by hand, in the settings of the Apple account.
    public func revoke(_ token: RefreshToken, now: Date) async throws(AppleIdentityError) -> AcceptedRevocation {
        try await revoke(token.reveal(), hint: "refresh_token", now: now)
    }

    /// The same with an access token, which is good for an hour after an exchange.
    public func revoke(_ token: AccessToken, now: Date) async throws(AppleIdentityError) -> AcceptedRevocation {
        try await revoke(token.reveal(), hint: "access_token", now: now)
    }

    private func revoke(_ token: String, hint: String, now: Date) async throws(AppleIdentityError) -> AcceptedRevocation {
        let fields = [(name: "token", value: token), (name: "token_type_hint", value: hint)]
        let body = try await post(AppleCall(operation: .revocation, url: endpoints.revoke, fields: fields), now: now)
        // Apple's answer is empty. A page with status 200 comes from something between, and nothing was revoked.
        if body.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) { _ = try AnswerObject(body, to: .revocation) }
        return AcceptedRevocation(acceptedAt: now)
    }
}

/// How a code came to be, which decides what its exchange must say.
///
/// A redirect URI sent with a native code, or left out with one from the web, makes Apple refuse a good code with `invalid_grant`.
public enum CodeOrigin: Sendable, Hashable {
    /// An app's authorization on a device: there was no redirect URI.
    case native
    /// A browser's: the redirect URI of the authorization request, byte for byte.
    case web(redirectURI: RedirectURI)
}

/// What a code was exchanged for.
public struct ExchangedTokens: Sendable {
    /// Who signed in, as yet unverified.
    public let identityToken: UnverifiedIdentityToken

    /// To be sealed and kept: for the daily check, and to revoke the consent when the account is deleted.
    public let refreshToken: RefreshToken

    /// Good for revocation where there is no refresh token, and for nothing else.
    public let accessToken: AccessToken

    /// When the access token ends, by this machine's clock.
    public let accessTokenExpiresAt: Date

    init(_ answer: TokenAnswer, now: Date) throws(AppleIdentityError) {
        guard let identityToken = answer.identityToken else { throw .malformed(.exchange, "id_token is missing") }
        guard let refreshToken = answer.refreshToken else { throw .malformed(.exchange, "refresh_token is missing") }
        self.identityToken = identityToken
        self.refreshToken = refreshToken
        accessToken = answer.accessToken
        accessTokenExpiresAt = now.addingTimeInterval(TimeInterval(answer.lifetime))
    }
}

/// That Apple accepted a request to revoke a token.
///
/// It is no proof that anything was revoked: Apple answers the same to a token that was revoked before, and reportedly to any text
/// whatsoever. That a revocation worked shows at the next sign-in, when Apple asks for the name and e-mail address again.
public struct AcceptedRevocation: Sendable, Hashable {
    /// When it was accepted, by this machine's clock.
    public let acceptedAt: Date
}

/// One request about to be made: everything but the client's own name and secret.
struct AppleCall {
    let operation: AppleOperation
    let url: String
    let fields: [(name: String, value: String)]
    var bearer: AccessToken?
    var codeOrigin: CodeOrigin?
    var codeReceivedAt: Date?
}
