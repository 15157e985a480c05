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
    var usedAt: Date?
}

extension ServiceDesk {
    mutating func issueCode(
        for consent: Consent, client: ClientIdentifier, redirectURI: String?, nonce: String?, authTime: Date
    ) -> String {
        let code =
            "c\(randomness.hex(32)).0.\(randomness.text(4, of: "mnpqrstuvwxyz")).\(randomness.text(22, of: Self.tokenLetters))"
        state.codes.add(
            code,
            AuthorizationCode(
                client: client, person: consent.person, primary: consent.primary, redirectURI: redirectURI, nonce: nonce,
                issuedAt: now, authTime: authTime))
        return code
    }

    static let tokenLetters: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
}
