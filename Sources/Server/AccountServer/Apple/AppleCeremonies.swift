import Accounts
import AppleIdentity
import FoundationEssentials
import Secrets
import Traces

/// Sign in with Apple for the API and the pages: the account service and the verification of Apple's credentials.
struct AppleCeremonies: Sendable {
    let service: AppleAccountService
    let connection: AppleConnection
}

extension AppleCeremonies {
    /// Verifies Apple's credential in the configured way. If that needs a request to Apple, the request is charged to the
    /// caller's budget first and refunded if Apple confirms the credential.
    ///
    /// - Parameters:
    ///   - nonce: the nonce that the identity token must contain.
    ///   - asker: the caller that presents the credential.
    /// - Throws: a ``Problem``: 401 if Apple does not confirm the credential, 429 after too many failed attempts from the
    ///   address, 503 if Apple is unavailable. Also what the store throws.
    func verify(
        _ proof: AppleProof, nonce: ExpectedNonce, by asker: AuthorizationCodeSender, from client: Client
    ) async throws -> VerifiedAppleProof {
        switch connection.verification {
        case .identityToken: return try await connection.verifyToken(proof, nonce: nonce)
        case .authorizationCode:
            switch try await service.admitQuestion(by: asker, from: client, now: connection.now()) {
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .admitted(let question):
                let verified = try await verifyCode(proof, nonce: nonce, as: question)
                try await service.settle(question, now: connection.now())
                return verified
            }
        }
    }

    private func verifyCode(
        _ proof: AppleProof, nonce: ExpectedNonce, as question: AppleQuestion
    ) async throws -> VerifiedAppleProof {
        let reported = try await connection.identityBesideCode(of: proof, nonce: nonce)
        // The web attempt is already used and Apple supplies the name only once, so keep it even if the exchange fails.
        if proof.flow == .web, let reported {
            try await service.keepName(of: try connection.assertion(reported, name: proof.name), now: connection.now())
        }
        return try await connection.verifyCode(proof, beside: reported, nonce: nonce, as: question)
    }
}

/// Apple's credential as a client sends it, unverified.
struct AppleProof: Sendable {
    let flow: AppleFlow
    let identityToken: String?
    let code: String?
    let name: Accounts.PersonName?
}

/// The result of verifying an ``AppleProof``.
struct VerifiedAppleProof: Sendable {
    let assertion: AppleIdentityAssertion
    let grant: AppleGrant
}

extension AppleConnection {
    /// Verifies the identity token. The authorization code must belong to the token; a job exchanges it later.
    func verifyToken(_ proof: AppleProof, nonce: ExpectedNonce) async throws(Problem) -> VerifiedAppleProof {
        guard let token = proof.identityToken else { throw Problem.appleRejected("The identity token is missing.") }
        let identity = try await identity(in: token, flow: proof.flow, nonce: nonce)
        let code = try proof.code.map { text throws(Problem) in
            guard let code = AppleAuthorizationCode(text, flow: proof.flow) else {
                throw Problem.appleRejected("The code is malformed.")
            }
            return code
        }
        if let code, identity.checkCode(code.reveal()) == .differs {
            throw Problem.appleRejected("The code was not issued with this identity token.")
        }
        if let code { tracedCodes.remember(code) }
        return VerifiedAppleProof(
            assertion: try assertion(identity, name: proof.name), grant: code.map(AppleGrant.code) ?? AppleGrant.none)
    }

    /// Verifies the identity token that accompanies a code. Returns nil if the client sent no token.
    func identityBesideCode(of proof: AppleProof, nonce: ExpectedNonce) async throws(Problem) -> VerifiedAppleIdentity? {
        guard let token = proof.identityToken else { return nil }
        return try await identity(in: token, flow: proof.flow, nonce: nonce)
    }

    /// Exchanges the code at Apple and verifies the identity token of the response.
    ///
    /// - Parameters:
    ///   - reported: the result of ``identityBesideCode(of:nonce:)``; the code must belong to the same user and client.
    ///   - question: evidence that the request to Apple was charged to a budget.
    func verifyCode(
        _ proof: AppleProof, beside reported: VerifiedAppleIdentity?, nonce: ExpectedNonce, as question: AppleQuestion
    ) async throws(Problem) -> VerifiedAppleProof {
        guard let code = proof.code.flatMap({ AppleAuthorizationCode($0, flow: proof.flow) }) else {
            throw Problem.appleRejected("The authorization code is missing or malformed.")
        }
        guard let client = reported.flatMap({ AppleClientID($0.audience) }) ?? onlyClient(of: proof.flow) else {
            throw Problem.appleRejected("The service has several apps. Send the identity token too, which names the app.")
        }
        let tokens = try await exchange(code, for: client)
        let identity = try await identity(in: tokens.identityToken.reveal(), flow: proof.flow, nonce: nonce)
        guard identity.checkAccessToken(tokens.accessToken.reveal()) != .differs else {
            throw Problem.appleRejected("The identity token was not issued with the access token.")
        }
        guard reported.map({ $0.subject == identity.subject && $0.audience == identity.audience }) ?? true else {
            throw Problem.appleRejected("The authorization code and the identity token belong to different users or apps.")
        }
        return VerifiedAppleProof(
            assertion: try assertion(identity, name: proof.name),
            grant: AppleRefreshToken(tokens.refreshToken.reveal()).map(AppleGrant.refreshToken) ?? AppleGrant.none)
    }

