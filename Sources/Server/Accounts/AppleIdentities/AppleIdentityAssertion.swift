package import Secrets

/// What Apple has just said of somebody, after whoever holds the keys has verified it: signature, issuer, audience, age, and the nonce
/// that the challenge or the web attempt gave out. The domain knows no token; this is all that reaches it.
package struct AppleIdentityAssertion: Hashable, Sendable {
    package let key: AppleIdentityKey
    /// The audience: the app or site that the person signed in to.
    package let client: AppleClientID
    /// Nil where Apple told none, as it may at any sign-in but the first.
    package let email: AppleEmail?
    package let realUser: AppleRealUserStatus?
    /// What came beside the token at a first sign-in.
    package let name: PersonName?
    /// What the person was called in the move of the app from another team; Apple tells it for sixty days.
    package let transferSubject: AppleSubject?
    /// When Apple made the token.
    package let authenticatedAt: Timestamp
    /// When the person last proved to Apple who they are (`auth_time`). The claim is undocumented: where a token lacks it, this is when
    /// Apple made the token.
    package let provedAt: Timestamp
    /// The token, where it has no nonce; nil where its nonce binds it to this request.
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

/// An identity token without a nonce. Nothing binds it to a request, so each is accepted once.
package struct UnboundAppleToken: Hashable, Sendable {
    /// Of what Apple signed.
    package let digest: TokenDigest
    /// When the token itself expires.
    package let expiresAt: Timestamp

    package init(digest: TokenDigest, expiresAt: Timestamp) {
        self.digest = digest
        self.expiresAt = expiresAt
    }

    /// How much longer its digest is remembered, for clocks that differ.
    package static var margin: Duration { .seconds(3_600) }
}

/// How sure Apple is that a person, and no program, has signed in: told natively, at the first sign-in only. The raw values are stored:
/// they never change.
package enum AppleRealUserStatus: Int, CaseIterable, Sendable {
    case unsupported = 0
    case unknown = 1
    case likelyReal = 2
}
