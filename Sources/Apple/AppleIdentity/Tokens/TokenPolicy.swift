public import FoundationEssentials

/// What the claims that all of Apple's tokens share must satisfy: identity tokens and notifications alike.
public struct TokenPolicy: Sendable {
    /// The issuer of every token of Apple's, emulated ones included. It is compared as a whole, never looked up: Apple's discovery
    /// document has named another one while the tokens kept this.
    public static let appleIssuer = "https://appleid.apple.com"

    /// For whom tokens may be.
    public let audiences: ClientIDs

    /// Who may issue them, each exactly as the token has it.
    public let issuers: [String]

    /// By how many seconds the clocks may differ, in either direction, wherever a time is compared.
    public let leeway: TimeInterval

    /// How many seconds after `iat` a token is still accepted, leeway on top; nil for as long as `exp` says.
    public let maximumAge: TimeInterval?

    /// - Throws: ``TokenPolicyError`` without an issuer, for a leeway outside of 0...600 and for a maximum age that is not positive.
    public init(
        audiences: ClientIDs, issuers: [String] = [TokenPolicy.appleIssuer], leeway: TimeInterval = 60,
        maximumAge: TimeInterval? = nil
    ) throws(TokenPolicyError) {
        guard !issuers.isEmpty, !issuers.contains("") else { throw .noIssuer }
        // Written so that NaN fails.
        guard leeway >= 0, leeway <= 600 else { throw .leewayOutOfRange }
        if let maximumAge { guard maximumAge > 0, maximumAge.isFinite else { throw .maximumAgeOutOfRange } }
        self.audiences = audiences
        self.issuers = issuers
        self.leeway = leeway
        self.maximumAge = maximumAge
    }
}
