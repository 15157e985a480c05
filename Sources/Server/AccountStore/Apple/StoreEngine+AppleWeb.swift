package import Accounts
package import Secrets

extension StoreEngine {
    package func add(_ attempt: StoredAppleWebAttempt) async throws {
        _ = try await change(
            """
            INSERT INTO apple_web_attempts (state, browser, nonce, purpose, session, replaced, next, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            [
                attempt.state, attempt.browser, attempt.nonce.reveal(), attempt.purpose.number, attempt.purpose.session,
                attempt.replaced, attempt.next, attempt.expiresAt,
            ])
    }

    package func consumeWebAttempt(_ state: TokenDigest, now: Timestamp) async throws -> StoredAppleWebAttempt? {
        try await changeFirst(
            """
            DELETE FROM apple_web_attempts WHERE state = $1 AND expires_at > $2
            RETURNING browser, nonce, purpose, session, replaced, next, expires_at
            """, [state, now]
        ) { try StoredAppleWebAttempt(state: state, from: &$0) }
    }

    package func park(_ parked: ParkedAppleAssertion, at now: Timestamp) async throws {
        try await write { connection in
            let assertion = parked.assertion
            if let name = assertion.name, try connection.appleIdentity(assertion.key) == nil {
                try connection.remember(name, of: assertion.key, at: now)
            }
            try connection.queue(
                """
                INSERT INTO apple_parked (
                    completion, browser, purpose, session, replaced, next, team, subject, client, email, email_verified,
                    email_private, given_name, family_name, real_user, transfer_subject, authenticated_at, proved_at, sealed, flow,
                    expires_at
                ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
                """,
                [
                    parked.completion, parked.browser, parked.purpose.number, parked.purpose.session, parked.replaced, parked.next,
                    assertion.key.team, assertion.key.subject, assertion.client, assertion.email?.address,
                    assertion.email?.isVerified ?? false, assertion.email?.isPrivate ?? false, assertion.name?.given ?? "",
                    assertion.name?.family ?? "", assertion.realUser, assertion.transferSubject, assertion.authenticatedAt,
                    assertion.provedAt,
                    parked.grant.sealed, parked.grant.flow, parked.expiresAt,
                ])
        }
    }

    package func consumeParkedAssertion(_ completion: TokenDigest, now: Timestamp) async throws -> ParkedAppleAssertion? {
        try await changeFirst(
            """
            DELETE FROM apple_parked WHERE completion = $1 AND expires_at > $2 RETURNING \(ParkedAppleAssertion.columns)
            """, [completion, now]
        ) { try ParkedAppleAssertion(completion: completion, from: &$0) }
    }
}

extension StoredAppleWebAttempt {
    package init(state: TokenDigest, from columns: inout Columns) throws {
        let browser = try columns.next(as: TokenDigest.self)
        guard let nonce = OpaqueToken(encoded: try columns.next()) else {
            throw StoreError(.corrupt, reason: "column nonce is not a token")
        }
        self.init(
            state: state, browser: browser, nonce: nonce, purpose: try AppleWebPurpose(from: &columns),
            replaced: try columns.nextIfPresent(), next: try columns.next(), expiresAt: try columns.next())
    }
}

extension ParkedAppleAssertion {
    /// The columns that ``init(completion:from:)`` reads.
    package static let columns = """
        browser, purpose, session, replaced, next, team, subject, client, email, email_verified, email_private, real_user, given_name,
        family_name, transfer_subject, authenticated_at, proved_at, sealed, flow, expires_at
        """

    package init(completion: TokenDigest, from columns: inout Columns) throws {
        self.init(
            completion: completion, browser: try columns.next(), purpose: try AppleWebPurpose(from: &columns),
            replaced: try columns.nextIfPresent(), next: try columns.next(), assertion: try AppleIdentityAssertion(from: &columns),
            grant: try ParkedAppleGrant(from: &columns), expiresAt: try columns.next())
    }
}

extension AppleIdentityAssertion {
    fileprivate init(from columns: inout Columns) throws {
        self.init(
            key: AppleIdentityKey(team: try columns.next(), subject: try columns.next()), client: try columns.next(),
            email: try AppleEmail(from: &columns), realUser: try columns.nextIfPresent(), name: try PersonName(from: &columns),
            transferSubject: try columns.nextIfPresent(), authenticatedAt: try columns.next(), provedAt: try columns.next())
    }
}

extension ParkedAppleGrant {
    fileprivate init(from columns: inout Columns) throws {
        let (sealed, flow) = (try columns.nextIfPresent(as: Sealed.self), try columns.nextIfPresent(as: AppleFlow.self))
        switch (sealed, flow) {
        case (let sealed?, let flow?): self = .code(sealed, flow: flow)
        case (let sealed?, nil): self = .refreshToken(sealed)
        case (nil, _): self = .none
        }
    }

    package var sealed: Sealed? {
        switch self {
        case .code(let sealed, _), .refreshToken(let sealed): sealed
        case .none: nil
        }
    }

    package var flow: AppleFlow? {
        if case .code(_, let flow) = self { flow } else { nil }
    }
}

extension AppleWebPurpose {
    package var number: Int {
        switch self {
        case .signIn: 1
        case .link: 2
        case .reauthenticate: 3
        case .convert: 4
        }
    }

    fileprivate init(from columns: inout Columns) throws {
        let (number, session) = (try columns.next(as: Int.self), try columns.nextIfPresent(as: SessionID.self))
        switch (number, session) {
        case (1, nil): self = .signIn
        case (2, let session?): self = .link(session)
        case (3, let session?): self = .reauthenticate(session)
        case (4, let session?): self = .convert(session)
        default: throw StoreError(.corrupt, reason: "column purpose does not match column session")
        }
    }
}

extension StoreEngine {
    package func add(_ challenge: StoredChallenge) async throws {
        _ = try await change(
            "INSERT INTO challenges (digest, purpose, session, expires_at) VALUES ($1, $2, $3, $4)",
            [challenge.digest, challenge.purpose.number, challenge.purpose.session, challenge.expiresAt])
    }

    package func consumeChallenge(_ digest: TokenDigest, for purpose: ChallengePurpose, now: Timestamp) async throws -> Bool {
        try await change(
            """
            DELETE FROM challenges
            WHERE digest = $1 AND purpose = $2 AND session IS NOT DISTINCT FROM $3 AND expires_at > $4
            """, [digest, purpose.number, purpose.session, now]) == 1
    }

    package func recordUse(of token: UnboundAppleToken) async throws -> Bool {
        try await change(
            """
            INSERT INTO apple_used_tokens (digest, expires_at) SELECT $1, $2 WHERE \(Connection.isOfThisStore(issuedAt: "$3"))
            ON CONFLICT (digest) DO NOTHING
            """, [token.digest, token.expiresAt, token.issuedAt]) == 1
    }
}

extension ChallengePurpose {
    fileprivate var number: Int {
        switch self {
        case .appleSignIn: 1
        case .appleLink: 2
        case .appleReauthentication: 3
        case .deviceKey: 4
        }
    }
}
