package import Secrets

extension AppleAccountService {
    /// Links an Apple identity to the signed-in account as a credential. The nonce must answer a challenge that was issued to this
    /// session. Requires recent authentication.
    ///
    /// - Parameter replaced: the account that has the identity, if the user confirmed its deletion (``AppleReplacement``); nil for none.
    package func link(
        _ assertion: AppleIdentityAssertion, grant: AppleGrant, to active: ActiveSession, replacing replaced: AccountID? = nil,
        nonce: OpaqueToken, client: Client, now: Timestamp
    ) async throws -> AppleLinkingOutcome {
        switch try await consume(nonce, with: assertion, for: .appleLink(active.session.id), client: client, now: now) {
        case .rejected: .challengeRejected
        case .throttled(let retryAfter): .throttled(retryAfter: retryAfter)
        case .consumed:
            try await link(answered: assertion, grant: grant, to: active, replacing: replaced, client: client, now: now)
        }
    }

    func link(
        answered assertion: AppleIdentityAssertion, grant: AppleGrant, to active: ActiveSession, replacing replaced: AccountID?,
        client: Client, now: Timestamp
    ) async throws -> AppleLinkingOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        try await keepName(of: assertion, now: now)
        // An identity that moved here with the app from another team may already have an account.
        let known = try await identity(of: assertion, by: client, now: now)
        let replacement = try await replacement(
            of: known, by: assertion, for: active.account.id, confirmed: replaced, client: client, now: now)
        let event = event(.appleLinked, active.account.id, by: client, at: now)
        let verification = try verification(
            for: assertion, grant: grant, id: replacement.moved ?? AppleIdentityID(random: random), deletion: replacement.deletion,
            now: now)
        switch try await stores.link(verification, to: active.account.id, from: active.session.id, event: event) {
        case .linked(let identity):
            if let deletion = replacement.deletion { accounts.report(deletion) }
            accounts.report(event)
            return .linked(identity)
        case .unchanged(let identity):
            guard identity.suspendedAt == nil else {
                try await accounts.recordSuspendedUse(of: active.account.id, by: client, now: now)
                return .suspended
            }
            return .unchanged(identity)
        case .identityTaken: return .identityTaken(replaceable: replacement.offer)
        case .alreadyLinked: return .alreadyLinked
        case .sessionEnded: return .sessionEnded
        }
    }

    /// Returns the Apple identities of the signed-in account.
    package func identities(of active: ActiveSession) async throws -> [AppleIdentity] {
        try await stores.appleIdentities(of: active.account.id)
    }

    /// Unlinks an identity from the account, ends the sessions that it opened and forgets their devices. Its tokens are queued for
    /// revocation at Apple.
    ///
    /// - Parameter id: nil to unlink the only identity of the team.
    package func unlink(
        _ id: AppleIdentityID?, of team: AppleTeamID, from active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> AppleUnlinkingOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let linked = try await identities(of: active).filter { $0.key.team == team }.map(\.id)
        guard id != nil || linked.count < 2 else { return .ambiguous }
        guard let id = id ?? linked.first, linked.contains(id) else { return .notLinked }
        let event = event(.appleUnlinked, active.account.id, by: client, at: now)
        switch try await stores.unlink(id, from: active.account.id, by: active.session.id, event: event) {
        case .unlinked(let notice, let endedPresentSession):
            accounts.report(event)
            return .unlinked(notice, endedPresentSession: endedPresentSession)
        case .notLinked: return .notLinked
        case .lastCredential: return .lastCredential
        case .sessionEnded: return .sessionEnded
        }
    }
}

package enum AppleLinkingOutcome: Hashable, Sendable {
    case linked(AppleIdentity)
    /// The identity was already linked to this account, and nothing changed.
    case unchanged(AppleIdentity)
    /// The identity is a credential of another account.
    ///
    /// - `replaceable`: that account, if it can be deleted so that the identity moves (``AppleReplacement``); nil if not.
    case identityTaken(replaceable: Account?)
    /// The account already has the maximum number of identities of this team. One must be unlinked first.
    case alreadyLinked
    /// The identity is linked to this account, and a recovery suspended it.
    case suspended
    case reauthenticationRequired
    case challengeRejected
    case throttled(retryAfter: Duration)
    /// The session ended while Apple processed the request.
    case sessionEnded
}

package enum AppleUnlinkingOutcome: Hashable, Sendable {
    /// The sessions that the identity opened have ended. The flag says whether the current session was one of them.
    case unlinked(AppleRevocationNotice, endedPresentSession: Bool)
    case notLinked
    /// The account has several identities, and the request names none of them.
    case ambiguous
    /// The account would have no credential left.
    case lastCredential
    case reauthenticationRequired
    case sessionEnded
}
