import AccountPages
import Accounts
import FoundationEssentials
import HTTPTypes
import Hummingbird
import InternetAddresses
import Markup

extension AccountWeb {
    var showAccount: Route {
        pageRoute(PagePath.account.text, next: .account) { visit, active in
            let sessions = try await service.sessions(of: active, now: now())
            let events = try await service.events(of: active, before: nil, limit: Self.eventsShown)
            let passkeys = try await shownPasskeys(of: active)
            let page = AccountPage(
                username: active.account.userName?.text, hasPassword: active.account.hasPassword,
                apple: try await linkedApple(of: active), passkeys: passkeys,
                passkeyOffer: try await passkeyOffer(to: active, with: passkeys, after: visit.request.notice),
                hasSecondStep: active.account.hasSecondFactor,
                sessions: sessions.map { AccountSession($0, current: active.session.id) },
                events: events.map(AccountEvent.init), notice: visit.request.notice,
                review: visit.request.notice == .passwordChanged ? try await secondStepsPage(for: visit, active) : nil,
                formToken: formToken(for: visit))
            // Sign-ins and changes of passkeys and of the user name lead here.
            return show(page, to: visit, signals: try await self.passkeys?.signals(for: active.account))
        }
    }

    var submitRevocation: Route {
        formRoute("/account/sessions/{id}/revoke", next: .account) { visit, _, active in
            // A session that no longer exists is the desired result.
            if let id = SessionID(try visit.request.parameters.required("id")),
                case .reauthenticationRequired = try await service.revoke(
                    id, by: active, client: visit.request.browser(), now: now())
            {
                return redirectToReauthentication(next: .account)
            }
            return redirect(to: accountPath(.sessionRevoked))
        }
    }

    var submitRevocationOfOthers: Route {
        formRoute(PagePath.revokeOtherSessions.text, next: .account) { visit, _, active in
            switch try await service.revokeOthers(by: active, client: visit.request.browser(), now: now()) {
            case .ended: return redirect(to: accountPath(.otherSessionsRevoked))
            case .reauthenticationRequired: return redirectToReauthentication(next: .account)
            }
        }
    }

    func accountPath(_ notice: AccountPage.Notice) -> String {
        "\(PagePath.account.text)?notice=\(notice.rawValue)"
    }

    private static let eventsShown = 20
}

extension IncomingRequest {
    /// The notice about the last action, from a closed set, so the query cannot insert text into the page.
    fileprivate var notice: AccountPage.Notice? { query["notice"].flatMap(AccountPage.Notice.init(rawValue:)) }
}

extension AccountWeb {
    /// Deletion requires recent authentication; without it, the user is asked to reauthenticate first.
    var showDeletion: Route {
        pageRoute(PagePath.delete.text, next: .delete) { visit, active in
            guard service.isRecentlyAuthenticated(active, now: now()) else { return redirectToReauthentication(next: .delete) }
            let page = DeleteAccountPage(
                username: active.account.shownName, asksCurrentPassword: false, formToken: formToken(for: visit))
            return show(page, to: visit)
        }
    }

    var submitDeletion: Route {
        formRoute(PagePath.delete.text, of: [.username], next: .delete) { visit, _, active in
            switch try await service.deleteAccount(active, client: visit.request.browser(), now: now()) {
            case .reauthenticationRequired: return redirectToReauthentication(next: .delete)
            case .sessionEnded: return redirectToSignIn(next: .delete)
            case .deleted(.byHand): return farewell(.accountDeletedRevokeByHand)
            case .deleted: return farewell(.accountDeleted)
            }
        }
    }
}

extension AccountSession {
    init(_ session: Session, current: SessionID) {
        self.init(
            id: session.id.description, deviceName: session.client.deviceName, firstUse: DisplayTime(session.createdAt),
            lastUse: DisplayTime(session.lastUsedAt), address: session.lastAddress.description,
            isCurrent: session.id == current)
    }
}

extension AccountEvent {
    init(_ event: AuditEvent) {
        self.init(
            summary: event.kind.summary, time: DisplayTime(event.at), address: event.client.address.description,
            needsAttention: event.kind.needsAttention)
    }
}

extension Account {
    /// The account's name on pages: empty without a user name.
    var shownName: String { userName?.text ?? "" }
}

