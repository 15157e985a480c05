package import Accounts

extension Job {
    /// Jobs with what they are about, as ``init(from:)`` takes them.
    package static let selection = """
        SELECT jobs.number, jobs.claim, jobs.retries, jobs.kind, coalesce(apple_identities.id, jobs.identity),
            coalesce(apple_tokens.client, jobs.client), coalesce(jobs.sealed, apple_tokens.sealed), jobs.flow, jobs.expires_at,
            jobs.team, jobs.subject
        FROM jobs LEFT JOIN apple_tokens ON apple_tokens.number = jobs.apple_token
            LEFT JOIN apple_identities ON apple_identities.number = apple_tokens.identity
        """

    package init(from columns: inout Columns<some StoredRow>) throws {
        self.init(
            id: try columns.next(), claim: try columns.next(), retries: try columns.next(), work: try JobWork(from: &columns))
    }
}

extension JobWork {
    fileprivate init(from columns: inout Columns<some StoredRow>) throws {
        let kind = try columns.next(as: JobKind.self)
        let token = AppleStoredToken(identity: try columns.next(), client: try columns.next(), token: try columns.next())
        switch kind {
        case .exchangeAppleCode: self = .exchangeAppleCode(try AppleCodeExchange(of: token, from: &columns))
        case .checkAppleToken: self = .checkAppleToken(token)
        case .revokeAppleToken:
            _ = try columns.nextIfPresent(as: AppleFlow.self)
            self = .revokeAppleToken(token, giveUpAt: try columns.next())
        case .revokeAppleCode:
            let exchange = try AppleCodeExchange(of: token, from: &columns)
            self = .revokeAppleCode(exchange, owner: AppleIdentityKey(team: try columns.next(), subject: try columns.next()))
        }
    }
}

extension AppleCodeExchange {
    /// What is sealed in the row is a code here.
    fileprivate init(of row: AppleStoredToken, from columns: inout Columns<some StoredRow>) throws {
        self.init(
            identity: row.identity, client: row.client, flow: try columns.next(), code: row.token, expiresAt: try columns.next())
    }
}
