public import FoundationEssentials

/// The requirements for the claims that all of Apple's tokens share: identity tokens and notifications.
public struct TokenPolicy: Sendable {
    /// The issuer of every token of Apple, and of the emulator. It is a constant: Apple's discovery document has named another
    /// issuer while the tokens kept this one.
    public static let appleIssuer = "https://appleid.apple.com"

    /// The accepted audiences.
    public let audiences: ClientIDs

    /// The accepted issuers, compared byte for byte.
    public let issuers: [String]

    /// The accepted clock difference, in seconds, in either direction and for every time.
    public let leeway: TimeInterval

    /// The longest accepted time since `iat`, in seconds without the leeway; nil for no limit but `exp`.
    public let maximumAge: TimeInterval?

    /// Creates a policy.
    ///
    /// - Throws: ``AppleIdentityError`` if the list of issuers is empty or contains an empty text, the leeway is outside 0...600, or
    ///   the maximum age is not a positive finite number.
    public init(
        audiences: ClientIDs, issuers: [String] = [TokenPolicy.appleIssuer], leeway: TimeInterval = 60,
        maximumAge: TimeInterval? = nil
    ) throws(AppleIdentityError) {
        guard !issuers.isEmpty, !issuers.contains("") else { throw AppleIdentityError(.noIssuer, "The list of issuers is empty.") }
        // This form rejects NaN.
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

    /// Checks the claims that all tokens share.
    ///
    /// - Returns: the token's audience; the first of several accepted ones.
    /// - Throws: ``AppleIdentityError`` for the first failing check of issuer, audience, expiry, issue time and age.
    package func check(_ claims: RegisteredClaims, now: Date) throws(AppleIdentityError) -> String {
        guard issuers.contains(where: { $0.hasSameBytes(as: claims.issuer) }) else {
            throw AppleIdentityError(.wrongIssuer, "The token's issuer is not among the accepted issuers.")
        }
        // A token can have several audiences (RFC 7519, section 4.1.3). Any other audience could use the token here, so all must be
        // accepted ones (OpenID Connect Core 1.0, section 3.1.3.7, step 3).
        guard let audience = claims.audiences.first, claims.audiences.allSatisfy(audiences.contains) else {
            throw AppleIdentityError(
                .wrongAudience, "The token's audience is not a configured client ID, or it has others as well.")
        }
        let now = now.timeIntervalSince1970
        guard now < Double(claims.expiresAt) + leeway else { throw AppleIdentityError(.expired, "The token has expired.") }
        guard Double(claims.issuedAt) <= now + leeway else {
            throw AppleIdentityError(.notYetValid, "The token's issue time is in the future; check the clock of this machine.")
        }
        if let notBefore = claims.notBefore, Double(notBefore) > now + leeway {
            throw AppleIdentityError(.notYetValid, "The token is not valid yet; check the clock of this machine.")
        }
        if let maximumAge, now > Double(claims.issuedAt) + maximumAge + leeway {
            throw AppleIdentityError(.tooOld, "The token is older than the maximum age.")
        }
        return audience
    }
}
