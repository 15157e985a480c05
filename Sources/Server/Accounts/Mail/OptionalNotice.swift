/// A notice that the owner can turn off, because it reports no change of the account. Every other notice is always sent: this type has
/// no value for it.
package enum OptionalNotice: String, CaseIterable, Sendable {
    /// A sign-in on a device that the account did not know (``AccountNotice/Kind/newDevice``).
    case newDevice = "new-device"
}

extension AccountNotice.Kind {
    /// The preference that turns the notice off; nil for a notice that is always sent.
    package var preference: OptionalNotice? {
        switch self {
        case .newDevice: .newDevice
        // A mailed code is the weakest way to sign in, so its notice is not optional.
        case .signedInByMail, .passwordChanged, .passwordSet, .passwordRemoved, .passwordReplacedByApple, .passkeyAdded,
            .passkeyRemoved, .passkeyCounterRegressed, .secondFactorAdded, .secondFactorRemoved, .recoveryCodesMade,
            .recoveryCodeUsed, .appleLinked, .appleUnlinked, .accountDeleted, .addressRestored, .credentialConfirmed,
            .accountLocked, .recoveryStarted, .passwordLinkMade, .recoveryOpened, .noticesOff:
            nil
        }
    }
}

package enum NoticePreferenceOutcome: Hashable, Sendable {
    /// The account with the preference, which it may have had before.
    case done(Account)
    case reauthenticationRequired
    case sessionEnded
}

extension AccountService {
    /// Turns an optional notice of the signed-in account on or off. Requires recent authentication, because an attacker with a stolen
    /// session would turn it off first. All verified addresses get a notice that it is off.
    package func turn(
        _ notice: OptionalNotice, on isOn: Bool, of active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> NoticePreferenceOutcome {
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let event = event(.noticesChanged, active.account.id, by: client, at: now)
        let result = try await stores.turn(
            notice, on: isOn, of: active.account.id, in: active.session.id, event: isOn ? event.withoutNotices : event)
        switch result {
        case .sessionEnded: return .sessionEnded
        case .unchanged: break
        case .changed: report(event)
        }
        return .done(active.account.with(notice, isOn: isOn))
    }
}
