import Accounts
import AppleIdentity
import FoundationEssentials
import Secrets

/// Sign in with Apple as the API and the pages offer it: the domain's ceremonies, and the way to verify what they rest on.
struct AppleCeremonies: Sendable {
    let service: AppleAccountService
    let connection: AppleConnection
}

extension AppleCeremonies {
    /// Verifies what somebody brings from Apple, by the way that the configuration has chosen. Where Apple itself is asked, the question
    /// is paid for before and given back when Apple has vouched for somebody.
    ///
    /// - Parameters:
    ///   - nonce: what the token must carry.
    ///   - asker: who brings it.
    /// - Throws: a ``Problem``: 401 where Apple does not vouch for it, 429 where the address has asked too often in vain, 503 where
    ///   Apple cannot be asked; and what the store throws.
    func verify(
        _ proof: AppleProof, nonce: ExpectedNonce, by asker: AppleAsker, from client: Client
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
        let told = try await connection.identityBesideCode(of: proof, nonce: nonce)
        // A web attempt is spent by now, and Apple will not tell the name again, whatever becomes of the question.
        if proof.flow == .web, let told {
            try await service.keepName(of: try connection.assertion(told, name: proof.name), now: connection.now())
        }
        return try await connection.verifyCode(proof, beside: told, nonce: nonce, as: question)
    }
}

/// What a client brings from Apple: unverified, all of it.
struct AppleProof: Sendable {
    let flow: AppleFlow
    let identityToken: String?
    let code: String?
    let name: Accounts.PersonName?
}

/// What is left of a proof once it has been verified.
struct VerifiedAppleProof: Sendable {
    let assertion: AppleIdentityAssertion
    let grant: AppleGrant
}

extension AppleConnection {
    /// The token says who it is. The code, which must be the token's, is exchanged in the background.
    func verifyToken(_ proof: AppleProof, nonce: ExpectedNonce) async throws(Problem) -> VerifiedAppleProof {
        guard let token = proof.identityToken else { throw Problem.appleRefused("The identity token is missing.") }
        let identity = try await identity(in: token, flow: proof.flow, nonce: nonce)
        let code = try proof.code.map { text throws(Problem) in
            guard let code = AppleAuthorizationCode(text, flow: proof.flow) else {
                throw Problem.appleRefused("The code is malformed.")
            }
            return code
        }
        if let code, identity.checkCode(code.reveal()) == .differs {
            throw Problem.appleRefused("The code was not issued with this identity token.")
        }
        return VerifiedAppleProof(
            assertion: try assertion(identity, name: proof.name), grant: code.map(AppleGrant.code) ?? AppleGrant.none)
    }

    /// Whom the token names that came with a code; nil where none came.
    func identityBesideCode(of proof: AppleProof, nonce: ExpectedNonce) async throws(Problem) -> VerifiedAppleIdentity? {
        guard let token = proof.identityToken else { return nil }
        return try await identity(in: token, flow: proof.flow, nonce: nonce)
    }

    /// Apple itself says who it is, in the token that it gives for the code.
    ///
    /// - Parameters:
    ///   - told: from ``identityBesideCode(of:nonce:)``; the code must be of the same person and client.
    ///   - question: that it has been paid for.
    func verifyCode(
        _ proof: AppleProof, beside told: VerifiedAppleIdentity?, nonce: ExpectedNonce, as question: AppleQuestion
    ) async throws(Problem) -> VerifiedAppleProof {
        guard let code = proof.code.flatMap({ AppleAuthorizationCode($0, flow: proof.flow) }) else {
            throw Problem.appleRefused("The authorization code is missing or malformed.")
        }
        guard let client = told.flatMap({ AppleClientID($0.audience) }) ?? onlyClient(of: proof.flow) else {
            throw Problem.appleRefused("Send the identity token too: there are several apps, and it says which one it is.")
        }
        let tokens = try await exchange(code, for: client)
        let identity = try await identity(in: tokens.identityToken.reveal(), flow: proof.flow, nonce: nonce)
        guard identity.checkAccessToken(tokens.accessToken.reveal()) != .differs else {
            throw Problem.appleRefused("The identity token was not issued with the access token.")
        }
        guard told.map({ $0.subject == identity.subject && $0.audience == identity.audience }) ?? true else {
            throw Problem.appleRefused("The code was issued for somebody else than the identity token.")
        }
        return VerifiedAppleProof(
            assertion: try assertion(identity, name: proof.name),
            grant: AppleRefreshToken(tokens.refreshToken.reveal()).map(AppleGrant.refreshToken) ?? AppleGrant.none)
    }

