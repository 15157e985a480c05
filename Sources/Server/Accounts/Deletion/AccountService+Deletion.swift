extension AccountService {
    /// Deletes the signed-in account, if the password was shown within the last minutes. Sessions, devices and events go with it.
    package func deleteAccount(_ active: ActiveSession, client: Client, now: Timestamp) async throws -> AccountDeletionOutcome {
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        try await delete(active.account.id, client: client, now: now)
        return .deleted
    }

    /// Deletes an account on the operator's word. False when there is none.
    @discardableResult
    package func delete(_ account: AccountID, client: Client, now: Timestamp) async throws -> Bool {
        let deleted = try await stores.deleteAccount(account)
        if deleted { report(event(.accountDeleted, account, by: client, at: now)) }
        return deleted
    }
}

package enum AccountDeletionOutcome: Hashable, Sendable {
    case deleted
    case reauthenticationRequired
}
