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
            let page = AccountPage(
                username: active.account.userName?.text, hasPassword: active.account.hasPassword,
                apple: try await linkedApple(of: active), hasSecondStep: active.account.hasSecondFactor,
                sessions: sessions.map { AccountSession($0, current: active.session.id) },
                events: events.map(AccountEvent.init), notice: visit.request.notice,
                review: visit.request.notice == .passwordChanged ? try await secondStepsPage(for: visit, active) : nil,
                formToken: formToken(for: visit))
            return show(page, to: visit)
        }
    }

    var submitRevocation: Route {
        formRoute("/account/sessions/{id}/revoke", next: .account) { visit, _, active in
            // One that is already gone is what the person wanted.
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
    /// What has just been done, from a closed set: the query cannot put words into the page.
    fileprivate var notice: AccountPage.Notice? { query["notice"].flatMap(AccountPage.Notice.init(rawValue:)) }
}

extension AccountWeb {
    /// Deleting needs a credential shown within the last minutes; whoever has not shown it goes by way of showing it.
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
    /// What pages call the account: nothing where it has no user name.
    var shownName: String { userName?.text ?? "" }
}

extension DisplayTime {
    /// UTC throughout: the server does not know where the person is.
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
    /// What happened, in words for the owner.
    var summary: String {
        switch self {
        case .accountCreated: "Account created"
        case .accountImported: "Account taken over from another system"
        case .userNameChanged: "User name changed"
        case .signedIn: "Signed in"
        case .signInFailed: "Sign-in with a wrong password"
        case .signedOut: "Signed out"
        case .reauthenticated: "Password confirmed"
        case .reauthenticationFailed: "Wrong password given while signed in"
        case .passwordChanged: "Password changed"
        case .sessionRevoked: "A session was ended"
        case .otherSessionsRevoked: "All other sessions were ended"
        case .allSessionsRevoked: "All sessions were ended"
        case .accountDeleted: "Account deleted"
        case .appleLinked: "Apple Account linked"
        case .appleUnlinked: "Apple Account unlinked"
        case .appleConsentRevoked: "Sign in with Apple stopped by its owner"
        case .appleAccountDeleted: "Apple Account deleted by its owner"
        case .appleEmailDisabled: "Apple stopped forwarding e-mail"
        case .appleEmailEnabled: "Apple forwards e-mail again"
        case .appleIdentityTransferred: "Apple Account moved with the app to another developer"
        case .passwordSet: "Password set"
        case .passwordRemoved: "Password removed"
        case .appleReauthenticated: "Confirmed with the Apple Account"
        case .appleReauthenticationFailed: "Another Apple Account given while signed in"
        case .totpAdded: "Authenticator app set up"
        case .totpRemoved: "Authenticator app removed"
        case .deviceKeyAdded: "Device added for confirming sign-ins"
        case .deviceKeyRemoved: "Device removed from confirming sign-ins"
        case .recoveryCodesMade: "New recovery codes made"
        case .recoveryCodeUsed: "A recovery code was used"
        case .factorShown: "Confirmed with a second step"
        case .factorFailed: "A wrong second step after a right first one"
        case .secondFactorsRemoved: "Second steps taken away by the operator"
        case .passwordUpgraded: "Password made stronger"
        case .upgradedToApple: "Apple Account took the place of the password"
        case .passwordLinkMade: "Link for a new password handed out by the operator"
        case .passwordSetByLink: "New password set by the operator's link"
        }
    }

    fileprivate var needsAttention: Bool {
        switch self {
        case .signInFailed, .reauthenticationFailed, .appleReauthenticationFailed, .appleLinked, .passwordSet, .recoveryCodeUsed,
            .upgradedToApple, .factorFailed, .deviceKeyAdded, .totpRemoved, .deviceKeyRemoved, .secondFactorsRemoved,
            .passwordLinkMade, .passwordSetByLink:
            true
        default: false
        }
    }
}