extension DisplayTime {
    /// Formats a time in UTC, because the server does not know the user's time zone.
    init(_ moment: Timestamp) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        let month = Self.months[((parts.month ?? 1) - 1) % 12]
        let time = [parts.hour, parts.minute].map { text in String("0\(text ?? 0)".suffix(2)) }.joined(separator: ":")
        self.init(machine: moment.description, human: "\(parts.day ?? 0) \(month) \(parts.year ?? 0), \(time) UTC")
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
}

extension AuditEventKind {
    /// The event in words for the owner.
    var summary: String {
        switch self {
        case .accountCreated: "Account created"
        case .accountImported: "Account imported from another system"
        case .userNameChanged: "User name changed"
        case .signedIn: "Signed in"
        case .signInFailed: "Failed sign-in with a wrong password"
        case .signedOut: "Signed out"
        case .reauthenticated: "Password confirmed"
        case .reauthenticationFailed: "Wrong password entered while signed in"
        case .passwordChanged: "Password changed"
        case .sessionRevoked: "Session signed out"
        case .otherSessionsRevoked: "All other sessions signed out"
        case .allSessionsRevoked: "All sessions signed out"
        case .accountDeleted: "Account deleted"
        case .appleLinked: "Apple Account linked"
        case .appleUnlinked: "Apple Account unlinked"
        case .appleConsentRevoked: "Sign in with Apple turned off in the Apple Account"
        case .appleAccountDeleted: "Apple Account deleted"
        case .appleEmailDisabled: "E-mail forwarding by Apple turned off"
        case .appleEmailEnabled: "E-mail forwarding by Apple turned on"
        case .appleIdentityTransferred: "Apple Account transferred with the app to another developer"
        case .passwordSet: "Password set"
        case .passwordRemoved: "Password removed"
        case .appleReauthenticated: "Confirmed with the Apple Account"
        case .appleReauthenticationFailed: "Wrong Apple Account used to confirm"
        case .totpAdded: "Authenticator app set up"
        case .totpRemoved: "Authenticator app removed"
        case .deviceKeyAdded: "Device added for two-factor authentication"
        case .deviceKeyRemoved: "Device removed from two-factor authentication"
        case .recoveryCodesMade: "New recovery codes created"
        case .recoveryCodeUsed: "Recovery code used"
        case .factorShown: "Confirmed with two-factor authentication"
        case .factorFailed: "Two-factor authentication failed"
        case .secondFactorsRemoved: "Two-factor authentication turned off by the operator"
        case .passwordUpgraded: "Password upgraded"
        case .upgradedToApple: "Password replaced with Sign in with Apple"
        case .passwordLinkMade: "Password reset link created by the operator"
        case .passwordSetByLink: "New password set with a reset link"
        case .passkeyAdded: "Passkey added"
        case .passkeyRemoved: "Passkey removed"
        case .passkeyRenamed: "Passkey renamed"
        case .passkeyReauthenticated: "Confirmed with a passkey"
        case .passkeyReauthenticationFailed: "Confirmation with a passkey failed"
        case .passkeyBackupChanged: "Passkey backup turned on or off"
        case .passkeyCounterRegressed: "Passkey may have been copied"
        case .passkeySignInFailed: "Sign-in with a passkey failed"
        case .emailAddressClaimed: "E-mail address entered"
        case .emailAddressVerified: "E-mail address verified"
        case .emailAddressRemoved: "E-mail address removed"
        case .emailAddressDied: "E-mail address no longer reachable"
        }
    }

    fileprivate var needsAttention: Bool {
        switch self {
        case .signInFailed, .reauthenticationFailed, .appleReauthenticationFailed, .appleLinked, .passwordSet, .recoveryCodeUsed,
            .upgradedToApple, .factorFailed, .deviceKeyAdded, .totpRemoved, .deviceKeyRemoved, .secondFactorsRemoved,
            .passwordLinkMade, .passwordSetByLink, .passkeyAdded, .passkeyReauthenticationFailed, .passkeyCounterRegressed,
            .passkeySignInFailed, .emailAddressVerified, .emailAddressRemoved, .emailAddressDied:
            true
        default: false
        }
    }
}
