extension SecondFactorService {
    /// Makes a new set of recovery codes. All codes given out before end.
    package func makeRecoveryCodes(of active: ActiveSession, client: Client, now: Timestamp) async throws -> RecoveryCodesOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let codes = RecoveryCode.set(random: random)
        let event = event(.recoveryCodesMade, active.account.id, by: client, at: now)
        switch try await stores.replaceRecoveryCodes(with: codes.map(\.digest), by: active.session.id, event: event) {
        case .noFactor: return .noFactor
        case .sessionEnded: return .sessionEnded
        case .replaced:
            accounts.report(event)
            return .made(codes)
        }
    }
}

package enum RecoveryCodesOutcome: Sendable {
    case made([RecoveryCode])
    /// The account has no second factor that a code could stand in for.
    case noFactor
    case reauthenticationRequired
    case sessionEnded
}
