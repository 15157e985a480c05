import Accounts
public import Hummingbird
import InternetAddresses
import Secrets

// For routes of one's own that sign people in, beside those that are mounted.

extension Latchkey {
    /// Creates an account and signs it in.
    ///
    /// - Throws: ``LatchkeyError``: `refused` for a name or password that is not accepted, `tooManyRequests`, `overloaded`.
    public func register(userName: String, password: String, visitor: Visitor) async throws -> OpenedSession {
        try await translated {
            let registration = Registration(userName: userName, password: Password(password), client: visitor.client)
            switch try await system.service.register(registration, now: system.now()) {
            case .registered(let signedIn): return OpenedSession(signedIn)
            case .refused(let refusals): throw Problem(refusals)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    /// Signs in by password.
    ///
    /// - Throws: ``LatchkeyError``: `wrongCredentials`, `additionalAuthenticationRequired` for an account with a second factor, which signs
    ///   in by the API and the pages, `tooManyRequests`, `overloaded`.
    public func signIn(userName: String, password: String, visitor: Visitor) async throws -> OpenedSession {
        try await translated {
            let signIn = SignIn(userName: userName, password: Password(password), deviceToken: nil, client: visitor.client)
            switch try await system.service.signIn(signIn, now: system.now()) {
            case .signedIn(let signedIn): return OpenedSession(signedIn)
            case .factorRequired(let challenge): throw Problem.additionalAuthenticationRequired(challenge)
            case .refused: throw Problem.wrongCredentials
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    /// Changes the password. It takes the current password every time, however recently the person signed in, so that an open session does not
    /// give the account away. All other sessions end; this one continues, under a new token in the answer, or under the one presented for
    /// clients that cannot take a new one.
    ///
    /// - Throws: ``LatchkeyError``: `wrongCredentials` for another current password, `refused` for a new password that is not accepted and for
    ///   an account without a password, `additionalAuthenticationRequired` for an account with a second factor that was not shown within
    ///   minutes, `notSignedIn`, `tooManyRequests` beyond a budget, that of the session's changes too, `overloaded`.
    @discardableResult
    public func changePassword(
        of person: SignedInPerson, from current: String, to password: String, visitor: Visitor, keepingToken: Bool = false
    ) async throws -> OpenedSession {
        try await translated {
            if case .exhausted(let retryAfter) = try await system.service.chargeChange(by: person.active, now: system.now()) {
                throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
            let change = PasswordChange(
                new: Password(password), current: Password(current), client: visitor.client,
                keepingPresentedToken: keepingToken ? person.token : nil)
            switch try await system.service.changePassword(change, of: person.active, now: system.now()) {
            case .changed(let signedIn): return OpenedSession(signedIn)
            case .refused(let refusals): throw Problem(newPassword: refusals)
            case .wrongCurrentPassword: throw Problem.wrongPassword
            case .noPassword: throw Problem(.conflict, detail: "The account has no password.")
            case .factorRequired: throw Problem(.additionalAuthenticationRequired, detail: "Show a second factor first.")
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .superseded: throw Problem.sessionEnded
            }
        }
    }

    /// Ends the person's session.
    ///
    /// - Throws: ``LatchkeyError``: `overloaded`.
    public func signOut(_ person: SignedInPerson, visitor: Visitor) async throws {
        try await translated {
            try await system.service.signOut(person.active, client: visitor.client, now: system.now())
        }
    }

    /// The person whose session's token the request shows as `Authorization: Bearer`.
    ///
    /// - Throws: ``LatchkeyError``: `notSignedIn` without a token that opens a living session.
    public func signedInPerson<Context: RequestContext & RemoteAddressRequestContext>(
        _ request: Request, _ context: Context
    ) async throws -> SignedInPerson {
        try await translated { try await person(of: request, context) }
    }

    func person<Context: RequestContext & RemoteAddressRequestContext>(
        of request: Request, _ context: Context
    ) async throws -> SignedInPerson {
        guard let bearer = try BearerToken(in: request.headers) else { throw Problem.unauthenticated() }
        let address = IPAddress(peer: context.remoteAddress)
        guard let token = OpaqueToken(encoded: bearer.reveal()),
            let active = try await system.service.session(for: token, address: address, now: system.now())
        else { throw Problem.sessionEnded }
        guard !system.service.mustEnrol(active) else { throw Problem.secondFactorEnrolmentRequired }
        return SignedInPerson(active: active, token: token)
    }

    private func translated<Value>(_ ceremony: () async throws -> Value) async throws -> Value {
        do {
            return try await ceremony()
        } catch {
            let problem = Problem(thrown: error)
            problem.log(to: system.logger)
            throw LatchkeyError(problem)
        }
    }
}
