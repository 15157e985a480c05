package import Accounts
package import Secrets

extension StoredAppleWebAttempt {
    package init(state: TokenDigest, from columns: inout Columns<some StoredRow>) throws {
        let browser = try columns.next(as: TokenDigest.self)
        guard let nonce = OpaqueToken(encoded: try columns.next()) else {
            throw StoreError(.corrupt, reason: "column nonce is not a token")
        }
        self.init(
            state: state, browser: browser, nonce: nonce, purpose: try AppleWebPurpose(from: &columns), next: try columns.next(),
            expiresAt: try columns.next())
    }
}

extension ParkedAppleAssertion {
    /// What ``init(completion:from:)`` takes.
    package static let columns = """
        browser, purpose, session, next, team, subject, client, email, email_verified, email_private, real_user, given_name,
        family_name, transfer_subject, authenticated_at, proved_at, sealed, flow, expires_at
        """

    package init(completion: TokenDigest, from columns: inout Columns<some StoredRow>) throws {
        self.init(
            completion: completion, browser: try columns.next(), purpose: try AppleWebPurpose(from: &columns),
            next: try columns.next(), assertion: try AppleIdentityAssertion(from: &columns),
            grant: try ParkedAppleGrant(from: &columns), expiresAt: try columns.next())
    }
}

extension AppleIdentityAssertion {
    fileprivate init(from columns: inout Columns<some StoredRow>) throws {
        self.init(
            key: AppleIdentityKey(team: try columns.next(), subject: try columns.next()), client: try columns.next(),
            email: try AppleEmail(from: &columns), realUser: try columns.nextIfPresent(), name: try PersonName(from: &columns),
            transferSubject: try columns.nextIfPresent(), authenticatedAt: try columns.next(), provedAt: try columns.next())
    }
}

extension ParkedAppleGrant {
    fileprivate init(from columns: inout Columns<some StoredRow>) throws {
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

    fileprivate init(from columns: inout Columns<some StoredRow>) throws {
        let (number, session) = (try columns.next(as: Int.self), try columns.nextIfPresent(as: SessionID.self))
        switch (number, session) {
        case (1, nil): self = .signIn
        case (2, let session?): self = .link(session)
        case (3, let session?): self = .reauthenticate(session)
        case (4, let session?): self = .convert(session)
        default: throw StoreError(.corrupt, reason: "column purpose does not go with its session")
        }
    }
}
