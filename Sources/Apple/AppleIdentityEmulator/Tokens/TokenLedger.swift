import FoundationEssentials

/// What both kinds of token say about whose they are.
struct TokenOwner {
    let client: ClientID
    let person: PersonIdentifier?
    let primary: ClientID
}

/// All tokens; dead ones stay for a while, so that their death can be told.
struct TokenLedger: Sendable, Codable {
    private(set) var refresh: [String: RefreshToken] = [:]
    private(set) var access: [String: AccessToken] = [:]

    mutating func add(_ text: String, _ token: RefreshToken) {
        refresh.makeRoom(below: ServiceLimits.refreshTokens, by: \.issuedAt) { $0.death == nil }
        refresh[text] = token
    }

    mutating func add(_ text: String, _ token: AccessToken, now: Date) {
        access.makeRoom(below: ServiceLimits.accessTokens, by: \.expiresAt) { $0.death == nil && now < $0.expiresAt }
        access[text] = token
    }

    mutating func use(refresh text: String, at now: Date) {
        refresh[text]?.lastUsedAt = now
    }

    /// Whose token a text is, dead or alive.
    func owner(of text: String) -> TokenOwner? {
        refresh[text]?.owner ?? access[text]?.owner
    }

    /// Whether a text is a token that still lives.
    func isAlive(_ text: String, now: Date) -> Bool {
        if let token = refresh[text] { return token.death == nil }
        return access[text].map { $0.death == nil && now < $0.expiresAt } ?? false
    }

    /// Kills one token.
    mutating func kill(_ text: String, because reason: RevocationReason) {
        refresh[text]?.death = reason
        access[text]?.death = reason
    }

    /// Kills the living tokens that match.
    mutating func kill(because reason: RevocationReason, _ matches: (TokenOwner) -> Bool) {
        for (text, token) in refresh where token.death == nil && matches(token.owner) { refresh[text]?.death = reason }
        for (text, token) in access where token.death == nil && matches(token.owner) { access[text]?.death = reason }
    }
}

extension Dictionary {
    /// Makes room for one more where there are as many as `limit`: what is not worth keeping goes, and if that does not suffice, the oldest.
    fileprivate mutating func makeRoom(below limit: Int, by moment: (Value) -> Date, _ isWorthKeeping: (Value) -> Bool) {
        guard count >= limit else { return }
        self = filter { isWorthKeeping($0.value) }
        if count >= limit, let oldest = self.min(by: { moment($0.value) < moment($1.value) }) { self[oldest.key] = nil }
    }
}

/// An access token: of a person for an hour, or of a client that migrates users.
struct AccessToken: Sendable, Codable {
    static let lifetime = 3_600

    let client: ClientID
    /// The team whose secret got it.
    let team: TeamID
    /// Nil for client credentials.
    let person: PersonIdentifier?
    let primary: ClientID
    let expiresAt: Date
    var death: RevocationReason?

    var owner: TokenOwner { TokenOwner(client: client, person: person, primary: primary) }
}

/// A refresh token: lives until something kills it (facts 1.8).
struct RefreshToken: Sendable, Codable {
    let client: ClientID
    let person: PersonIdentifier
    let primary: ClientID
    let issuedAt: Date
    let authTime: Date
    /// When it last got an answer, for the throttle of one a day.
    var lastUsedAt: Date?
    var death: RevocationReason?

    var owner: TokenOwner { TokenOwner(client: client, person: person, primary: primary) }
}

/// Why a token is dead.
enum RevocationReason: String, Sendable, Codable {
    case revokedByClient
    case revokedByPerson
    case passwordChanged
    case accountDeleted
    case transferred
}

/// An authorization code: for one exchange, within five minutes (facts 1.6).
struct AuthorizationCode: Sendable, Codable {
    static let lifetime: TimeInterval = 300

    let client: ClientID
    let person: PersonIdentifier
    let primary: ClientID
    /// Nil when it was issued natively.
    let redirectURI: String?
    let nonce: String?
    let issuedAt: Date
    let authTime: Date
    /// Whether the sign-in was the person's first with the group; nil in states of version 1.
    let isFirst: Bool?
    var usedAt: Date?
}

extension ServiceDesk {
    mutating func issueCode(
        for consent: Consent, client: ClientID, redirectURI: String?, nonce: String?, authTime: Date, isFirst: Bool
    ) -> String {
        let code = drawToken("c")
        state.codes.add(
            code,
            AuthorizationCode(
                client: client, person: consent.person, primary: consent.primary, redirectURI: redirectURI, nonce: nonce,
                issuedAt: now, authTime: authTime, isFirst: isFirst))
        return code
    }

    /// A new code or token, in the form of Apple's: what it is, 32 hexadecimal digits, and what only Apple can read.
    ///
    /// - Parameter kind: `c` for a code, `a` for an access token, `r` for a refresh token.
    mutating func drawToken(_ kind: Character) -> String {
        "\(kind)\(randomness.hex(32)).0.\(randomness.text(4, of: "mnpqrstuvwxyz")).\(randomness.text(22, of: Self.tokenLetters))"
    }

    static let tokenLetters: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
}

/// Codes, used ones included so that a second use can be told from an invention.
struct CodeLedger: Sendable, Codable {
    private var codes: [String: AuthorizationCode] = [:]

    subscript(_ code: String) -> AuthorizationCode? { codes[code] }

    mutating func add(_ code: String, _ record: AuthorizationCode) {
        let day = record.issuedAt.addingTimeInterval(-86_400)
        codes.makeRoom(below: ServiceLimits.codes, by: \.issuedAt) { $0.issuedAt > day }
        codes[code] = record
    }

    mutating func use(_ code: String, at now: Date) {
        codes[code]?.usedAt = now
    }

    mutating func remove(where isGone: (AuthorizationCode) -> Bool) {
        codes = codes.filter { !isGone($0.value) }
    }
}
