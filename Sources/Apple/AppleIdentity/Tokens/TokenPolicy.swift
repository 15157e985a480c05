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

    /// - Throws: ``AppleIdentityError`` without an issuer, for a leeway outside of 0...600 and for a maximum age that is not positive.
    public init(
        audiences: ClientIDs, issuers: [String] = [TokenPolicy.appleIssuer], leeway: TimeInterval = 60,
        maximumAge: TimeInterval? = nil
    ) throws(AppleIdentityError) {
        guard !issuers.isEmpty, !issuers.contains("") else { throw AppleIdentityError(.noIssuer, "No issuer is given.") }
        // Written so that NaN fails.
        guard leeway >= 0, leeway <= 600 else {
            throw AppleIdentityError(.leewayOutOfRange, "The leeway must be between 0 and 600 seconds.")
        }
        guard maximumAge.map({ $0 > 0 && $0.isFinite }) ?? true else {
            throw AppleIdentityError(.maximumAgeOutOfRange, "The maximum age must be a positive number of seconds.")
        }
        self.audiences = audiences
        self.issuers = issuers
        self.leeway = leeway
        self.maximumAge = maximumAge
    }

    /// Judges the claims that all tokens share.
    ///
    /// - Returns: the audience the token is for; of several, all ours, the first.
    /// - Throws: ``AppleIdentityError`` for the first of issuer, audience, expiry, issue and age that does not hold.
    package func check(_ claims: RegisteredClaims, now: Date) throws(AppleIdentityError) -> String {
        guard issuers.contains(where: { $0.hasSameBytes(as: claims.issuer) }) else {
            throw AppleIdentityError(.wrongIssuer, "The token's issuer is not among the accepted issuers.")
        }
        // A token may be for several parties (RFC 7519, section 4.1.3), but whoever else may use it could use it here: all must be
        // ours (OpenID Connect Core 1.0, section 3.1.3.7, step 3).
        guard let audience = claims.audiences.first, claims.audiences.allSatisfy(audiences.contains) else {
            throw AppleIdentityError(
                .wrongAudience, "The token is not for one of the configured client ids, or not for these alone.")
        }
        let now = now.timeIntervalSince1970
        guard now < Double(claims.expiresAt) + leeway else { throw AppleIdentityError(.expired, "The token has expired.") }
        guard Double(claims.issuedAt) <= now + leeway else {
            throw AppleIdentityError(.notYetValid, "The token was issued in the future; is this machine's clock right?")
        }
        if let notBefore = claims.notBefore, Double(notBefore) > now + leeway {
            throw AppleIdentityError(.notYetValid, "The token is not valid yet; is this machine's clock right?")
        }
        if let maximumAge, now > Double(claims.issuedAt) + maximumAge + leeway {
            throw AppleIdentityError(.tooOld, "The token was issued too long ago.")
        }
        return audience
    }
}
