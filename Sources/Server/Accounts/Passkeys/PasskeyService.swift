package import Secrets
package import WebAuthn

/// Runs passkey ceremonies: sign-up, sign-in, reauthentication and the management of passkeys.
///
/// A ceremony begins with a challenge, which is not stored. Any answer of the client uses the challenge up. Failures are charged to the
/// browser or app and to the network, but not to an account, so a client that knows a credential ID cannot lock out its owner. Failures
/// of a known device or a session are charged to it alone, so other clients of its network cannot lock it out.
package struct PasskeyService: Sendable {
    package let accounts: AccountService
    package let policy: PasskeyPolicy
    let challenges: PasskeyChallenges

    package init(accounts: AccountService, policy: PasskeyPolicy, challenges: PasskeyChallenges) {
        self.accounts = accounts
        self.policy = policy
        self.challenges = challenges
    }

    /// Returns a new value for a browser's cookie or a new secret for an app.
    package func newHolder() -> OpaqueToken { OpaqueToken(random: random) }

    var stores: any AccountStores { accounts.stores }
    var random: any RandomBytes { accounts.random }

    func event(_ kind: AuditEventKind, _ account: AccountID?, by client: Client, at now: Timestamp) -> AuditEvent {
        accounts.event(kind, account, by: client, at: now)
    }

    /// Uses up the challenge of a failed answer and records the failure.
    func fail(_ issued: IssuedChallenge, _ failure: AuditEvent?) async throws {
        _ = try await stores.useUp(issued.used)
        if let failure {
            try await stores.record(failure)
            accounts.report(failure)
        }
    }

    func failureCharges(of holder: TokenDigest, from client: Client) -> [ThrottleCharge] {
        let key = accounts.budgetKeys.passkeyFailures(from: client.address)
        return failureCharges(of: holder) + [ThrottleCharge(key: key, budget: accounts.throttles.passkeyFailuresPerAddress)]
    }

    /// - Parameter holder: the digest of the browser's cookie, of the app's secret, or of the token of a known device.
    func failureCharges(of holder: TokenDigest) -> [ThrottleCharge] {
        let key = accounts.budgetKeys.passkeyFailures(of: holder)
        return [ThrottleCharge(key: key, budget: accounts.throttles.passkeyFailuresPerBrowser)]
    }

    func failureCharges(in active: ActiveSession) -> [ThrottleCharge] {
        let key = accounts.budgetKeys.passkeyFailures(in: active.session.id)
        return [ThrottleCharge(key: key, budget: accounts.throttles.passkeyFailuresPerBrowser)]
    }
}

/// A request to the client for an assertion by an existing passkey.
package struct PasskeyRequest: Sendable {
    package let challenge: WebAuthn.Challenge
    package let expiresAt: Timestamp
    /// The passkeys that the client may use; empty for any.
    package let allowed: [Passkey]
    package let requiresUserVerification: Bool
}

/// A request to the client for a new passkey.
package struct PasskeyCreation: Sendable {
    package let challenge: WebAuthn.Challenge
    package let expiresAt: Timestamp
    package let user: UserHandle
    /// The name that authenticators show for the account; nil for an account without a user name.
    package let userName: UserName?
    /// The account's existing passkeys. Their authenticators create no further one.
    package let excluded: [Passkey]
    package let requiresUserVerification: Bool
}

extension PasskeyService {
    /// Returns the accepted passkeys of an account, or nil if it never began to add one or if signals are off.
    package func accepted(of account: AccountID) async throws -> AcceptedPasskeys? {
        try await stores.acceptedPasskeys(of: account)
    }

    /// Returns whether no account has the credential. Returns false if signals are off.
    package func isUnknown(_ credential: CredentialID) async throws -> Bool {
        guard try await stores.areSignalsConfirmed() else { return false }
        return try await stores.passkey(credential) == nil
    }

    /// Returns the user handle of a rejected sign-up, whose challenge is used up or has expired, or nil if an account has the handle.
    package func rejectedUser(
        userName: String, _ registration: PasskeyRegistration, holder: OpaqueToken
    ) async throws -> UserHandle? {
        guard
            let issued = challenges.recognizeExpired(
                registration.response.claimedChallenge, for: signUpPurposes(userName: userName, holder: holder)),
            try await stores.areSignalsConfirmed()
        else { return nil }
        let account = try await stores.account(AccountID(random: issued.sessionBytes))
        return account == nil ? try issued.userHandle() : nil
    }

    /// Returns the passkeys of the signed-in account, in the order in which they were added.
    package func passkeys(of active: ActiveSession) async throws -> [Passkey] {
        try await stores.passkeys(of: active.account.id)
    }

    /// Renames a passkey of the signed-in account. Rejects a name without a visible scalar.
    package func rename(
        _ id: PasskeyID, to name: String, of active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> PasskeyChangeOutcome {
        let title = ShownText(name).text
        guard !title.isEmpty else { return .unnamed }
        let event = event(.passkeyRenamed, active.account.id, by: client, at: now)
        return outcome(of: try await stores.renamePasskey(id, to: title, by: active.session.id, event: event), event)
    }

    /// Removes a passkey of the signed-in account and ends the sessions that it opened. Requires recent authentication and another
    /// credential that can sign in.
    package func remove(
        _ id: PasskeyID, of active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> PasskeyChangeOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let event = event(.passkeyRemoved, active.account.id, by: client, at: now)
        return outcome(of: try await stores.removePasskey(id, by: active.session.id, event: event), event)
    }

    private func outcome(of result: PasskeyChangeResult, _ event: AuditEvent) -> PasskeyChangeOutcome {
        switch result {
        case .missing: return .missing
        case .lastCredential: return .lastCredential
        case .sessionEnded: return .sessionEnded
        case .changed(let endedPresentSession):
            accounts.report(event)
            return .changed(endedPresentSession: endedPresentSession)
        }
    }
}

package enum PasskeyChangeOutcome: Hashable, Sendable {
    /// - `endedPresentSession`: whether the removed passkey had opened the requesting session.
    case changed(endedPresentSession: Bool)
    /// The new name contains no visible scalar.
    case unnamed
    case missing
    /// The account would have no credential left that can sign in.
    case lastCredential
    case reauthenticationRequired
    case sessionEnded
}
