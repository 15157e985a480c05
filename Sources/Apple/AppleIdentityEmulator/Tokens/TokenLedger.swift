import FoundationEssentials

/// The owner of an access or refresh token.
struct TokenOwner {
    let client: ClientID
    let person: PersonIdentifier?
    let primary: ClientID
}

/// All tokens. Revoked and expired ones are kept for a while, so that responses can give the reason.
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

    /// Returns the owner of a token, even if it is revoked or expired.
    func owner(of text: String) -> TokenOwner? {
        refresh[text]?.owner ?? access[text]?.owner
    }

    /// Returns whether a token is valid.
    func isAlive(_ text: String, now: Date) -> Bool {
        if let token = refresh[text] { return token.death == nil }
        return access[text].map { $0.death == nil && now < $0.expiresAt } ?? false
    }

    /// Revokes one token.
    mutating func kill(_ text: String, because reason: RevocationReason) {
        refresh[text]?.death = reason
        access[text]?.death = reason
    }

    /// Revokes the matching tokens that are still valid.
    mutating func kill(because reason: RevocationReason, _ matches: (TokenOwner) -> Bool) {
        for (text, token) in refresh where token.death == nil && matches(token.owner) { refresh[text]?.death = reason }
        for (text, token) in access where token.death == nil && matches(token.owner) { access[text]?.death = reason }
    }
}

extension Dictionary {
    /// Makes room for one more entry below `limit`: removes obsolete entries, and if that is not enough, the oldest.
    fileprivate mutating func makeRoom(below limit: Int, by moment: (Value) -> Date, _ isWorthKeeping: (Value) -> Bool) {
        guard count >= limit else { return }
        self = filter { isWorthKeeping($0.value) }
        if count >= limit, let oldest = self.min(by: { moment($0.value) < moment($1.value) }) { self[oldest.key] = nil }
    }
}

/// An access token: for a user, valid for an hour, or for a client that migrates users.
struct AccessToken: Sendable, Codable {
    static let lifetime = 3_600

    let client: ClientID
    /// The team that signed the client secret.
    let team: TeamID
    /// The user of the token; nil for client credentials.
    let person: PersonIdentifier?
    let primary: ClientID
    let expiresAt: Date
    var death: RevocationReason?

    var owner: TokenOwner { TokenOwner(client: client, person: person, primary: primary) }
}

/// A refresh token, valid until it is revoked.
struct RefreshToken: Sendable, Codable {
    let client: ClientID
    let person: PersonIdentifier
    let primary: ClientID
    let issuedAt: Date
    let authTime: Date
    /// The time when it was last used successfully, for the limit of one use a day.
    var lastUsedAt: Date?
    var death: RevocationReason?

    var owner: TokenOwner { TokenOwner(client: client, person: person, primary: primary) }
}

/// The reason why a token is revoked.
enum RevocationReason: String, Sendable, Codable {
    case revokedByClient
    case revokedByPerson
    case passwordChanged
    case accountDeleted
    case transferred
}

/// An authorization code, for one exchange within five minutes.
struct AuthorizationCode: Sendable, Codable {
    static let lifetime: TimeInterval = 300

    let client: ClientID
    let person: PersonIdentifier
    let primary: ClientID
    /// The redirect URI of the request; nil for native sign-in.
    let redirectURI: String?
    let nonce: String?
    let issuedAt: Date
    let authTime: Date
    /// Whether this was the user's first sign-in with the group.
    let isFirst: Bool
    var usedAt: Date?
}

extension ServiceCore {
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

    /// Creates a random code or token in Apple's form: its kind, 32 hexadecimal digits, and an opaque part.
    ///
    /// - Parameter kind: `c` for a code, `a` for an access token, `r` for a refresh token.
    mutating func drawToken(_ kind: Character) -> String {
        "\(kind)\(randomness.hex(32)).0.\(randomness.text(4, of: "mnpqrstuvwxyz")).\(randomness.text(22, of: Self.tokenLetters))"
    }

    static let tokenLetters: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
}

/// Codes. Used ones are kept, so that a second use can be distinguished from an unknown code.
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
