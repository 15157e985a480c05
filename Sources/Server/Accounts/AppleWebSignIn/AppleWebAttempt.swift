package import Secrets

/// A web sign-in that sets out to Apple: what goes into the authorization request, and what stays with the browser.
///
/// The way: the browser is sent off with `state` and `nonce`, and keeps `browser` in a cookie. Apple sends it back by a cross-site form,
/// which brings no cookie: that request lands the attempt by its state, once, and parks what Apple said under a completion that
/// it hands to the browser. The browser then comes to the site itself, with its cookie, and finishes, once, if it is the one
/// that set out. So nobody finishes what another browser began, and no code or token stands in an address.
package struct AppleWebAttempt: Sendable {
    package let state: OpaqueToken
    /// To be found, exactly, in the identity token.
    package let nonce: OpaqueToken
    /// For a cookie. The one the browser came with, if it had one, so that attempts in several tabs do not spoil each other.
    package let browser: OpaqueToken
    package let expiresAt: Timestamp

    package static var lifetime: Duration { .seconds(600) }
}

package enum AppleWebAttemptOutcome: Sendable {
    case begun(AppleWebAttempt)
    case throttled(retryAfter: Duration)
}

/// A web attempt as a store keeps it.
package struct StoredAppleWebAttempt: Sendable {
    package let state: TokenDigest
    package let browser: TokenDigest
    /// In clear: it goes through the browser's address line, and what makes it good is that it is new.
    package let nonce: OpaqueToken
    package let purpose: AppleWebPurpose
    package let next: ReturnPath
    package let expiresAt: Timestamp

    package init(
        state: TokenDigest, browser: TokenDigest, nonce: OpaqueToken, purpose: AppleWebPurpose, next: ReturnPath,
        expiresAt: Timestamp
    ) {
        self.state = state
        self.browser = browser
        self.nonce = nonce
        self.purpose = purpose
        self.next = next
        self.expiresAt = expiresAt
    }
}
