import Accounts
import HTTPTypes
import JSONText
import Secrets

extension AccountAPI {
    var currentSession: DescribedRoute {
        DescribedRoute(
            .get, "/v1/session",
            Operation(
                "getSession", "The session of the token, with its account.", tag: .sessions, security: .session,
                answers: [.ok("CurrentSession")])
        ) { request in
            let active = try await enrollingSession(of: request)
            return .json([
                "account": active.account.representation, "session": active.session.representation(isCurrent: true),
            ])
        }
    }

    var endCurrentSession: DescribedRoute {
        DescribedRoute(
            .delete, "/v1/session",
            Operation("signOut", "Sign out.", tag: .sessions, security: .session, answers: [.noContent])
        ) { request in
            let active = try await enrollingSession(of: request)
            try await request.refuseContent()
            try await service.signOut(active, client: request.client(), now: now())
            return .noContent
        }
    }

    var reauthenticate: DescribedRoute {
        DescribedRoute(
            .post, "/v1/session/reauthentication",
            Operation(
                "reauthenticate", "Show the password again, for sensitive steps. The session gets a new token.", tag: .sessions,
                security: .session, body: "Reauthentication", answers: [.ok("RenewedSession")],
                problems: [.invalidCredentials, .tooManyRequests])
        ) { request in
            let active = try await enrollingSessionForChange(of: request)
            let password = try await request.json { object throws(JSONReadingError) in try object.string("password") }
            let outcome = try await service.reauthenticate(
                active, password: Password(password), client: request.client(), now: now())
            switch outcome {
            case .reauthenticated(let signedIn): return .json(["session": signedIn.openedSession])
            case .refused: throw Problem.wrongPassword
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    var issueAccessToken: DescribedRoute {
        DescribedRoute(
            .post, "/v1/session/access-token",
            Operation(
                "issueAccessToken",
                "A short-lived token that other backends check without asking, for the one audience that the body names. The body may be left "
                    + "out where only one is configured.",
                tag: .sessions, security: .session, body: "AccessTokenRequest", bodyKind: .optionalJSON,
                answers: [.ok("AccessToken")], problems: [.invalidFields, .reauthenticationRequired])
        ) { request in
            let active = try await session(of: request)
            guard active.hasCurrentCredential else { throw Problem.reauthenticationRequired }
            let asked = try await request.optionalJSON { object throws(JSONReadingError) in
                try object.optionalString("audience")
            }
            guard let audience = accessTokens.audience(asked: asked ?? nil) else {
                throw Problem(member: "audience", message: "Name one of the configured audiences.")
            }
            let token = try await accessTokens.issue(to: active, audience: audience, now: now())
            return .json([
                "accessToken": .string(token.text), "tokenType": "Bearer",
                "expiresIn": .integer(token.expiresIn.components.seconds),
            ])
        }
    }

    /// Token introspection (RFC 7662). Without configured backends no secret authenticates.
    var introspect: DescribedRoute {
        DescribedRoute(
            .post, "/v1/introspection",
            Operation(
                "introspectAccessToken",
                "Whether an access token still counts (RFC 7662): its session lives and the token has not expired. For a backend that "
                    + "authenticates with its secret as bearer token, about tokens of its own audience.",
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

    /// The claims of a good token whose session has not ended.
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
