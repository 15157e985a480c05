package import Secrets
package import WebAuthn

/// A client's answer to a request for an assertion.
package struct PasskeySignIn: Sendable {
    package let response: AuthenticationResponse
    package let holder: OpaqueToken
    package let deviceToken: OpaqueToken?
    package let client: Client

    /// - Parameters:
    ///   - holder: the value of the browser's cookie, or the secret of the app.
    ///   - deviceToken: the token from an earlier sign-in on this device.
    package init(response: AuthenticationResponse, holder: OpaqueToken, deviceToken: OpaqueToken?, client: Client) {
        self.response = response
        self.holder = holder
        self.deviceToken = deviceToken
        self.client = client
    }
}

extension PasskeyService {
    /// Begins a sign-in with any passkey of this relying party. Does not access the store.
    ///
    /// - Parameter isAutoFill: whether the request waits for AutoFill, for up to twelve hours.
    package func beginSignIn(for holder: OpaqueToken, isAutoFill: Bool, now: Timestamp) throws -> PasskeyRequest {
        let issued = try challenges.issue(
            for: isAutoFill ? .autoFill(holder.digest) : .signIn(holder.digest), now: now, random: random)
        return PasskeyRequest(
            challenge: issued.challenge, expiresAt: issued.expiresAt, allowed: [],
            requiresUserVerification: policy.requiresUserVerification)
    }

    /// Signs in with a passkey. An assertion with user verification proves two factors, an assertion without it proves one.
    package func signIn(_ request: PasskeySignIn, now: Timestamp) async throws -> PasskeySignInOutcome {
        let (response, holder, client) = (request.response, request.holder.digest, request.client)
        let known = try await stores.passkey(response.credentialID)
        let device = try await accounts.knownDevice(request.deviceToken, now: now)
            .flatMap { $0.account == known?.account.id ? $0 : nil }
        let charges = device.map { failureCharges(of: $0.digest) } ?? failureCharges(of: holder, from: client)
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        guard
            let issued = challenges.recognize(
                response.claimedChallenge, for: [.signIn(holder), .autoFill(holder)], now: now)
        else { return .challengeRejected }
        let verified: VerifiedAuthentication
        do throws(WebAuthnError) {
            verified = try policy.verify(response, for: issued.challenge, with: known?.passkey)
        } catch {
            try await fail(issued, event(.passkeySignInFailed, known?.account.id, by: client, at: now))
            try await accounts.recordCounterRegression(error, of: known?.account.id, by: client, now: now)
            return .rejected(error)
        }
        guard let known else { throw StoreError(.failed, reason: "an unknown passkey was verified") }

        let (account, passkey) = (known.account, known.passkey)
        guard passkey.suspendedAt == nil else {
            _ = try await stores.useUp(issued.used)
            try await accounts.recordSuspendedUse(of: account.id, by: client, now: now)
            return .suspended
        }
        // Not before the signature is verified: otherwise a stranger could use up the owner's budget.
        let cost = ThrottleCharge(
            key: accounts.budgetKeys.passkeySignIns(of: account.id), budget: accounts.throttles.passkeySignInsPerAccount)
        if case .exhausted(let retryAfter) = try await stores.charge([cost], now: now) {
            try await stores.refund(charges, now: now)
            return .throttled(retryAfter: retryAfter)
        }
        let use = accounts.use(of: passkey, in: verified, signsIn: true, by: client, now: now)
        let new = NewSession(
            for: account, event: event(.signedInByPasskey, account.id, by: client, at: now), origin: .passkey,
            replacing: device?.digest,
            factorAuthenticatedAt: verified.isTwoFactors ? now : nil, lifetimes: accounts.lifetimes, random: random)
        let wait = try await verified.isTwoFactors ? stores.recoveryWait(of: account.id, now: now) : nil
        let result = try await stores.open(new.opening, by: use, using: issued.used)
        switch result {
        case .challengeUsed, .superseded: return .challengeRejected
        case .factorRequired:
            try await stores.refund(charges, now: now)
            use.events.forEach(accounts.report)
            return .factorRequired(
                try await accounts.challenge(
                    account.id, for: .signIn(.passkey(passkey.id, hasVerifiedUser: verified.isUserVerified)),
                    device: device?.digest, now: now))
        case .opened, .replacedPassword:
            let isReplaced = result == .replacedPassword
            try await stores.refund(charges, now: now)
            let ending = wait.flatMap { _ in new.opening.recoveryEvent }
            (use.events + [ending, new.opening.event, isReplaced ? use.passwordRemoval : nil].compactMap(\.self))
                .forEach(accounts.report)
            return .signedIn((isReplaced ? new.signedIn.withoutPassword : new.signedIn).ending(wait))
        }
    }

