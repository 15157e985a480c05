public import FoundationEssentials

/// Verifies identity tokens. Only a key cache uses the network.
///
///     let verifier = IdentityTokenVerifier(policy: try TokenPolicy(audiences: ClientIDs(["com.example.app"])))
///     let identity = try verifier.verify(token, with: keys, nonce: .exactOrSHA256(of: nonce), now: now)
///
/// Checks in this order: form, key, signature, issuer, audience, times, subject, nonce. A token is never partly accepted.
public struct IdentityTokenVerifier: Sendable {
    /// The requirements for tokens.
    public let policy: TokenPolicy

    /// Creates a verifier with a policy, which always has an audience.
    public init(policy: TokenPolicy) {
        self.policy = policy
    }

    /// Verifies a token with a key set.
    ///
    /// - Parameter now: the time for the check.
    /// - Throws: ``AppleIdentityError``. It is not temporary, although a newer key set may contain an unknown key.
    public func verify(
        _ token: String, with keys: AppleKeySet, nonce: ExpectedNonce, now: Date
    ) throws(AppleIdentityError) -> VerifiedAppleIdentity {
        try identity(keys.verify(CompactJWS(token)), nonce, now)
    }

    /// Verifies a token with a key cache, which fetches Apple's keys if necessary.
    ///
    /// - Parameter now: the time for the check. The cache has its own clock.
    /// - Throws: ``AppleIdentityError``, with ``AppleIdentityError/Code/keysUnavailable`` if Apple was unreachable.
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
