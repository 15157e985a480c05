import AccountPages
import Accounts
public import Hummingbird
import InternetAddresses
import Secrets

// For an application's own sign-in routes, in addition to the mounted ones.

extension Latchkey {
    /// Creates an account and signs it in.
    ///
    /// - Throws: ``LatchkeyError``: `rejected` for a rejected name or password, `tooManyRequests`, `overloaded`.
    public func register(userName: String, password: String, visitor: Visitor) async throws -> OpenedSession {
        try await translated {
            let registration = Registration(userName: userName, password: Password(password), client: visitor.client)
            switch try await system.service.register(registration, now: system.now()) {
            case .registered(let signedIn): return OpenedSession(signedIn)
            case .rejected(let rejections): throw Problem(rejections)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    /// Signs in with a password.
    ///
    /// - Throws: ``LatchkeyError``: `wrongCredentials`, `additionalAuthenticationRequired` for an account with a second factor,
    ///   which must sign in with the API or the pages, `tooManyRequests`, `overloaded`.
    public func signIn(userName: String, password: String, visitor: Visitor) async throws -> OpenedSession {
        try await translated {
            let signIn = SignIn(userName: userName, password: Password(password), deviceToken: nil, client: visitor.client)
            switch try await system.service.signIn(signIn, now: system.now()) {
            case .signedIn(let signedIn): return OpenedSession(signedIn)
            case .factorRequired(let challenge): throw Problem.additionalAuthenticationRequired(challenge)
            case .rejected: throw Problem.wrongCredentials
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    /// Changes the password. Always requires the current password, however recent the sign-in is, so that an open session is not
    /// enough to take over the account. All other sessions end. This session continues with a new token, or with the presented
    /// token if `keepingToken` is true, for clients that cannot store a new one.
    ///
    /// - Throws: ``LatchkeyError``: `wrongCredentials` for a wrong current password, `rejected` for a rejected new password and
    ///   for an account without a password, `additionalAuthenticationRequired` if a second factor was not shown recently,
    ///   `notSignedIn`, `tooManyRequests` if a budget is exhausted (including the session's), `overloaded`.
    @discardableResult
    public func changePassword(
        of user: SignedInUser, from current: String, to password: String, visitor: Visitor, keepingToken: Bool = false
    ) async throws -> OpenedSession {
        try await translated {
            if case .exhausted(let retryAfter) = try await system.service.chargeChange(by: user.active, now: system.now()) {
                throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
            let change = PasswordChange(
                new: Password(password), current: Password(current), client: visitor.client,
                keepingPresentedToken: keepingToken ? user.token : nil)
            switch try await system.service.changePassword(change, of: user.active, now: system.now()) {
            case .changed(let signedIn): return OpenedSession(signedIn)
            case .rejected(let rejections): throw Problem(newPassword: rejections)
            case .wrongCurrentPassword: throw Problem.wrongPassword
            case .noPassword:
                throw Problem(.conflict, detail: "The account has no password.", texts: [.text(.problemNoPassword)])
            case .factorRequired:
                throw Problem(.additionalAuthenticationRequired, detail: "A second factor is required. Show one first.")
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .superseded: throw Problem.sessionEnded
            }
        }
    }

    /// Ends the user's session.
    ///
    /// - Throws: ``LatchkeyError``: `overloaded`.
    public func signOut(_ user: SignedInUser, visitor: Visitor) async throws {
        try await translated {
            try await system.service.signOut(user.active, client: visitor.client, now: system.now())
        }
    }

    /// Returns the user whose session token the request has as `Authorization: Bearer`.
    ///
    /// - Throws: ``LatchkeyError``: `notSignedIn` without the token of an active session.
    public func signedInUser<Context: RequestContext & RemoteAddressRequestContext>(
        _ request: Request, _ context: Context
    ) async throws -> SignedInUser {
        try await translated { try await user(of: request, context) }
    }

    func user<Context: RequestContext & RemoteAddressRequestContext>(
        of request: Request, _ context: Context
    ) async throws -> SignedInUser {
        guard let bearer = try BearerToken(in: request.headers) else { throw Problem.unauthenticated() }
        let address = IPAddress(peer: context.remoteAddress)
        guard let token = OpaqueToken(encoded: bearer.reveal()),
            let active = try await system.service.session(for: token, address: address, now: system.now())
        else { throw Problem.sessionEnded }
        guard !system.service.mustEnrol(active) else { throw Problem.secondFactorEnrolmentRequired }
        return SignedInUser(active: active, token: token)
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
