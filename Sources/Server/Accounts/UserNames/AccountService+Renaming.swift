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
        switch try await stores.rename(active.account.id, in: active.session.id, to: name, event: event) {
        case .userNameTaken: return .userNameTaken
        case .sessionEnded: return .sessionEnded
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
    /// The session ended, perhaps with the account, at the same moment.
    case sessionEnded
}
