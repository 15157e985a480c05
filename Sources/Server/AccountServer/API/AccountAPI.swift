import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Markup
import Secrets

/// The JSON API under `/v1`, its health checks, and the OpenAPI document that describes them.
///
/// Sessions are shown by `Authorization: Bearer`, never by cookie, so that no page of another origin can use them. Errors are problem
/// documents (RFC 9457). Bodies are strict JSON; members that an operation does not know are refused.
package struct AccountAPI: Sendable {
    let service: AccountService
    let factors: SecondFactorService
    /// What authenticators list a generator of one-time codes under: the name of the service.
    let issuer: String
    let accessTokens: AccessTokenIssuer
    /// Nil where Sign in with Apple is off.
    var apple: AppleCeremonies?
    let now: @Sendable () -> Timestamp

    /// All routes, the document's own included.
    package var routes: [Route] {
        let describedRoutes = describedRoutes
        return describedRoutes.map(\.route) + [
            .document(at: Self.documentPath, type: "application/json") {
                OpenAPIDocument(describedRoutes: describedRoutes, schemas: schemas).json.bytes(.compact)
            }
        ]
    }

    private var schemas: JSONValue {
        Schemas.all(passwords: service.passwordPolicy, audiences: accessTokens.audience, apple: apple?.connection.verification)
    }

    /// The path of the OpenAPI document.
    static let documentPath: LocalPath = "/openapi.json"

    /// The reference of these routes, with requests to `origin`.
    func reference(at origin: PublicOrigin) -> APIReference {
        APIReference(describedRoutes: describedRoutes, schemas: schemas, origin: origin)
    }

    var describedRoutes: [DescribedRoute] {
        [
            createAccount, createSession, currentSession, endCurrentSession, listSessions, endSessions, endSession,
            reauthenticate, issueAccessToken, introspect, currentAccount, renameAccount, deleteAccount, changePassword,
            passwordPolicy,
            listEvents, live, ready, answerChallenge, askForFactor, upgradePassword, confirmUpgrade,
        ] + factorSettings + appleRoutes
    }
}

extension AccountAPI {
    /// A route for a signed-in person: its description says that it takes a session, and its handler gets that session. Content is refused
    /// where the description names none.
    func route(
        _ method: HTTPRequest.Method, _ path: String, for use: SessionUse, _ operation: Operation,
        handler: @escaping @Sendable (IncomingRequest, ActiveSession) async throws -> Response
    ) -> DescribedRoute {
        var operation = operation
        operation.security = .session
        let refusesContent = operation.body == nil && method != .get
        return DescribedRoute(method, path, operation) { request in
            let active = try await session(of: request, for: use)
            if refusesContent { try await request.refuseContent() }
            return try await handler(request, active)
        }
    }

    /// The living session whose token the request shows. Throws 401 without one, and with one that opens nothing; 403 where the account
    /// must set up a second factor first; 429 beyond the budget of the session.
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

/// What a route asks of the session of its requests.
struct SessionUse: Sendable {
    /// Whether the account may still have to set up a second factor: for what that needs, and for signing out.
    var isEnrolling = false
    /// Whether the request may write an event, and so is charged to the session.
    var isCharged = false

    static let living = SessionUse()
    static let enrolling = SessionUse(isEnrolling: true)
    static let changing = SessionUse(isCharged: true)
    static let enrollingChange = SessionUse(isEnrolling: true, isCharged: true)
}

extension IncomingRequest {
    /// Who asks, as sessions and events record it. A device that does not name itself is known by its `User-Agent`.
    func client(deviceName: String? = nil) -> Client {
        Client(address: clientAddress, deviceName: deviceName ?? headers[.userAgent])
    }
}

extension Problem {
    /// 403 for a session that can only set up a second factor.
    static var secondFactorEnrolmentRequired: Problem {
        Problem(
            .secondFactorEnrolmentRequired,
            detail: "Set up an authenticator app at /v1/account/totp, or add a device key at /v1/account/device-keys.")
    }

    /// 401 for a token that opens no living session (RFC 6750, section 3.1, `invalid_token`).
    static var sessionEnded: Problem {
        Problem(.sessionExpired, headers: [.wwwAuthenticate: Problem.bearerChallenge + #", error="invalid_token""#])
    }
}

extension AccountAPI {
    var live: DescribedRoute {
        DescribedRoute(
            .get, "/health/live",
            Operation("live", "Whether the process answers.", tag: .health, answers: [.ok("Health")])
        ) { _ in .json(["status": "ok"]) }
    }

    var ready: DescribedRoute {
        DescribedRoute(
            .get, "/health/ready",
            Operation("ready", "Whether the store answers too.", tag: .health, answers: [.ok("Health")])
        ) { _ in
            guard await service.stores.isReady() else { throw Problem.overloaded(cause: "the store does not answer") }
            return .json(["status": "ok"])
        }
    }
}