    /// Begins a reauthentication with a passkey of the signed-in account. Returns nil if no passkey can reauthenticate it.
    package func beginReauthentication(of active: ActiveSession, now: Timestamp) async throws -> PasskeyRequest? {
        let passkeys = try await stores.passkeys(of: active.account.id)
            .filter { $0.suspendedAt == nil && reauthenticates($0, active) }
        guard !passkeys.isEmpty else { return nil }
        let issued = try challenges.issue(
            for: .reauthentication(active.session.id, active.account.id), now: now, random: random)
        return PasskeyRequest(
            challenge: issued.challenge, expiresAt: issued.expiresAt, allowed: passkeys,
            requiresUserVerification: requiresUserVerification(of: active))
    }

    /// Reauthenticates a signed-in user by a passkey. The session gets a new token.
    package func reauthenticate(
        _ active: ActiveSession, by response: AuthenticationResponse, client: Client, now: Timestamp
    ) async throws -> PasskeyReauthenticationOutcome {
        let (session, account) = (active.session, active.account)
        let charges = failureCharges(in: active)
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        guard
            let issued = challenges.recognize(
                response.claimedChallenge, for: [.reauthentication(session.id, account.id)], now: now),
            let user = try await stores.userHandle(of: account.id, orElse: nil)
        else { return .challengeRejected }
        let found = try await stores.passkey(response.credentialID)?.passkey
        let known = found.flatMap { reauthenticates($0, active) ? $0 : nil }
        let verified: VerifiedAuthentication
        do throws(WebAuthnError) {
            verified = try policy.verify(
                response, for: issued.challenge, by: user, with: known,
                requiresUserVerification: requiresUserVerification(of: active))
        } catch {
            try await fail(issued, event(.passkeyReauthenticationFailed, account.id, by: client, at: now))
            try await accounts.recordCounterRegression(error, of: account.id, by: client, now: now)
            return .rejected(error)
        }
        guard let passkey = known else { throw StoreError(.failed, reason: "an unknown passkey was verified") }
        guard passkey.suspendedAt == nil else {
            _ = try await stores.useUp(issued.used)
            try await accounts.recordSuspendedUse(of: account.id, by: client, now: now)
            return .suspended
        }

        let use = accounts.use(of: passkey, in: verified, by: client, now: now)
        let wait = try await verified.isTwoFactors ? stores.recoveryWait(of: account.id, now: now) : nil
        let ending = verified.isTwoFactors ? accounts.event(.recoveryCancelled, account.id, by: client, at: now) : nil
        let renewed = RenewedSession(
            of: active, account: account, authenticatedAt: now, factorAuthenticatedAt: verified.isTwoFactors ? now : nil,
            recoveryEvent: ending, token: OpaqueToken(random: random))
        let event = event(.passkeyReauthenticated, account.id, by: client, at: now)
        let result = try await stores.renew(renewed.renewal, by: use, using: issued.used, event: event)
        switch result {
        case .challengeUsed: return .challengeRejected
        case .sessionEnded: return .sessionEnded
        case .renewed, .replacedPassword:
            let isReplaced = result == .replacedPassword
            try await stores.refund(charges, now: now)
            (use.events + [wait.flatMap { _ in ending }, event, isReplaced ? use.passwordRemoval : nil].compactMap(\.self))
                .forEach(accounts.report)
            return .reauthenticated((isReplaced ? renewed.signedIn.withoutPassword : renewed.signedIn).ending(wait))
        }
    }

    /// Returns whether the passkey can reauthenticate the account. In an account with a second factor, a passkey whose user
    /// verification no other factor confirmed cannot: it could then confirm itself as the second factor.
    private func reauthenticates(_ passkey: Passkey, _ active: ActiveSession) -> Bool {
        passkey.credential.hasVerifiedUser || !active.account.hasSecondFactor
    }

    /// Returns whether reauthentication requires user verification. It does for an account with second factors, because otherwise
    /// the same passkey could be both factors.
    private func requiresUserVerification(of active: ActiveSession) -> Bool {
        policy.requiresUserVerification || active.account.hasSecondFactor
    }
}

extension SignedIn {
    /// The same session after the password was removed.
    var withoutPassword: SignedIn {
        SignedIn(
            active: ActiveSession(session: active.session, account: active.account.passwordChanged(at: nil)), token: token,
            deviceToken: deviceToken)
    }
}

package enum PasskeySignInOutcome: Sendable {
    case signedIn(SignedIn)
    /// The assertion proves one factor, and the account requires a second one.
    case factorRequired(FactorChallenge)
    /// The challenge was not issued to this holder, was already answered, or has expired; or the passkey was removed, or another answer
    /// changed its counter, at the same time.
    case challengeRejected
    /// The assertion is invalid, or no account has the credential.
    case rejected(WebAuthnError)
    /// A recovery suspended the passkey.
    case suspended
    case throttled(retryAfter: Duration)
}

package enum PasskeyReauthenticationOutcome: Sendable {
    case reauthenticated(SignedIn)
    /// The challenge was not issued to this session, was already answered, or has expired.
    case challengeRejected
    case rejected(WebAuthnError)
    /// A recovery suspended the passkey.
    case suspended
    case throttled(retryAfter: Duration)
    /// The session ended, the passkey was removed, or another answer changed its counter, at the same time.
    case sessionEnded
}
