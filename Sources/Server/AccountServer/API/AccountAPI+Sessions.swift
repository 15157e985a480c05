import Accounts
import HTTPTypes
import JSONText
import Secrets

extension AccountAPI {
    var createSession: DescribedRoute {
        DescribedRoute(
            .post, "/v1/sessions",
            Operation(
                "signIn", "Sign in by password.", tag: .sessions, body: "Credentials", answers: [.created("SignedIn")],
                problems: [.invalidCredentials, .additionalAuthenticationRequired, .tooManyRequests])
        ) { request in
            let (body, deviceToken) = try await request.json { object throws(JSONReadingError) in
                (try CredentialsBody(reading: &object), try object.optionalToken("deviceToken"))
            }
            let signIn = SignIn(
                userName: body.userName, password: Password(body.password), deviceToken: deviceToken,
                client: request.client(deviceName: body.deviceName))
            switch try await service.signIn(signIn, now: now()) {
            case .signedIn(let signedIn):
                return .json(signedIn.representation, status: .created, headers: [.location: "\(request.prefix)/v1/session"])
            case .factorRequired(let challenge): throw Problem.additionalAuthenticationRequired(challenge)
            case .refused: throw Problem.wrongCredentials
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    var listSessions: DescribedRoute {
        DescribedRoute(
            .get, "/v1/sessions",
            Operation(
                "listSessions", "The living sessions of the account, the last used first.", tag: .sessions, security: .session,
                answers: [.ok("SessionList")])
        ) { request in
            let active = try await session(of: request)
            let sessions = try await service.sessions(of: active, now: now())
            return .json([
                "sessions": .array(sessions.map { $0.representation(isCurrent: $0.id == active.session.id) })
            ])
        }
    }

    var endSessions: DescribedRoute {
        DescribedRoute(
            .delete, "/v1/sessions",
            Operation(
                "endSessions",
                """
                End all sessions of the account, or all but this one. Requires a credential shown within the last minutes, \
                other than the former password of an upgrade.
                """,
                tag: .sessions, security: .session, parameters: [.exceptCurrent], answers: [.ok("EndedSessions")],
                problems: [.tooManyRequests, .reauthenticationRequired])
        ) { request in
            let active = try await sessionForChange(of: request)
            try await request.refuseContent()
            let outcome =
                if try request.query.exceptsCurrent {
                    try await service.revokeOthers(by: active, client: request.client(), now: now())
                } else {
                    try await service.revokeAll(by: active, client: request.client(), now: now())
                }
            switch outcome {
            case .ended(let count): return .json(["ended": .integer(count)])
            case .reauthenticationRequired: throw Problem.reauthenticationRequired
            }
        }
    }

    var endSession: DescribedRoute {
        DescribedRoute(
            .delete, "/v1/sessions/{id}",
            Operation(
                "endSession",
                """
                End one session of the account. Ending another one than its own requires a credential shown within the last \
                minutes, other than the former password of an upgrade.
                """,
                tag: .sessions, security: .session, parameters: [.sessionID], answers: [.noContent],
                problems: [.tooManyRequests, .notFound, .reauthenticationRequired])
        ) { request in
            let active = try await sessionForChange(of: request)
            try await request.refuseContent()
            let missing = Problem(.notFound, detail: "The account has no such session.")
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
    /// A token issued by this server. One that could not have been is as good as none: what it opens is decided later.
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
            default: throw Problem(parameter: "except", message: "except is absent or current.")
            }
        }
    }
}
