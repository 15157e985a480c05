/// A move of an Apple identity to the account at hand, which deletes the account that the identity opened.
///
/// The user confirms the deletion by the identifier of that account, and signs in with Apple again. The move requires that this sign-in
/// alone could delete the account: the user has just authenticated to Apple, the identity is not suspended, and the account has no
/// second factor, needs none, has no operator role and is not locked. The move therefore grants nothing that three steps would not: sign
/// in to the other account, delete it, and link the identity here. It is one transaction, so that no failure leaves the identity without
/// an account. Apple's tokens move with the identity and are not revoked, because a revocation would also end the new authorization.
///
/// The other account's data is not merged. Its deletion has the event, the notices and the revocations of any deletion, and the delivered
/// event names the account that has the identity now (``AuditEvent/successor``).
struct AppleReplacement: Sendable {
    /// The account that the identity opens and that the user may replace; nil if the move is not possible.
    let candidate: Account?
    /// Its deletion, if the user has confirmed exactly this account; nil otherwise.
    let deletion: AuditEvent?

    /// The identifier of the identity that moves; nil if none does. Otherwise a new identity gets a new identifier, because the old one may
    /// have left its account meanwhile.
    let moved: AppleIdentityID?

    /// The account to offer if the store refuses. After a confirmation, the store refused this very account, so that it is not offered again.
    var offer: Account? { deletion == nil ? candidate : nil }
}

extension AppleAccountService {
    /// Returns the replacement of the account that has this identity by another one. The store checks again what can change meanwhile.
    ///
    /// - Parameters:
    ///   - identity: nil for an identity that opens no account.
    ///   - account: the account at hand.
    ///   - confirmed: the account whose deletion the user confirmed; nil for none.
    func replacement(
        of identity: AppleIdentity?, by assertion: AppleIdentityAssertion, for account: AccountID, confirmed: AccountID?,
        client: Client, now: Timestamp
    ) async throws -> AppleReplacement {
        guard let identity, let owner = try await replaceable(identity, by: assertion, for: account, now: now) else {
            return AppleReplacement(candidate: nil, deletion: nil, moved: nil)
        }
        let deletion =
            confirmed == owner.id
            ? accounts.event(.accountDeleted, owner.id, by: client, at: now, successor: account) : nil
        return AppleReplacement(candidate: owner, deletion: deletion, moved: deletion == nil ? nil : identity.id)
    }

    private func replaceable(
        _ identity: AppleIdentity, by assertion: AppleIdentityAssertion, for account: AccountID, now: Timestamp
    ) async throws -> Account? {
        guard identity.account != account, identity.suspendedAt == nil,
            now - min(assertion.provedAt, now) <= accounts.lifetimes.recentAuthentication,
            let owner = try await stores.account(identity.account),
            !owner.hasSecondFactor, !accounts.mustEnrol(owner), owner.lockedAt == nil,
            try await stores.operatorRole(of: owner.id) == nil
        else { return nil }
        let linked = try await stores.appleIdentities(of: account).count { $0.key.team == assertion.key.team }
        return linked < identityLimit ? owner : nil
    }
}
