extension AccountService {
    /// Gives the signed-in account another name, if a credential was shown within the last minutes. Charged as a registration is, since both
    /// tell which names are taken.
    package func rename(
        _ active: ActiveSession, to typed: String, client: Client, now: Timestamp
    ) async throws -> RenamingOutcome {
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let name: UserName
        do { name = try UserName(typed) } catch { return .refused(error) }

        switch try await stores.charge(registrationCharges(from: client), now: now) {
        case .exhausted(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .admitted: break
        }
        let event = event(.userNameChanged, active.account.id, by: client, at: now)
        switch try await stores.rename(active.account.id, to: name, event: event) {
        case .userNameTaken: return .userNameTaken
        case .accountMissing: return .accountMissing
        case .renamed:
            report(event)
            return .renamed(active.account.renamed(name))
        }
    }
}

package enum RenamingOutcome: Sendable {
    case renamed(Account)
    case refused(UserNameRefusal)
    case userNameTaken
    case throttled(retryAfter: Duration)
    case reauthenticationRequired
    case accountMissing
}
