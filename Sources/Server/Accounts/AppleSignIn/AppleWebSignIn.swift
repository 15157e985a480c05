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

/// What a web attempt is for. The raw values are stored: they never change.
package enum AppleWebPurpose: Hashable, Sendable {
    case signIn
    /// To the account of this session.
    case link(SessionID)
    case reauthenticate(SessionID)
    /// Putting Sign in with Apple in the place of the password, for the account of this session.
    case convert(SessionID)

    package var session: SessionID? {
        switch self {
        case .signIn: nil
        case .link(let session), .reauthenticate(let session), .convert(let session): session
        }
    }
}

extension AppleAccountService {
    /// Sets out. Charged as a challenge is.
    ///
    /// - Parameter browser: the cookie that the browser came with, if it is one of ours in form; nil makes a new one.
    package func beginWebAttempt(
        for purpose: AppleWebPurpose, next: ReturnPath, browser: OpaqueToken?, client: Client, now: Timestamp
    ) async throws -> AppleWebAttemptOutcome {
        if case .exhausted(let retryAfter) = try await stores.charge(challengeCharges(from: client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let attempt = AppleWebAttempt(
            state: OpaqueToken(random: random), nonce: OpaqueToken(random: random), browser: browser ?? OpaqueToken(random: random),
            expiresAt: now + AppleWebAttempt.lifetime)
        try await stores.add(
            StoredAppleWebAttempt(
                state: attempt.state.digest, browser: attempt.browser.digest, nonce: attempt.nonce, purpose: purpose, next: next,
                expiresAt: attempt.expiresAt))
        return .begun(attempt)
    }

    /// Takes back the state of a callback, once: whatever else the callback holds, be it an error. Nil where it is not alive.
    package func land(state: OpaqueToken, now: Timestamp) async throws -> AppleWebLanding? {
        try await stores.consumeWebAttempt(state.digest, now: now).map(AppleWebLanding.init)
    }

    /// Parks what Apple said, verified against the landing's nonce, for the browser to come for. The name, which Apple tells once, is
    /// kept from now on.
    package func park(
        _ assertion: AppleIdentityAssertion, grant: AppleGrant, of landing: AppleWebLanding, now: Timestamp
    ) async throws -> OpaqueToken {
        let completion = OpaqueToken(random: random)
        let attempt = landing.attempt
        try await stores.park(
            ParkedAppleAssertion(
                completion: completion.digest, browser: attempt.browser, purpose: attempt.purpose, next: attempt.next,
                assertion: assertion, grant: try sealer.parked(grant, under: completion.digest),
                expiresAt: now + ParkedAppleAssertion.lifetime),
            at: now)
        return completion
    }

    /// Finishes in the browser that set out, once.
    ///
    /// - Parameters:
    ///   - active: the session that the browser is in, if any. An attempt for a session is finished in that session only.
    ///   - deviceToken: what an earlier sign-in on this device was given.
    package func finishWebAttempt(
        completion: OpaqueToken, browser: OpaqueToken, in active: ActiveSession?, deviceToken: OpaqueToken?, client: Client,
        now: Timestamp
    ) async throws -> AppleWebFinish {
        guard let parked = try await stores.consumeParkedAssertion(completion.digest, now: now),
            constantTimeEquals(parked.browser.bytes, browser.digest.bytes)
        else { return .refused }
        let grant = sealer.grant(parked.grant, under: completion.digest)

        switch parked.purpose {
        case .signIn:
            let request = AppleSignIn(assertion: parked.assertion, grant: grant, deviceToken: deviceToken, client: client)
            return .signIn(try await signIn(answered: request, now: now), next: parked.next)
        case .link(let session):
            guard let active, active.session.id == session else { return .refused }
            let outcome = try await link(answered: parked.assertion, grant: grant, to: active, client: client, now: now)
            return .linking(outcome, next: parked.next)
        case .reauthenticate(let session):
            guard let active, active.session.id == session else { return .refused }
            let outcome = try await reauthenticate(active, answered: parked.assertion, grant: grant, client: client, now: now)
            return .reauthentication(outcome, next: parked.next)
        case .convert(let session):
            guard let active, active.session.id == session else { return .refused }
            return .conversion(try await convert(active, answered: parked.assertion, grant: grant, client: client, now: now))
        }
    }
}

/// How a web attempt ended.
package enum AppleWebFinish: Sendable {
    case signIn(AppleSignInOutcome, next: ReturnPath)
    case linking(AppleLinkingOutcome, next: ReturnPath)
    case reauthentication(AppleReauthenticationOutcome, next: ReturnPath)
    case conversion(AppleWebConversion)
    /// No such completion: used, expired, or never made. Also for another browser than the one that set out, and for another session than
    /// the one the attempt is for; then the completion is used up.
    case refused
}

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

/// A path of this site to go to after a sign-in: never another site's, whatever a browser makes of slashes.
package struct ReturnPath: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Takes 1 to 512 visible ASCII characters that begin with one slash. Refuses a second slash or a backslash after it, which
    /// browsers read as another host (WHATWG URL, section 4.4), and any backslash at all.
    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: 1...512), text.utf8.first == UInt8(ascii: "/") else { return nil }
        guard text.utf8.dropFirst().first != UInt8(ascii: "/"), !text.utf8.contains(UInt8(ascii: "\\")) else { return nil }
        self.text = text
    }

    package var description: String { text }
}
