package import Secrets

/// Evidence that a callback came with the state of a living attempt, which it has used up. Only ``AppleAccountService/land(state:now:)``
/// makes one.
package struct AppleWebLanding: Sendable {
    /// What the identity token must hold, exactly.
    package var nonce: OpaqueToken { attempt.nonce }
    package var purpose: AppleWebPurpose { attempt.purpose }
    /// Where the browser wanted to go: also where to send somebody who cancelled.
    package var next: ReturnPath { attempt.next }

    let attempt: StoredAppleWebAttempt

    init(_ attempt: StoredAppleWebAttempt) {
        self.attempt = attempt
    }
}

/// What Apple said to a web attempt, parked until the browser comes for it.
package struct ParkedAppleAssertion: Sendable {
    package let completion: TokenDigest
    package let browser: TokenDigest
    package let purpose: AppleWebPurpose
    package let next: ReturnPath
    package let assertion: AppleIdentityAssertion
    package let grant: ParkedAppleGrant
    package let expiresAt: Timestamp

    package init(
        completion: TokenDigest, browser: TokenDigest, purpose: AppleWebPurpose, next: ReturnPath,
        assertion: AppleIdentityAssertion, grant: ParkedAppleGrant, expiresAt: Timestamp
    ) {
        self.completion = completion
        self.browser = browser
        self.purpose = purpose
        self.next = next
        self.assertion = assertion
        self.grant = grant
        self.expiresAt = expiresAt
    }

    /// A page that navigates by itself takes a second; a person who must press a button has time.
    package static var lifetime: Duration { .seconds(120) }
}

/// A grant as it is parked: sealed, and bound to the completion.
package enum ParkedAppleGrant: Hashable, Sendable {
    case code(Sealed, flow: AppleFlow)
    case refreshToken(Sealed)
    case none
}
