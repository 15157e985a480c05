package import Secrets

/// A web sign-in that starts: the values for the authorization request, and the value that stays in the browser.
///
/// 1. The server redirects the browser to Apple with `state` and `nonce`. The browser keeps `browser` in a cookie.
/// 2. Apple returns the browser by a cross-site form, which carries no cookie. That request uses up the attempt by its state, and
///    stores Apple's assertion under a completion token, which it gives to the browser.
/// 3. The browser opens the site itself, now with its cookie, and finishes the attempt once. It must be the browser that started
///    it.
///
/// Another browser therefore cannot finish the attempt, and no code or token appears in a URL.
package struct AppleWebAttempt: Sendable {
    package let state: OpaqueToken
    /// The nonce that the identity token must contain exactly.
    package let nonce: OpaqueToken
    /// The value of the browser's cookie. An existing cookie is reused, so that attempts in several tabs do not invalidate each
    /// other.
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
    /// The nonce, stored in plain text: it is visible in the browser's address bar, and its protection is that it is used once.
    package let nonce: OpaqueToken
    package let purpose: AppleWebPurpose
    /// The account whose deletion the user confirmed for a link or a conversion; nil for none.
    package let replaced: AccountID?
    package let next: ReturnPath
    package let expiresAt: Timestamp

    package init(
        state: TokenDigest, browser: TokenDigest, nonce: OpaqueToken, purpose: AppleWebPurpose, replaced: AccountID? = nil,
        next: ReturnPath, expiresAt: Timestamp
    ) {
        self.state = state
        self.browser = browser
        self.nonce = nonce
        self.purpose = purpose
        self.replaced = replaced
        self.next = next
        self.expiresAt = expiresAt
    }
}

/// The purpose of a web attempt. The raw values are stored, so they never change.
package enum AppleWebPurpose: Hashable, Sendable {
    case signIn
    /// Link an identity to the account of this session.
    case link(SessionID)
    case reauthenticate(SessionID)
    /// Replace the password by Sign in with Apple, for the account of this session.
    case convert(SessionID)

    package var session: SessionID? {
        switch self {
        case .signIn: nil
        case .link(let session), .reauthenticate(let session), .convert(let session): session
        }
    }
}

