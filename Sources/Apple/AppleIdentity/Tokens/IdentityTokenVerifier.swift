public import FoundationEssentials

/// Verifies identity tokens, with no network beyond that of a key cache.
///
///     let verifier = IdentityTokenVerifier(policy: try TokenPolicy(audiences: ClientIDs(["com.example.app"])))
///     let identity = try verifier.verify(token, with: keys, nonce: .exactOrSHA256(of: nonce), now: now)
///
/// Checked in this order: form, key, signature, issuer, audience, times, subject, nonce. A token is never partly accepted.
public struct IdentityTokenVerifier: Sendable {
    /// What tokens must satisfy.
    public let policy: TokenPolicy

    /// A verifier by a policy; the policy cannot be one without audiences.
    public init(policy: TokenPolicy) {
        self.policy = policy
    }

    /// Verifies a token with keys at hand.
    ///
    /// - Parameter now: the time by which the token is judged.
    /// - Throws: ``AppleIdentityError``; never one that is temporary, but for what a fresher key set may hold.
    public func verify(
        _ token: String, with keys: AppleKeySet, nonce: ExpectedNonce, now: Date
    ) throws(AppleIdentityError) -> VerifiedAppleIdentity {
        try identity(keys.verify(CompactJWS(token)), nonce, now)
    }

    /// Verifies a token with a cache of keys, which asks Apple where it must.
    ///
    /// - Parameter now: the time by which the token is judged; the cache has a clock of its own.
    /// - Throws: ``AppleIdentityError``; with ``AppleIdentityError/Code/keysUnavailable`` where Apple could not be asked.
    public func verify(
        _ token: String, with keys: AppleKeyCache, nonce: ExpectedNonce, now: Date
    ) async throws(AppleIdentityError) -> VerifiedAppleIdentity {
        try identity(await keys.verify(CompactJWS(token)), nonce, now)
    }

    private func identity(
        _ jws: VerifiedJWS, _ nonce: ExpectedNonce, _ now: Date
    ) throws(AppleIdentityError) -> VerifiedAppleIdentity {
        let claims = try IdentityTokenClaims(jws.payload)
        let (registered, person) = (claims.registered, claims.identity)
        let audience = try policy.check(registered, now: now)
        let subject = try claims.checkedSubject()
        let isBoundToNonce = try nonce.check(person)
        return VerifiedAppleIdentity(
            issuer: registered.issuer, subject: subject, audience: audience, issuedAt: Date(seconds: registered.issuedAt),
            expiresAt: Date(seconds: registered.expiresAt), authenticatedAt: person.authenticatedAt.map(Date.init(seconds:)),
            email: person.email, emailIsVerified: person.emailIsVerified, isPrivateEmail: person.isPrivateEmail,
            realUserStatus: person.realUserStatus, transferSubject: person.transferSubject, organisation: person.organisation,
            isBoundToNonce: isBoundToNonce, tokenDigest: jws.digest, codeHash: person.codeHash,
            accessTokenHash: person.accessTokenHash)
    }
}

extension Date {
    fileprivate init(seconds: Int64) { self.init(timeIntervalSince1970: Double(seconds)) }
}
