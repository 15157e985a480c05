package import Secrets

extension AppleAccountService {
    /// Sets out. Charged as a challenge is.
    ///
    /// - Parameter browser: the cookie that the browser came with, if it is one of ours in form; nil makes a new one.
    package func beginWebAttempt(
        for purpose: AppleWebPurpose, next: ReturnPath, browser: OpaqueToken?, client: Client, now: Timestamp
    ) async throws -> AppleWebAttemptOutcome {
        switch try await stores.charge(challengeCharges(from: client), now: now) {
        case .exhausted(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .admitted: break
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
