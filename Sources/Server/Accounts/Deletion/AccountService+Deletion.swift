extension AccountService {
    /// Deletes the signed-in account, if a credential was shown within the last minutes. Sessions, devices, events and Apple identities
    /// go with it; Apple's tokens are queued for revocation in the same transaction.
    package func deleteAccount(_ active: ActiveSession, client: Client, now: Timestamp) async throws -> AccountDeletionOutcome {
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let notice = try await delete(active.account.id, in: active.session.id, client: client, now: now)
        return notice.map(AccountDeletionOutcome.deleted) ?? .sessionEnded
    }

    /// Deletes an account on the operator's word. Nil when there is none.
    @discardableResult
    package func delete(_ account: AccountID, client: Client, now: Timestamp) async throws -> AppleRevocationNotice? {
        try await delete(account, in: nil, client: client, now: now)
    }

    private func delete(
        _ account: AccountID, in session: SessionID?, client: Client, now: Timestamp
    ) async throws -> AppleRevocationNotice? {
        let notice = try await stores.deleteAccount(account, in: session, at: now)
        if notice != nil { report(event(.accountDeleted, account, by: client, at: now)) }
        return notice
    }
}

package enum AccountDeletionOutcome: Hashable, Sendable {
    /// The notice is for the person: whether they must tell Apple themselves.
    case deleted(AppleRevocationNotice)
    case reauthenticationRequired
    /// The session ended, perhaps with the account, at the same moment.
    case sessionEnded
}
