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

    /// Judges the claims that all tokens share.
    ///
    /// - Returns: the audience the token is for; of several, all ours, the first.
    /// - Throws: ``TokenRefusal`` for the first of issuer, audience, expiry, issue and age that does not hold.
    package func check(_ claims: RegisteredClaims, now: Date) throws(TokenRefusal) -> String {
        guard issuers.contains(where: { $0.hasSameBytes(as: claims.issuer) }) else {
            throw TokenRefusal(.wrongIssuer, "The token's issuer is not among the accepted issuers.")
        }
        // A token may be for several parties (RFC 7519, section 4.1.3), but whoever else may use it could use it here: all must be
        // ours (OpenID Connect Core 1.0, section 3.1.3.7, step 3).
        guard let audience = claims.audiences.first, claims.audiences.allSatisfy(audiences.contains) else {
            throw TokenRefusal(.wrongAudience, "The token is not for one of the configured client ids, or not for these alone.")
        }
        let now = now.timeIntervalSince1970
        guard now < Double(claims.expiresAt) + leeway else { throw TokenRefusal(.expired, "The token has expired.") }
        guard Double(claims.issuedAt) <= now + leeway else {
            throw TokenRefusal(.notYetValid, "The token was issued in the future; is this machine's clock right?")
        }
        if let notBefore = claims.notBefore, Double(notBefore) > now + leeway {
            throw TokenRefusal(.notYetValid, "The token is not valid yet; is this machine's clock right?")
        }
        if let maximumAge, now > Double(claims.issuedAt) + maximumAge + leeway {
            throw TokenRefusal(.tooOld, "The token was issued too long ago.")
        }
        return audience
    }
}

/// Why a ``TokenPolicy`` cannot be: each would accept tokens that nobody means to accept.
public enum TokenPolicyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No client identifier was given.
    case noClientID
    /// A client identifier is empty, or holds something else than printable ASCII.
    case malformedClientID
    /// No issuer was given.
    case noIssuer
    /// The leeway is negative, longer than ten minutes, or not a number.
    case leewayOutOfRange
    /// The maximum age is not a positive number.
    case maximumAgeOutOfRange

    /// The reason in one English sentence.
    public var description: String {
        switch self {
        case .noClientID: "No client id is given; without one the tokens of every app would be accepted."
        case .malformedClientID: "A client id is empty or holds something else than printable ASCII."
        case .noIssuer: "No issuer is given."
        case .leewayOutOfRange: "The leeway must be between 0 and 600 seconds."
        case .maximumAgeOutOfRange: "The maximum age must be a positive number of seconds."
        }
    }
}
