public import FoundationEssentials

/// Sends the requests of one client to Apple, with its own client secret.
///
/// Its only state is the cache of secrets. Codes, tokens and secrets are checked types that print nothing, time is an argument, and
/// an ``AppleTransport`` sends the requests. Each operation throws ``AppleIdentityError``.
public struct AppleClient: Sendable {
    /// The client ID.
    public let id: ClientID

    /// Supplies the client secrets, and with them the team and key.
    public let secrets: ClientSecretCache

    /// The endpoints of Apple or of an emulator.
    public let endpoints: AppleEndpoints

    /// The `User-Agent` of the requests.
    public let userAgent: String

    let transport: any AppleTransport

    /// - Parameters:
    ///   - id: the bundle identifier of an app, or the Services ID of a website. Codes and tokens must have been issued to it.
    ///   - userAgent: printable ASCII. An empty or other text is replaced by ``AppleRequest/defaultUserAgent``.
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

    /// Sends one request and returns the body of a response with status 200.
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
        switch AppleRequestOutcome(response, to: call.operation) {
        case .success(let body): return body
        case .failure(let error): throw error
        case .rejection(let rejection, let description):
            let facts = RejectionFacts(
                operation: call.operation, team: secrets.signer.team, keyID: secrets.signer.key.keyID, client: id,
                secretIssuedAt: secret.issuedAt, secretExpiresAt: secret.expiresAt, codeOrigin: call.codeOrigin,
                codeReceivedAt: call.codeReceivedAt, now: now, appleTime: response.header("Date").flatMap(HTTPDate.date))
            throw AppleIdentityError(
                .rejected, "Apple rejected the request with \(rejection.name).",
                call: AppleIdentityError.FailedCall(
                    operation: call.operation, rejection: rejection, appleDescription: description,
                    diagnosis: RejectionDiagnosis.causes(of: rejection, appleDescription: description, facts: facts)))
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

    /// Exchanges an authorization code for tokens. The code is used up afterwards, even after an error.
    ///
    /// - Parameters:
    ///   - code: the received code, which is valid for five minutes.
    ///   - origin: how the code was obtained.
    ///   - receivedAt: when the code was received, if known. It only improves the diagnosis of a rejection.
    /// - Returns: the tokens. Verify the identity token with ``IdentityTokenVerifier`` before use. If another token came with the
    ///   code, compare the two subjects.
    public func exchange(
        _ code: AuthorizationCode, from origin: CodeOrigin, receivedAt: Date? = nil, now: Date
    ) async throws(AppleIdentityError) -> ExchangedTokens {
        var fields = [(name: "code", value: code.reveal()), (name: "grant_type", value: "authorization_code")]
        if case .web(let redirectURI) = origin { fields.append((name: "redirect_uri", value: redirectURI.text)) }
        let call = AppleCall(
            operation: .exchange, url: endpoints.token, fields: fields, codeOrigin: origin, codeReceivedAt: receivedAt)
        return try ExchangedTokens(TokenResponse(try await post(call, now: now), to: .exchange), now: now)
    }

    /// Asks Apple to revoke the user's consent to this client. Deleting an account requires it (App Review Guideline 5.1.1(v)).
    ///
    /// Keep the token until the call returns, and retry later after an error with ``AppleIdentityError/isTemporary``. Without a
    /// stored token, only the user can revoke the consent, in the settings of the Apple Account.
    public func revoke(_ token: RefreshToken, now: Date) async throws(AppleIdentityError) -> AcceptedRevocation {
        try await revoke(token.reveal(), hint: "refresh_token", now: now)
    }

    /// Revokes consent with an access token, which is valid for one hour after an exchange.
    public func revoke(_ token: AccessToken, now: Date) async throws(AppleIdentityError) -> AcceptedRevocation {
        try await revoke(token.reveal(), hint: "access_token", now: now)
    }

    private func revoke(_ token: String, hint: String, now: Date) async throws(AppleIdentityError) -> AcceptedRevocation {
        let fields = [(name: "token", value: token), (name: "token_type_hint", value: hint)]
        let body = try await post(AppleCall(operation: .revocation, url: endpoints.revoke, fields: fields), now: now)
        // Apple's response is empty. A page with status 200 comes from an intermediary, and nothing was revoked.
        if body.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) { _ = try ResponseObject(body, to: .revocation) }
        return AcceptedRevocation(acceptedAt: now)
    }
}

/// The origin of a code, which decides the parameters of its exchange.
///
/// Apple rejects a valid code with `invalid_grant` if a native code comes with a redirect URI, or a web code without one.
public enum CodeOrigin: Sendable, Hashable {
    /// From an app on a device, without a redirect URI.
    case native
    /// From a browser, with the redirect URI of the authorization request, byte for byte.
    case web(redirectURI: RedirectURI)
}

/// The tokens of a code exchange.
public struct ExchangedTokens: Sendable {
    /// The identity token, unverified.
    public let identityToken: UnverifiedIdentityToken

    /// The refresh token. Store it sealed: the daily check requires it, and so does revoking the consent when the account is
    /// deleted.
    public let refreshToken: RefreshToken

    /// The access token. Use it for revocation if there is no refresh token.
    public let accessToken: AccessToken

    /// The time when the access token expires, by the local clock.
    public let accessTokenExpiresAt: Date

    init(_ answer: TokenResponse, now: Date) throws(AppleIdentityError) {
        guard let identityToken = answer.identityToken else { throw .malformed(.exchange, "id_token is missing") }
        guard let refreshToken = answer.refreshToken else { throw .malformed(.exchange, "refresh_token is missing") }
        self.identityToken = identityToken
        self.refreshToken = refreshToken
        accessToken = answer.accessToken
        accessTokenExpiresAt = now.addingTimeInterval(TimeInterval(answer.lifetime))
    }
}

/// Apple's acceptance of a revocation request.
///
/// It does not prove a revocation: Apple's response is the same for a token revoked before, and reportedly for any text. A
/// revocation succeeded if the next sign-in asks for the name and e-mail address again.
public struct AcceptedRevocation: Sendable, Hashable {
    /// The time when Apple accepted it, by the local clock.
    public let acceptedAt: Date
}

/// One request without the client ID and secret, which the client adds.
struct AppleCall {
    let operation: AppleOperation
    let url: String
    let fields: [(name: String, value: String)]
    var bearer: AccessToken?
    var codeOrigin: CodeOrigin?
    var codeReceivedAt: Date?
}
