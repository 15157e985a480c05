package import Secrets

extension AppleAccountService {
    /// Makes an Apple identity a credential of the signed-in account. The nonce answers a challenge given out to this session, and
    /// a credential of the account was shown within the last minutes.
    package func link(
        _ assertion: AppleIdentityAssertion, grant: AppleGrant, to active: ActiveSession, nonce: OpaqueToken, client: Client,
        now: Timestamp
    ) async throws -> AppleLinkingOutcome {
        switch try await consume(nonce, with: assertion, for: .appleLink(active.session.id), client: client, now: now) {
        case .refused: .challengeRefused
        case .throttled(let retryAfter): .throttled(retryAfter: retryAfter)
        case .consumed: try await link(answered: assertion, grant: grant, to: active, client: client, now: now)
        }
    }

    func link(
        answered assertion: AppleIdentityAssertion, grant: AppleGrant, to active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> AppleLinkingOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        try await keepName(of: assertion, now: now)
        // Whoever came here with the app from another team is somebody already.
        _ = try await identity(of: assertion, by: client, now: now)
        let event = event(.appleLinked, active.account.id, by: client, at: now)
        let vouching = try vouching(for: assertion, grant: grant, id: AppleIdentityID(random: random), now: now)
        switch try await stores.link(vouching, to: active.account.id, from: active.session.id, event: event) {
        case .linked(let identity):
            accounts.report(event)
            return .linked(identity)
        case .unchanged(let identity): return .unchanged(identity)
        case .identityTaken: return .identityTaken
        case .alreadyLinked: return .alreadyLinked
        case .sessionEnded: return .sessionEnded
        }
    }

    /// The Apple identities of the signed-in account.
    package func identities(of active: ActiveSession) async throws -> [AppleIdentity] {
        try await stores.appleIdentities(of: active.account.id)
    }

    /// Takes an identity from the account, with the sessions it opened and their devices. Its tokens go back to Apple.
    ///
    /// - Parameter id: nil for the only one of the team.
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
    /// It was linked before, and nothing was changed.
    case unchanged(AppleIdentity)
    /// The identity is a credential of another account. Accounts are never merged.
    case identityTaken
    /// This account has as many identities of this team as it may. One must be unlinked first.
    case alreadyLinked
    case reauthenticationRequired
    case challengeRefused
    case throttled(retryAfter: Duration)
    /// The session ended while Apple was asked.
    case sessionEnded
}

package enum AppleUnlinkingOutcome: Hashable, Sendable {
    /// Sessions that the identity opened have ended, the present one included if it is among them.
    case unlinked(AppleRevocationNotice, endedPresentSession: Bool)
    case notLinked
    /// The account has several identities, and none was named.
    case ambiguous
    /// Without it nobody could sign in to the account any more.
    case lastCredential
    case reauthenticationRequired
    case sessionEnded
}
