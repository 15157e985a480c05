import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Markup
import Secrets

/// The JSON API under `/v1`, its health checks, and the OpenAPI document that describes the routes.
///
/// Clients send sessions as `Authorization: Bearer`, never as a cookie, so a page of another origin cannot use them. Errors are
/// problem documents (RFC 9457). Bodies are strict JSON; unknown members are rejected.
package struct AccountAPI: Sendable {
    let service: AccountService
    let factors: SecondFactorService
    /// The service name that authenticator apps show.
    let issuer: String
    let accessTokens: AccessTokenIssuer
    /// The ceremonies of Sign in with Apple. Nil if Sign in with Apple is off.
    var apple: AppleCeremonies?
    /// The ceremonies of passkeys. Nil where passkeys are off.
    var passkeys: PasskeyCeremonies?
    /// The service for e-mail addresses. Nil if mail is off.
    var addresses: AddressService?
    /// The service for recoveries. Nil if mail is off.
    var recovery: RecoveryService?
    /// The service for sign-ins by a mailed code. Nil if they are off.
    var mailedSignIn: MailedSignInService?
    /// The service for operators. Nil if it is off.
    var operators: OperatorService?
    let now: @Sendable () -> Timestamp

    /// All routes, including `/openapi.json`.
    package var routes: [Route] {
        let describedRoutes = describedRoutes
        return describedRoutes.map(\.route) + [
            .document(at: Self.documentPath, type: "application/json") {
                OpenAPIDocument(describedRoutes: describedRoutes, schemas: schemas).json.bytes(.compact)
            }
        ]
    }

    private var schemas: JSONValue {
        Schemas.all(
            passwords: service.passwordPolicy, audiences: accessTokens.audience, apple: apple?.connection.verification,
            passkeys: passkeys != nil, isMailOn: addresses != nil, codesSignIn: mailedSignIn != nil, operators: operators != nil)
    }

    /// The path of the OpenAPI document.
    static let documentPath: LocalPath = "/openapi.json"

    /// Returns the reference of these routes, with requests to `origin`.
    func reference(at origin: PublicOrigin) -> APIReference {
        APIReference(describedRoutes: describedRoutes, schemas: schemas, origin: origin)
    }

    var describedRoutes: [DescribedRoute] {
        [
            createAccount, createSession, currentSession, endCurrentSession, listSessions, endSessions, endSession,
            reauthenticate, issueAccessToken, introspect, currentAccount, updateAccount, deleteAccount, changePassword,
            passwordPolicy,
            listEvents, live, ready, answerChallenge, askForFactor, upgradePassword, confirmUpgrade,
        ] + factorSettings + otherCredentials + appleRoutes + passkeyRoutes + addressRoutes + recoveryRoutes
            + mailedSignInRoutes + operatorRoutes
    }

    /// The routes that add and remove a password, if an account can exist without one.
    private var otherCredentials: [DescribedRoute] {
        apple == nil && passkeys == nil ? [] : [setFirstPassword, removePassword]
    }
}

extension AccountAPI {
    /// Returns a route that requires a session: the description says so, and the handler receives the session. Rejects content if
    /// the description has no body.
    func route(
        _ method: HTTPRequest.Method, _ path: String, for use: SessionUse, _ operation: Operation,
        handler: @escaping @Sendable (IncomingRequest, ActiveSession) async throws -> Response
    ) -> DescribedRoute {
        var operation = operation
        operation.security = .session
        let rejectsContent = operation.body == nil && method != .get
        return DescribedRoute(method, path, operation) { request in
            let active = try await session(of: request, for: use)
            if rejectsContent { try await request.rejectContent() }
            return try await handler(request, active)
        }
    }

    /// Returns the active session of the request's bearer token. Throws 401 if the token is missing or invalid, 403 if the
    /// account must set up a second factor first, and 429 if the session's budget is exhausted.
    func session(of request: IncomingRequest, for use: SessionUse) async throws -> ActiveSession {
        guard let token = OpaqueToken(encoded: try request.bearerToken().reveal()),
            let active = try await service.session(for: token, address: request.clientAddress, now: now())
        else { throw Problem.sessionEnded }
        guard use.isEnrolling || !service.mustEnrol(active) else { throw Problem.secondFactorEnrolmentRequired }
        if use.isCharged, case .exhausted(let retryAfter) = try await service.chargeChange(by: active, now: now()) {
            throw Problem.tooManyRequests(retryAfter: retryAfter)
        }
        return active
    }
}

/// The requirements of a route for the session.
struct SessionUse: Sendable {
    /// Whether the route also admits an account that must still set up a second factor: for the set-up itself and for signing
    /// out.
    var isEnrolling = false
    /// Whether the request may write an audit event or a record, or reads many rows, and is therefore charged to the session's budget.
    var isCharged = false

    static let living = SessionUse()
    static let enrolling = SessionUse(isEnrolling: true)
    static let changing = SessionUse(isCharged: true)
    static let enrollingChange = SessionUse(isEnrolling: true, isCharged: true)
}

extension IncomingRequest {
    /// Returns the client, as sessions and audit events record it. The `User-Agent` is the device name if the body has none.
    func client(deviceName: String? = nil) -> Client {
        Client(
            address: clientAddress, deviceName: deviceName ?? headers[.userAgent],
            language: languages.requested(in: headers)?.domainTag)
    }
}

extension Problem {
    /// 403 for a session that may only set up a second factor.
    static var secondFactorEnrolmentRequired: Problem {
        Problem(
            .secondFactorEnrolmentRequired,
            detail: "Set up an authenticator app at /v1/account/totp, or add a device key at /v1/account/device-keys.")
    }

    /// 401 for a token without an active session (RFC 6750, section 3.1, `invalid_token`).
    static var sessionEnded: Problem {
        Problem(.sessionExpired, headers: [.wwwAuthenticate: Problem.bearerChallenge + #", error="invalid_token""#])
    }
}

extension AccountAPI {
    var live: DescribedRoute {
        DescribedRoute(
            .get, "/health/live",
            Operation("live", "Check whether the process responds.", tag: .health, answers: [.ok("Health")])
        ) { _ in .json(["status": "ok"]) }
    }

    var ready: DescribedRoute {
        DescribedRoute(
            .get, "/health/ready",
            Operation("ready", "Check whether the store responds.", tag: .health, answers: [.ok("Health")])
        ) { _ in
            guard await service.stores.isReady() else { throw Problem.overloaded(cause: "the store does not respond") }
            return .json(["status": "ok"])
        }
    }
}
