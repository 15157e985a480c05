import Accounts
import HTTPTypes
import JSONText

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
            let active = try await enrollingSession(of: request)
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
                "issueAccessToken", "A short-lived token that other backends check without asking.", tag: .sessions,
                security: .session, answers: [.ok("AccessToken")], problems: [.reauthenticationRequired])
        ) { request in
            let active = try await session(of: request)
            guard active.hasCurrentCredential else { throw Problem.reauthenticationRequired }
            try await request.refuseContent()
            let token = try await accessTokens.issue(to: active, now: now())
            return .json([
                "accessToken": .string(token.text), "tokenType": "Bearer",
                "expiresIn": .integer(token.expiresIn.components.seconds),
            ])
        }
    }
}