    private func identity(
        in token: String, flow: AppleFlow, nonce: ExpectedNonce
    ) async throws(Problem) -> VerifiedAppleIdentity {
        guard let verifier = verifier(for: flow) else { throw Problem(.notFound) }
        do throws(AppleIdentityError) {
            return try await verifier.verify(token, with: await keys, nonce: nonce, now: Date(now()))
        } catch {
            throw Problem(refused: error)
        }
    }

    private func exchange(_ code: AppleAuthorizationCode, for client: AppleClientID) async throws(Problem) -> ExchangedTokens {
        guard let apple = self.client(client), let origin = origin(of: code.flow), let wireCode = AuthorizationCode(code.reveal())
        else {
            throw Problem.appleRefused("The code is for no client of this service.")
        }
        do throws(AppleIdentityError) {
            return try await apple.exchange(wireCode, from: origin, now: Date(now()))
        } catch {
            throw Problem(asking: error)
        }
    }

    /// The domain's own value of what a verified token says.
    func assertion(
        _ identity: VerifiedAppleIdentity, name: Accounts.PersonName?
    ) throws(Problem) -> AppleIdentityAssertion {
        guard let subject = AppleSubject(identity.subject), let client = AppleClientID(identity.audience) else {
            throw Problem.appleRefused("The identity token names nobody.")
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
            throw Problem(.internalError, cause: "the digest of an identity token has not 32 bytes")
        }
        return UnboundAppleToken(digest: digest, expiresAt: Timestamp(identity.expiresAt))
    }
}

extension AppleRealUserStatus {
    /// Nil for a value that means nothing yet.
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
    /// 401: what was brought from Apple proves nothing here. `detail` is for whoever writes the app.
    static func appleRefused(_ detail: String) -> Problem {
        Problem(.appleTokenRefused, detail: detail)
    }

    /// 401: the nonce answers no challenge that is alive, or the token has no nonce and was used before.
    static var challengeRefused: Problem {
        Problem(
            .challengeRefused,
            detail:
                "The nonce was never given out for this, was used before, or has expired; or the identity token has no nonce and "
                + "was used before. Ask for a new nonce and a new token.")
    }

    /// A token that is not accepted.
    init(refused refusal: AppleIdentityError) {
        if refusal.isTemporary {
            self.init(
                .appleUnavailable, detail: "Apple's keys cannot be had at the moment.",
                retryAfter: .seconds(refusal.retryAfterSeconds ?? 5), cause: refusal.description)
        } else {
            self = .appleRefused(refusal.reason)
        }
    }

    /// An exchange that failed.
    init(asking error: AppleIdentityError) {
        switch error.code {
        case .refused where error.isRefusal(.invalidGrant): self = .appleRefused("Apple does not take the authorization code.")
        case .localMistake, .refused:
            // Ours to mend: the log has Apple's words and the diagnosis, the other end has neither.
            self.init(.appleUnavailable, detail: "Apple refuses this service at the moment.", cause: error.description)
        default:
            self.init(
                .appleUnavailable, detail: "Apple cannot be asked at the moment.",
                retryAfter: .seconds(error.retryAfterSeconds ?? 5),
                cause: error.description)
        }
    }
}
