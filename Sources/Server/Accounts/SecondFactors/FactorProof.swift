package import Secrets
package import WebAuthn

/// The proof of a second factor, as a client submits it.
package enum FactorProof: Sendable {
    /// Six digits from the generator. Spaces are ignored.
    case totp(String)
    /// The recovery code as typed.
    case recoveryCode(String)
    /// An ECDSA signature in DER, by this key, over the 32 bytes of the challenge.
    case deviceKey(DeviceKeyID, signature: [UInt8])
    /// An assertion by a passkey of the account, for ``FactorChallenge/passkeyChallenge(of:)``.
    case passkey(AuthenticationResponse)
}

/// A valid proof. The store must still confirm that it is unused: of several simultaneous uses, one succeeds.
package enum FactorUse: Hashable, Sendable {
    /// - `isLate`: whether the code arrived in the time step after its own. The store records it as a sign that the device's clock
    ///   is slow.
    case totp(TOTPID, step: Int64, isLate: Bool = false)
    case recoveryCode(TokenDigest)
    case deviceKey(DeviceKeyID)
    case passkey(PasskeyUse)

    /// The audit events of the use, in addition to the sign-in.
    var events: [AuditEvent] {
        if case .passkey(let use) = self { use.events } else { [] }
    }
}

extension SecondFactorService {
    /// Completes a sign-in by a second factor. The first factor must still be valid: if the password was changed or the Apple
    /// identity unlinked in the meantime, no session opens.
    package func signIn(
        answering challenge: OpaqueToken, by proof: FactorProof, client: Client, now: Timestamp
    ) async throws -> FactorSignInOutcome {
        switch try await attempt(proof, at: challenge, in: nil, client: client, now: now) {
        case .challengeRejected: return .challengeRejected
        case .rejected: return .rejected
        case .suspended: return .suspended
        case .throttled(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .verified(let stored, let use, let charges):
            guard case .signIn(let first) = stored.purpose, let account = try await stores.account(stored.account) else {
                return .challengeRejected
            }
            let isByFormer = try await isFormer(first, of: account)
            let new = NewSession(
                for: account, event: accounts.event(first.signInEvent, account.id, by: client, at: now), origin: first.origin,
                replacing: stored.device,
                authenticatedAt: isByFormer ? Session.beforeCounting : first.authenticatedAt(stored.issuedAt),
                factorAuthenticatedAt: now, lifetimes: accounts.lifetimes, random: random)
            let removal = first.origin == .passkey ? event(.passwordRemoved, account.id, by: client, at: now) : nil
            let completion = FactorSignInCompletion(
                challenge: stored.digest, use: use, opening: new.opening,
                codeEvent: codeEvent(of: use, account.id, by: client, at: now), passwordRemoval: removal)
            let wait = try await stores.recoveryWait(of: account.id, now: now)
            let result = try await stores.completeSignIn(completion)
            switch result {
            case .challengeInvalid: return .challengeRejected
            case .factorUsed: return try await rejection(of: account.id, client: client, now: now)
            case .completed, .replacedPassword:
                let isReplaced = result == .replacedPassword
                try await stores.refund(charges, now: now)
                let ending = wait.flatMap { _ in new.opening.recoveryEvent }
                (use.events + [completion.codeEvent, ending, new.opening.event, isReplaced ? removal : nil].compactMap(\.self))
                    .forEach(accounts.report)
                return .signedIn((isReplaced ? new.signedIn.withoutPassword : new.signedIn).ending(wait))
            }
        }
    }

    /// Proves a second factor in a session, as recent authentication for sensitive operations. The session gets a new token.
    package func stepUp(
        _ active: ActiveSession, answering challenge: OpaqueToken, by proof: FactorProof, client: Client, now: Timestamp
    ) async throws -> FactorSignInOutcome {
        switch try await attempt(proof, at: challenge, in: active, client: client, now: now) {
        case .challengeRejected: return .challengeRejected
        case .rejected: return .rejected
        case .suspended: return .suspended
        case .throttled(let retryAfter):
            return try await accounts.endIfExhausted(active, client: client, now: now)
                ? .sessionEnded : .throttled(retryAfter: retryAfter)
        case .verified(let stored, let use, let charges):
            let renewed = RenewedSession(
                of: active, account: active.account, authenticatedAt: active.session.authenticatedAt, factorAuthenticatedAt: now,
                token: OpaqueToken(random: random))
            let completion = FactorStepUpCompletion(
                challenge: stored.digest, use: use, renewal: renewed.renewal,
                event: event(.factorShown, active.account.id, by: client, at: now),
                codeEvent: codeEvent(of: use, active.account.id, by: client, at: now),
                recoveryEvent: event(.recoveryCancelled, active.account.id, by: client, at: now))
            let wait = try await stores.recoveryWait(of: active.account.id, now: now)
            switch try await stores.completeStepUp(completion) {
            case .challengeInvalid: return .challengeRejected
            case .factorUsed: return try await rejection(of: active.account.id, client: client, now: now)
            case .completed, .replacedPassword:
                try await stores.refund(charges, now: now)
                let ending = wait.flatMap { _ in completion.recoveryEvent }
                (use.events + [completion.codeEvent, ending, completion.event].compactMap(\.self)).forEach(accounts.report)
                return .signedIn(renewed.signedIn.ending(wait))
            }
        }
    }

    /// Returns the budgets for a wrong proof. A passkey's signature cannot be guessed. A client that sends wrong ones must not use up the
    /// account's attempts. The session, the recovery or the known device is charged, as for a sign-in by passkey. For another browser,
    /// its network is charged. Such a browser has one answer for each challenge.
    private func failureCharges(
        of proof: FactorProof, at challenge: StoredFactorChallenge, in active: ActiveSession?, from client: Client
    ) -> [ThrottleCharge] {
        guard case .passkey = proof else { return active.map(failureCharges(in:)) ?? failureCharges(of: challenge) }
        let (keys, throttles) = (accounts.budgetKeys, accounts.throttles)
        if let active {
            let key = keys.passkeyFailures(in: active.session.id)
            return [ThrottleCharge(key: key, budget: throttles.passkeyFailuresPerBrowser)]
        }
        if let holder = challenge.purpose.recovery ?? challenge.device {
            return [ThrottleCharge(key: keys.passkeyFailures(of: holder), budget: throttles.passkeyFailuresPerBrowser)]
        }
        let key = keys.passkeyFailures(from: client.address)
        return [ThrottleCharge(key: key, budget: throttles.passkeyFailuresPerAddress)]
    }

    /// Returns the budgets for wrong second factors outside sessions: one for sign-ins on known devices, one for other sign-ins,
    /// and one for recoveries. A client that has the password and guesses codes therefore cannot lock out the devices that have
    /// signed in before. A client that reads the owner's mail and guesses codes in recoveries cannot lock out sign-ins.
    private func failureCharges(of challenge: StoredFactorChallenge) -> [ThrottleCharge] {
        guard challenge.purpose.recovery != nil else {
            return failureCharges(of: challenge.account, isKnown: challenge.device != nil)
        }
        let key = accounts.budgetKeys.factorsInRecoveries(of: challenge.account)
        return [ThrottleCharge(key: key, budget: accounts.throttles.factorFailuresPerAccount)]
    }

    private func failureCharges(of account: AccountID, isKnown: Bool) -> [ThrottleCharge] {
        let (keys, throttles) = (accounts.budgetKeys, accounts.throttles)
        return [
            isKnown
                ? ThrottleCharge(key: keys.factorsFromDevices(of: account), budget: throttles.factorFailuresPerKnownDevices)
                : ThrottleCharge(key: keys.factors(of: account), budget: throttles.factorFailuresPerAccount)
        ]
    }

    /// Returns the budgets for wrong second factors in a session. They are charged to the session, to all sessions of the account
    /// together, and to the account's known devices. The session ends when its own budget is exhausted. The budget of all sessions
    /// is smaller than that of the known devices. Any number of stolen sessions therefore leaves the owner's devices some attempts,
    /// and does not raise the number of guesses at an account's codes.
    private func failureCharges(in active: ActiveSession) -> [ThrottleCharge] {
        let (keys, throttles, account) = (accounts.budgetKeys, accounts.throttles, active.account.id)
        return [
            accounts.failureCharge(of: active),
            ThrottleCharge(key: keys.factorsInSessions(of: account), budget: throttles.factorFailuresInSessions),
        ] + failureCharges(of: account, isKnown: true)
    }

    /// Counts the answer, then charges it, then verifies it, so that a hundred simultaneous guesses count as a hundred.
    func attempt(
        _ proof: FactorProof, at challenge: OpaqueToken, in active: ActiveSession?, client: Client, now: Timestamp
    ) async throws -> FactorAttemptOutcome {
        guard let stored = try await stores.takeFactorAttempt(at: challenge.digest, in: active?.session.id, now: now) else {
            return .challengeRejected
        }
        // A late signature is not a guess: its challenge has expired.
        if case .deviceKey = proof, now >= stored.issuedAt + FactorChallenge.signatureLifetime { return .challengeRejected }
        let charges = failureCharges(of: proof, at: stored, in: active, from: client)
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        switch try await check(proof, for: stored, challenge, in: active, client: client, now: now) {
        case .valid(let use): return .verified(stored, use, charges)
        case .suspended:
            try await accounts.recordSuspendedUse(of: stored.account, by: client, now: now)
            return .suspended
        case .invalid:
            // A wrong passkey uses up its challenge.
            if case .passkey = proof { try await stores.removeFactorChallenge(stored.digest) }
            let failure = event(.factorFailed, stored.account, by: client, at: now)
            try await stores.record(failure)
            accounts.report(failure)
            return .rejected
        }
    }

    /// Verifies a proof, and returns what it would use up.
    private func check(
        _ proof: FactorProof, for stored: StoredFactorChallenge, _ challenge: OpaqueToken, in active: ActiveSession?,
        client: Client, now: Timestamp
    ) async throws -> FactorCheck {
        switch proof {
        case .recoveryCode(let typed):
            guard let code = RecoveryCode(typed: typed) else { return .invalid }
            return .valid(.recoveryCode(code.digest))
        case .totp(let code):
            guard let totp = try await stores.totp(of: stored.account), totp.confirmedAt != nil else { return .invalid }
            var verifier = try sealer.verifier(of: totp)
            guard let step = verifier.step(of: code, now: now) else { return .invalid }
            guard !step.isLate || totp.acceptsPrevious(step.number) else {
                try await stores.recordLateStep(step.number, of: totp.id, totp.account)
                return .invalid
            }
            return .valid(.totp(totp.id, step: step.number, isLate: step.isLate))
        case .deviceKey(let id, let signature):
            guard let key = try await stores.secondFactors(of: stored.account).deviceKeys.first(where: { $0.id == id }),
                let message = Base64URL.decode(challenge.reveal()), key.publicKey.isValid(signature, of: message)
            else { return .invalid }
            return .valid(.deviceKey(id))
        case .passkey(let response):
            guard stored.purpose.acceptsPasskeys, let policy = accounts.passkeyPolicy,
                let known = try await stores.passkey(response.credentialID), known.account.id == stored.account
            else { return .invalid }
            let verified: VerifiedAuthentication
            do throws(WebAuthnError) {
                verified = try policy.verify(
                    response, for: FactorChallenge.passkeyChallenge(of: challenge), by: known.passkey.credential.user,
                    with: known.passkey, requiresUserVerification: false)
            } catch {
                try await accounts.recordCounterRegression(error, of: stored.account, by: client, now: now)
                return .invalid
            }
            // In a session that a passkey opened, possession may already be the first factor.
            let followsPasskey = active?.session.origin == .passkey
            guard !followsPasskey || verified.isTwoFactors else { return .invalid }
            guard known.passkey.suspendedAt == nil else { return .suspended }
            return .valid(
                .passkey(accounts.use(of: known.passkey, in: verified, confirmsUser: !followsPasskey, by: client, now: now)))
        }
    }

    /// Returns whether the first factor is the password before an unconfirmed upgrade. The store decides whether that password is
    /// still valid.
    private func isFormer(_ first: FirstFactor, of account: Account) async throws -> Bool {
        guard case .password(let version) = first else { return false }
        return try await stores.credential(of: account.id).map { $0.version != version } ?? false
    }

    func rejection(of account: AccountID, client: Client, now: Timestamp) async throws -> FactorSignInOutcome {
        let failure = event(.factorFailed, account, by: client, at: now)
        try await stores.record(failure)
        accounts.report(failure)
        return .rejected
    }

    func codeEvent(of use: FactorUse, _ account: AccountID, by client: Client, at now: Timestamp) -> AuditEvent? {
        guard case .recoveryCode = use else { return nil }
        return event(.recoveryCodeUsed, account, by: client, at: now)
    }
}

package enum FactorSignInOutcome: Sendable {
    /// A new session was opened, or the current one has a new token.
    case signedIn(SignedIn)
    /// The factor is wrong, arrived too late or was used before. The client may try again.
    case rejected
    /// A recovery suspended the passkey. The client may try another factor.
    case suspended
    /// The challenge was never issued for this purpose, was answered, was answered too often, or has expired; or the first factor
    /// is no longer valid.
    case challengeRejected
    case throttled(retryAfter: Duration)
    /// The session has ended after too many wrong second factors.
    case sessionEnded
}

enum FactorAttemptOutcome {
    case verified(StoredFactorChallenge, FactorUse, [ThrottleCharge])
    case rejected
    case suspended
    case challengeRejected
    case throttled(retryAfter: Duration)
}

private enum FactorCheck {
    case valid(FactorUse)
    case invalid
    /// The proof is valid, and a recovery suspended its passkey.
    case suspended
}
