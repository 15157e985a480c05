package import Secrets

/// Apple's claims about a user who has just authenticated. The caller has verified the signature, issuer, audience and age, and
/// the nonce of the challenge or web attempt. The domain never sees the token itself.
package struct AppleIdentityAssertion: Hashable, Sendable {
    package let key: AppleIdentityKey
    /// The audience: the app or site that the user signed in to.
    package let client: AppleClientID
    /// The e-mail address. Nil if Apple sent no address, which can happen at any sign-in after the first.
    package let email: AppleEmail?
    package let realUser: AppleRealUserStatus?
    /// The name that Apple sent next to the token at the first sign-in.
    package let name: PersonName?
    /// The user's transfer identifier after the app moved from another team. Apple sends it for sixty days.
    package let transferSubject: AppleSubject?
    /// The time when Apple issued the token.
    package let authenticatedAt: Timestamp
    /// The time when the user last authenticated to Apple (`auth_time`). The claim is undocumented; if a token lacks it, this is
    /// the time when Apple issued the token.
    package let provedAt: Timestamp
    /// The token, if it has no nonce; nil if its nonce binds it to this request.
    package let unboundToken: UnboundAppleToken?

    package init(
        key: AppleIdentityKey, client: AppleClientID, email: AppleEmail?, realUser: AppleRealUserStatus? = nil,
        name: PersonName? = nil, transferSubject: AppleSubject? = nil, authenticatedAt: Timestamp,
        provedAt: Timestamp? = nil, unboundToken: UnboundAppleToken? = nil
    ) {
        self.key = key
        self.client = client
        self.email = email
        self.realUser = realUser
        self.name = name
        self.transferSubject = transferSubject
        self.authenticatedAt = authenticatedAt
        self.provedAt = provedAt ?? authenticatedAt
        self.unboundToken = unboundToken
    }
}

/// An identity token without a nonce. It is not bound to a request, so each one is accepted only once.
package struct UnboundAppleToken: Hashable, Sendable {
    /// The digest of the signed part of the token.
    package let digest: TokenDigest
    /// The time when Apple issued the token. A restored store rejects earlier tokens (``RestorationStore``). It is not stored.
    package let issuedAt: Timestamp
    /// The time when the token expires.
    package let expiresAt: Timestamp

    package init(digest: TokenDigest, issuedAt: Timestamp, expiresAt: Timestamp) {
        self.digest = digest
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }

    /// The additional time for which its digest is kept, to allow for clock differences.
    package static var margin: Duration { .seconds(3_600) }
}

/// Apple's estimate of whether the user is a real person. Apple sends it only to native apps, at the first sign-in. The raw values
/// are stored, so they never change.
package enum AppleRealUserStatus: Int, CaseIterable, Sendable {
    case unsupported = 0
    case unknown = 1
    case likelyReal = 2
}