    private func identity(
        in token: String, flow: AppleFlow, nonce: ExpectedNonce
    ) async throws(Problem) -> VerifiedAppleIdentity {
        guard let verifier = verifier(for: flow) else { throw Problem(.notFound) }
        let span = TraceSpan.current?.child(.verification, in: .server)
        do throws(AppleIdentityError) {
            let identity = try await verifier.verify(token, with: await keys, nonce: nonce, now: Date(now()))
            if let span {
                span.set(.client, identity.audience)
                span.add(TracedVerification.checks(of: token, nil))
                span.end()
            }
            return identity
        } catch {
            if let span {
                span.add(TracedVerification.checks(of: token, error))
                span.end(.failed(error.reason))
            }
            throw Problem(rejected: error)
        }
    }

    private func exchange(_ code: AppleAuthorizationCode, for client: AppleClientID) async throws(Problem) -> ExchangedTokens {
        guard let apple = self.client(client), let origin = origin(of: code.flow), let wireCode = AuthorizationCode(code.reveal())
        else {
            throw Problem.appleRejected("The authorization code is not for a client of this service.")
        }
        do throws(AppleIdentityError) {
            return try await exchange(wireCode, from: origin, by: apple, below: TraceSpan.current)
        } catch {
            throw Problem(asking: error)
        }
    }

    /// Converts the claims of a verified token to the domain's type.
    func assertion(
        _ identity: VerifiedAppleIdentity, name: Accounts.PersonName?
    ) throws(Problem) -> AppleIdentityAssertion {
        guard let subject = AppleSubject(identity.subject), let client = AppleClientID(identity.audience) else {
            throw Problem.appleRejected("The subject or audience of the identity token is malformed.")
        }
        return AppleIdentityAssertion(
            key: AppleIdentityKey(team: team, subject: subject), client: client,
            email: identity.email.flatMap {
                AppleEmail(address: $0, isVerified: identity.emailIsVerified, isPrivate: identity.isPrivateEmail)
            },
            realUser: identity.realUserStatus.flatMap(AppleRealUserStatus.init), name: name,
            transferSubject: identity.transferSubject.flatMap(AppleSubject.init), authenticatedAt: Timestamp(identity.issuedAt),
            provedAt: identity.authenticatedAt.map(Timestamp.init),
            unboundToken: identity.isBoundToNonce ? nil : try unboundToken(of: identity))
    }

    private func unboundToken(of identity: VerifiedAppleIdentity) throws(Problem) -> UnboundAppleToken {
        guard let digest = TokenDigest(bytes: identity.tokenDigest) else {
            throw Problem(.internalError, cause: "the digest of an identity token is not 32 bytes long")
        }
        return UnboundAppleToken(
            digest: digest, issuedAt: Timestamp(identity.issuedAt), expiresAt: Timestamp(identity.expiresAt))
    }
}

extension AppleRealUserStatus {
    /// Returns nil for an unknown value.
    fileprivate init?(_ status: RealUserStatus) {
        switch status {
        case .unsupported: self = .unsupported
        case .unknown: self = .unknown
        case .likelyReal: self = .likelyReal
        case .other: return nil
        }
    }
}

extension Problem {
    /// Returns the 401 problem of an invalid credential of Apple. `detail` is for the app's developer.
    static func appleRejected(_ detail: String) -> Problem {
        Problem(.appleTokenRejected, detail: detail)
    }

    /// 401: the nonce does not match an active challenge, or the token has no nonce and was already used.
    static var challengeRejected: Problem {
        Problem(
            .challengeRejected,
            detail:
                "The nonce is unknown, already used or expired, or the identity token has no nonce and was already used. "
                + "Request a new nonce and a new token.")
    }

    /// Converts a verification failure of an identity token.
    init(rejected rejection: AppleIdentityError) {
        if rejection.isTemporary {
            self.init(
                .appleUnavailable, detail: "Apple's keys are temporarily unavailable. Try again later.",
                retryAfter: .seconds(rejection.retryAfterSeconds ?? 5), cause: rejection.description)
        } else {
            self = .appleRejected(rejection.reason)
        }
    }

    /// Converts a failed exchange of an authorization code.
    init(asking error: AppleIdentityError) {
        switch error.code {
        case .rejected where error.isRejection(.invalidGrant): self = .appleRejected("Apple rejected the authorization code.")
        case .localMistake, .rejected:
            // The operator must fix this: the log has Apple's error and a diagnosis, the response has neither.
            self.init(
                .appleUnavailable, detail: "Apple rejected this service's request. Try again later.", cause: error.description)
        default:
            self.init(
                .appleUnavailable, detail: "Apple is temporarily unavailable. Try again later.",
                retryAfter: .seconds(error.retryAfterSeconds ?? 5),
                cause: error.description)
        }
    }
}
