import FoundationEssentials

/// An authorization code: for one exchange, within five minutes (facts 1.6).
struct AuthorizationCode: Sendable, Codable {
    static let lifetime: TimeInterval = 300

    let client: ClientIdentifier
    let person: PersonIdentifier
    let primary: ClientIdentifier
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
        for consent: Consent, client: ClientIdentifier, redirectURI: String?, nonce: String?, authTime: Date, isFirst: Bool
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
