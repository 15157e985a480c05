package import Secrets

extension AccountService {
    /// Takes the password from the signed-in account, if a credential was shown within the last minutes and another one is left. The user
    /// name stays. All other sessions and devices end with it; this session gets a new token.
    ///
    /// - Parameter keptToken: the token that the session was presented with, for clients that cannot take a new one; nil for a new one.
    package func removePassword(
        of active: ActiveSession, keepingPresentedToken keptToken: OpaqueToken? = nil, client: Client, now: Timestamp
    ) async throws -> PasswordRemovalOutcome {
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let renewed = RenewedSession(
            of: active, account: active.account.passwordChanged(at: nil), authenticatedAt: active.session.authenticatedAt,
            token: keptToken ?? OpaqueToken(random: random))
        let event = event(.passwordRemoved, active.account.id, by: client, at: now)
        switch try await stores.removePassword(of: active.account.id, renewal: renewed.renewal, event: event) {
        case .noPassword: return .noPassword
        case .lastCredential: return .lastCredential
        case .sessionEnded: return .sessionEnded
        case .removed:
            report(event)
            return .removed(renewed.signedIn)
        }
    }
}

package enum PasswordRemovalOutcome: Sendable {
    case removed(SignedIn)
    case noPassword
    /// Without it nobody could sign in to the account any more.
    case lastCredential
    case reauthenticationRequired
    case sessionEnded
}
