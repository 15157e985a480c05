import AccountPages
import Accounts
import HTTPTypes
import JSONText
import Secrets

extension AccountAPI {
    var createSession: DescribedRoute {
        DescribedRoute(
            .post, "/v1/sessions",
            Operation(
                "signIn", "Sign in with user name and password.", tag: .sessions, body: "Credentials",
                answers: [.created("SignedIn")],
                problems: [.invalidCredentials, .additionalAuthenticationRequired, .accountLocked, .tooManyRequests])
        ) { request in
            let (body, deviceToken) = try await request.json { object throws(JSONReadingError) in
                (try CredentialsBody(reading: &object), try object.optionalToken("deviceToken"))
            }
            let signIn = SignIn(
                userName: body.userName, password: Password(body.password), deviceToken: deviceToken,
                client: request.client(deviceName: body.deviceName))
            switch try await service.signIn(signIn, now: now()) {
            case .signedIn(let signedIn):
                return .json(
                    try await signaling(signedIn), status: .created, headers: [.location: "\(request.prefix)/v1/session"])
            case .factorRequired(let challenge): throw Problem.additionalAuthenticationRequired(challenge)
            case .rejected: throw Problem.wrongCredentials
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    var listSessions: DescribedRoute {
        route(
            .get, "/v1/sessions", for: .living,
            Operation(
                "listSessions", "List the active sessions of the account, most recently used first.", tag: .sessions,
                answers: [.ok("SessionList")])
        ) { request, active in
            let sessions = try await service.sessions(of: active, now: now())
            return .json([
                "sessions": .array(sessions.map { $0.representation(isCurrent: $0.id == active.session.id) })
            ])
        }
    }

    var endSessions: DescribedRoute {
        route(
            .delete, "/v1/sessions", for: .changing,
            Operation(
                "endSessions",
                """
                End all sessions of the account, or all except this one. Requires recent authentication; the former password of \
                an upgrade does not count. Ending all of them also cancels a recovery of the account. While a recovery waits, it \
                requires the second factor in the session or, without one, the account's passkey.
                """,
                tag: .sessions, parameters: [.exceptCurrent], answers: [.ok("EndedSessions")],
                problems: [.tooManyRequests, .reauthenticationRequired, .additionalAuthenticationRequired])
        ) { request, active in
            if try request.query.exceptsCurrent {
                switch try await service.revokeOthers(by: active, client: request.client(), now: now()) {
                case .ended(let count): return .json(["ended": .integer(count)])
                case .reauthenticationRequired: throw Problem.reauthenticationRequired
                }
            }
            switch try await service.revokeAll(by: active, client: request.client(), now: now()) {
            case .ended(let count): return .json(["ended": .integer(count)])
            case .reauthenticationRequired: throw Problem.reauthenticationRequired
            case .factorRequired: throw try await factorRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    var endSession: DescribedRoute {
        route(
            .delete, "/v1/sessions/{id}", for: .changing,
            Operation(
                "endSession",
                """
                End one session of the account. Ending a session other than the current one requires recent authentication; the \
                former password of an upgrade does not count.
                """,
                tag: .sessions, parameters: [.sessionID], answers: [.noContent],
                problems: [.tooManyRequests, .notFound, .reauthenticationRequired])
        ) { request, active in
            let missing = Problem(.notFound, detail: "The account has no such session.", texts: [.text(.problemGone)])
            guard let id = SessionID(try request.parameters.required("id")) else { throw missing }
            switch try await service.revoke(id, by: active, client: request.client(), now: now()) {
            case .ended(0): throw missing
            case .ended: return .noContent
            case .reauthenticationRequired: throw Problem.reauthenticationRequired
            }
        }
    }
}

extension JSONObjectReader {
    /// Returns a token that this server may have issued. A malformed token counts as missing; the service decides later whether a
    /// token is valid.
    mutating func optionalToken(_ name: String) throws(JSONReadingError) -> OpaqueToken? {
        try optionalString(name).flatMap(OpaqueToken.init(encoded:))
    }
}

extension FormFields {
    fileprivate var exceptsCurrent: Bool {
        get throws {
            switch self["except"] {
            case nil: false
            case "current": true
            default: throw Problem(parameter: "except", message: "except must be current or absent.")
            }
        }
    }
}

extension AccountAPI {
    var currentSession: DescribedRoute {
        route(
            .get, "/v1/session", for: .enrolling,
            Operation(
                "getSession", "Get the session of the bearer token and its account.", tag: .sessions,
                answers: [.ok("CurrentSession")])
        ) { request, active in
            return .json([
                "account": active.account.representation, "session": active.session.representation(isCurrent: true),
            ])
        }
    }

    var endCurrentSession: DescribedRoute {
        route(
            .delete, "/v1/session", for: .enrolling,
            Operation("signOut", "Sign out.", tag: .sessions, answers: [.noContent])
        ) { request, active in
            try await service.signOut(active, client: request.client(), now: now())
            return .noContent
        }
    }

    var reauthenticate: DescribedRoute {
        route(
            .post, "/v1/session/reauthentication", for: .enrollingChange,
            Operation(
                "reauthenticate", "Reauthenticate with the password before a sensitive operation. The session gets a new token.",
                tag: .sessions,
                body: "Reauthentication", answers: [.ok("RenewedSession")],
                problems: [.invalidCredentials, .tooManyRequests])
        ) { request, active in
            let password = try await request.json { object throws(JSONReadingError) in try object.string("password") }
            let outcome = try await service.reauthenticate(
                active, password: Password(password), client: request.client(), now: now())
            switch outcome {
            case .reauthenticated(let signedIn): return .json(["session": signedIn.openedSession])
            case .rejected: throw Problem.wrongPassword
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    var issueAccessToken: DescribedRoute {
        route(
            .post, "/v1/session/access-token", for: .living,
            Operation(
                "issueAccessToken",
                "Issue a short-lived access token for one audience, which other backends verify offline. The body is optional if only one "
                    + "audience is configured.",
                tag: .sessions, body: "AccessTokenRequest", bodyKind: .optionalJSON,
                answers: [.ok("AccessToken")], problems: [.invalidFields, .reauthenticationRequired])
        ) { request, active in
            guard active.hasCurrentCredential else { throw Problem.reauthenticationRequired }
            let asked = try await request.optionalJSON { object throws(JSONReadingError) in
                try object.optionalString("audience")
            }
            guard let audience = accessTokens.audience(asked: asked ?? nil) else {
                throw Problem(member: "audience", message: "audience must be one of the configured audiences.")
            }
            let token = try await accessTokens.issue(to: active, audience: audience, now: now())
            return .json([
                "accessToken": .string(token.text), "tokenType": "Bearer",
                "expiresIn": .integer(token.expiresIn.components.seconds),
            ])
        }
    }

    /// Token introspection (RFC 7662). Without configured introspectors, every request is unauthenticated.
    var introspect: DescribedRoute {
        DescribedRoute(
            .post, "/v1/introspection",
            Operation(
                "introspectAccessToken",
                "Check whether an access token is active (RFC 7662): it has not expired and its session is active. For backends, which "
                    + "authenticate with their secret as bearer token and check tokens for their audience.",
                tag: .sessions, security: .backend, body: "Introspection", bodyKind: .form, answers: [.ok("IntrospectedToken")])
        ) { request in
            guard let secret = MasterKey(base64: try request.bearerToken().reveal()),
                let backend = accessTokens.introspector(showing: secret)
            else { throw Problem.unauthenticated() }
            let form = try await request.form(["token", "token_type_hint"])
            let claims = try await livingClaims(of: try form.required("token"), for: backend.audience)
            let members = claims.map { [("active", true), ("token_type", "Bearer")] + $0.members.map { ($0.name, $0.value) } }
            return .json(
                .object(JSONObject(members ?? [("active", false)])), headers: [.cacheControl: "no-store"])
        }
    }

    /// Returns the claims of a valid token whose session is still active, or nil.
    private func livingClaims(of token: String, for audience: String) async throws -> JSONObject? {
        let now = now()
        guard let claims = try await accessTokens.claims(of: token, for: audience, now: now),
            let account = claims["sub"]?.string.flatMap(AccountID.init),
            let session = claims["sid"]?.string.flatMap(SessionID.init),
            try await service.stores.sessions(of: account, now: now).contains(where: { $0.id == session })
        else { return nil }
        return claims
    }
}
