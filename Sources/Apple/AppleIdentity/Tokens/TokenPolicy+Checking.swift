package import FoundationEssentials

extension TokenPolicy {
    /// Judges the claims that all tokens share.
    ///
    /// - Returns: the audience the token is for; of several, all ours, the first.
    /// - Throws: ``TokenRefusal`` for the first of issuer, audience, expiry, issue and age that does not hold.
    package func check(_ claims: RegisteredClaims, now: Date) throws(TokenRefusal) -> String {
        guard issuers.contains(where: { $0.hasSameBytes(as: claims.issuer) }) else {
            throw TokenRefusal(.wrongIssuer, "The token's issuer is none of the accepted ones.")
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
