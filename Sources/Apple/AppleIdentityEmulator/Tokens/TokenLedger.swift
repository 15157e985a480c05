import FoundationEssentials

/// What both kinds of token say about whose they are.
struct TokenOwner {
    let client: ClientIdentifier
    let person: PersonIdentifier?
    let primary: ClientIdentifier
}

/// All tokens; dead ones stay for a while, so that their death can be told.
struct TokenLedger: Sendable, Codable {
    private(set) var refresh: [String: RefreshToken] = [:]
    private(set) var access: [String: AccessToken] = [:]

    mutating func add(_ text: String, _ token: RefreshToken) {
        if refresh.count >= ServiceLimits.refreshTokens {
            refresh = refresh.filter { $0.value.death == nil }
            if refresh.count >= ServiceLimits.refreshTokens, let oldest = refresh.min(by: { $0.value.issuedAt < $1.value.issuedAt })
            {
                refresh[oldest.key] = nil
            }
        }
        refresh[text] = token
    }

    mutating func add(_ text: String, _ token: AccessToken, now: Date) {
        if access.count >= ServiceLimits.accessTokens {
            access = access.filter { $0.value.death == nil && now < $0.value.expiresAt }
            if access.count >= ServiceLimits.accessTokens, let oldest = access.min(by: { $0.value.expiresAt < $1.value.expiresAt })
            {
                access[oldest.key] = nil
            }
        }
        access[text] = token
    }

    mutating func use(refresh text: String, at now: Date) {
        refresh[text]?.lastUsedAt = now
    }

    /// Whose token a text is, dead or alive.
    func owner(of text: String) -> TokenOwner? {
        if let token = refresh[text] { return TokenOwner(client: token.client, person: token.person, primary: token.primary) }
        return access[text].map { TokenOwner(client: $0.client, person: $0.person, primary: $0.primary) }
    }

    /// Whether a text is a token that still lives.
    func isAlive(_ text: String, now: Date) -> Bool {
        if let token = refresh[text] { return token.death == nil }
        return access[text].map { $0.death == nil && now < $0.expiresAt } ?? false
    }

    /// Kills one token.
    mutating func kill(_ text: String, because reason: TokenDeath) {
        refresh[text]?.death = reason
        access[text]?.death = reason
    }

    /// Kills the living tokens that match.
    mutating func kill(because reason: TokenDeath, _ matches: (TokenOwner) -> Bool) {
        for (text, token) in refresh where token.death == nil {
            if matches(TokenOwner(client: token.client, person: token.person, primary: token.primary)) {
                refresh[text]?.death = reason
            }
        }
        for (text, token) in access where token.death == nil {
            if matches(TokenOwner(client: token.client, person: token.person, primary: token.primary)) {
                access[text]?.death = reason
            }
        }
    }
}