extension AppleAccountService {
    /// Starts a web attempt. It is charged like a challenge.
    ///
    /// - Parameters:
    ///   - replaced: the account that is deleted if the attempt moves its identity (``AppleReplacement``); nil for none. Only a link
    ///     and a conversion can have one.
    ///   - browser: the value of the browser's cookie if it is well-formed; nil to create a new one.
    package func beginWebAttempt(
        for purpose: AppleWebPurpose, replacing replaced: AccountID? = nil, next: ReturnPath, browser: OpaqueToken?,
        client: Client, now: Timestamp
    ) async throws -> AppleWebAttemptOutcome {
        if case .exhausted(let retryAfter) = try await stores.charge(challengeCharges(from: client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let attempt = AppleWebAttempt(
            state: OpaqueToken(random: random), nonce: OpaqueToken(random: random), browser: browser ?? OpaqueToken(random: random),
            expiresAt: now + AppleWebAttempt.lifetime)
        try await stores.add(
            StoredAppleWebAttempt(
                state: attempt.state.digest, browser: attempt.browser.digest, nonce: attempt.nonce, purpose: purpose,
                replaced: replaced, next: next, expiresAt: attempt.expiresAt))
        return .begun(attempt)
    }

    /// Uses up the state of a callback, even if the callback reports an error. Returns nil if the attempt does not exist or has
    /// expired.
    package func land(state: OpaqueToken, now: Timestamp) async throws -> AppleWebLanding? {
        try await stores.consumeWebAttempt(state.digest, now: now).map(AppleWebLanding.init)
    }

    /// Stores Apple's assertion, verified against the landing's nonce, until the browser collects it. The name, which Apple sends
    /// only once, is stored as well.
    package func park(
        _ assertion: AppleIdentityAssertion, grant: AppleGrant, of landing: AppleWebLanding, now: Timestamp
    ) async throws -> OpaqueToken {
        let completion = OpaqueToken(random: random)
        let attempt = landing.attempt
        try await stores.park(
            ParkedAppleAssertion(
                completion: completion.digest, browser: attempt.browser, purpose: attempt.purpose, replaced: attempt.replaced,
                next: attempt.next, assertion: assertion, grant: try sealer.parked(grant, under: completion.digest),
                expiresAt: now + ParkedAppleAssertion.lifetime),
            at: now)
        return completion
    }

    /// Finishes the attempt once, in the browser that started it.
    ///
    /// - Parameters:
    ///   - active: the current session of the browser, if any. An attempt for a session can only be finished in that session.
    ///   - deviceToken: the token from an earlier sign-in on this device.
    package func finishWebAttempt(
        completion: OpaqueToken, browser: OpaqueToken, in active: ActiveSession?, deviceToken: OpaqueToken?, client: Client,
        now: Timestamp
    ) async throws -> AppleWebFinish {
        guard let parked = try await stores.consumeParkedAssertion(completion.digest, now: now),
            constantTimeEquals(parked.browser.bytes, browser.digest.bytes)
        else { return .rejected }
        let grant = sealer.grant(parked.grant, under: completion.digest)

        switch parked.purpose {
        case .signIn:
            let request = AppleSignIn(assertion: parked.assertion, grant: grant, deviceToken: deviceToken, client: client)
            return .signIn(try await signIn(answered: request, now: now), next: parked.next)
        case .link(let session):
            guard let active, active.session.id == session else { return .rejected }
            let outcome = try await link(
                answered: parked.assertion, grant: grant, to: active, replacing: parked.replaced, client: client, now: now)
            return .linking(outcome, next: parked.next)
        case .reauthenticate(let session):
            guard let active, active.session.id == session else { return .rejected }
            let outcome = try await reauthenticate(active, answered: parked.assertion, grant: grant, client: client, now: now)
            return .reauthentication(outcome, next: parked.next)
        case .convert(let session):
            guard let active, active.session.id == session else { return .rejected }
            return .conversion(
                try await convert(
                    active, answered: parked.assertion, grant: grant, replacing: parked.replaced, client: client, now: now))
        }
    }
}

/// The result of a web attempt.
package enum AppleWebFinish: Sendable {
    case signIn(AppleSignInOutcome, next: ReturnPath)
    case linking(AppleLinkingOutcome, next: ReturnPath)
    case reauthentication(AppleReauthenticationOutcome, next: ReturnPath)
    case conversion(AppleWebConversion)
    /// The completion token is unknown, used or expired. Also returned for a browser other than the one that started the attempt,
    /// and for another session than the attempt's; in both cases the completion token is used up.
    case rejected
}

/// Evidence that a callback carried the state of a valid attempt, which it has used up. Only
/// ``AppleAccountService/land(state:now:)`` creates one.
package struct AppleWebLanding: Sendable {
    /// The nonce that the identity token must contain exactly.
    package var nonce: OpaqueToken { attempt.nonce }
    package var purpose: AppleWebPurpose { attempt.purpose }
    /// The path to continue to, also after the user cancelled.
    package var next: ReturnPath { attempt.next }

    let attempt: StoredAppleWebAttempt

    init(_ attempt: StoredAppleWebAttempt) {
        self.attempt = attempt
    }
}

/// Apple's assertion for a web attempt, stored until the browser collects it.
package struct ParkedAppleAssertion: Sendable {
    package let completion: TokenDigest
    package let browser: TokenDigest
    package let purpose: AppleWebPurpose
    /// See ``StoredAppleWebAttempt/replaced``.
    package let replaced: AccountID?
    package let next: ReturnPath
    package let assertion: AppleIdentityAssertion
    package let grant: ParkedAppleGrant
    package let expiresAt: Timestamp

    package init(
        completion: TokenDigest, browser: TokenDigest, purpose: AppleWebPurpose, replaced: AccountID? = nil, next: ReturnPath,
        assertion: AppleIdentityAssertion, grant: ParkedAppleGrant, expiresAt: Timestamp
    ) {
        self.completion = completion
        self.browser = browser
        self.purpose = purpose
        self.replaced = replaced
        self.next = next
        self.assertion = assertion
        self.grant = grant
        self.expiresAt = expiresAt
    }

    /// A page that redirects by itself needs a second; this also leaves time for a user who must press a button.
    package static var lifetime: Duration { .seconds(120) }
}

/// A grant that is sealed and bound to the completion token.
package enum ParkedAppleGrant: Hashable, Sendable {
    case code(Sealed, flow: AppleFlow)
    case refreshToken(Sealed)
    case none
}

/// A path on this site to continue to after a sign-in. It never leads to another site, however a browser interprets slashes.
package struct ReturnPath: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Accepts 1 to 512 visible ASCII characters that begin with one slash. Rejects a second slash at the start, which browsers
    /// parse as another host (WHATWG URL, section 4.4), and any backslash.
    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: 1...512), text.utf8.first == UInt8(ascii: "/") else { return nil }
        guard text.utf8.dropFirst().first != UInt8(ascii: "/"), !text.utf8.contains(UInt8(ascii: "\\")) else { return nil }
        self.text = text
    }

    package var description: String { text }
}
