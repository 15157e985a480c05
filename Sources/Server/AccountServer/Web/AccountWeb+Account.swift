import AccountPages
import Accounts
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
                addresses: try await addresses?.addresses(of: active).map(ShownAddress.init),
                waitsUntil: try await recovery?.wait(of: active, now: now()).map { DisplayTime($0.readyAt) },
                hasSecondFactor: active.account.hasSecondFactor,
                sendsNewDeviceNotices: addresses.map { _ in !active.account.withheldNotices.contains(.newDevice) },
                timeZone: active.account.readerZone.map { ZoneAtTime($0, at: DisplayTime(now())) },
                sessions: sessions.map { AccountSession($0, current: active.session.id) },
                events: events.map(AccountEvent.init), notice: visit.request.notice,
                review: visit.request.notice == .passwordChanged ? try await secondFactorsPage(for: visit, active) : nil,
                formToken: formToken(for: visit))
            // Sign-ins and changes of passkeys and of the user name lead here.
            let signals = try await visit.signals == nil ? self.passkeys?.signals(for: active.account) : nil
            return show(page, to: visit, signals: signals)
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

    /// The forms that turn an optional notice on and off. Another notice has none.
    var noticeForms: [Route] {
        [true, false].map { isOn in
            formRoute("/account/notices/{id}/\(isOn ? "turn-on" : "turn-off")", next: .account) { visit, _, active in
                guard let notice = OptionalNotice(rawValue: try visit.request.parameters.required("id")) else {
                    throw Problem(.notFound, detail: "There is no such notice to turn on or off.")
                }
                let outcome = try await service.turn(notice, on: isOn, of: active, client: visit.request.browser(), now: now())
                switch outcome {
                case .done: return redirect(to: accountPath(.noticesChanged))
                case .reauthenticationRequired: return redirectToReauthentication(next: .account)
                case .sessionEnded: return redirectToSignIn(next: .account)
                }
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
            let signals = try await passkeys?.signals(afterDeletionOf: active.account)
            switch try await service.deleteAccount(active, client: visit.request.browser(), now: now()) {
            case .reauthenticationRequired: return redirectToReauthentication(next: .delete)
            case .sessionEnded: return redirectToSignIn(next: .delete)
            case .deleted(let notice):
                let page = notice == .byHand ? MessagePage.accountDeletedRevokeByHand : .accountDeleted
                return farewell(page, to: visit, signals: signals)
            }
        }
    }
}

extension AccountWeb {
    /// The link of a notice leads here. It contains no secret, and opening the page changes nothing.
    var showNotMe: Route {
        pageRoute(PagePath.notMe.text, next: .notMe) { visit, active in
            guard service.mayEndSessions(active, now: now()) else { return redirectToReauthentication(next: .notMe) }
            return show(NotMePage(formToken: formToken(for: visit)), to: visit)
        }
    }

    var submitNotMe: Route {
        formRoute(PagePath.notMe.text, next: .notMe) { visit, _, active in
            switch try await service.revokeAll(by: active, client: visit.request.browser(), now: now()) {
            case .reauthenticationRequired: return redirectToReauthentication(next: .notMe)
            case .factorRequired: return redirectToRecoveryProof(of: active, next: .notMe)
            case .sessionEnded: return redirectToSignIn(next: .notMe)
            case .ended: return farewell(.signedOutEverywhere)
            }
        }
    }
}

extension AccountSession {
    init(_ session: Session, current: SessionID) {
        self.init(
            id: session.id.description, device: ShownDevice(deviceName: session.client.deviceName),
            firstUse: DisplayTime(session.createdAt),
            lastUse: DisplayTime(session.lastUsedAt), address: session.lastAddress.description,
            isCurrent: session.id == current)
    }
}

extension ShownDevice {
    /// - Parameter deviceName: the name of a ``Client``.
    init(deviceName: String) {
        if let browser = BrowserName(text: deviceName) {
            self = .browser(browser.browser, system: browser.system)
        } else {
            self = deviceName == Client.unnamed ? .unknown : .named(deviceName)
        }
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
    init(_ moment: Timestamp) { self.init(seconds: moment.seconds) }
}

extension AuditEventKind {
    /// The event in words for the owner.
    var summary: PageText {
        switch self {
        case .accountCreated: .eventAccountCreated
        case .accountImported: .eventAccountImported
        case .userNameChanged: .eventUserNameChanged
        case .signedIn: .eventSignedIn
        case .signedInByMail: .eventSignedInByMail
        case .signedInByApple: .eventSignedInByApple
        case .signedInByPasskey: .eventSignedInByPasskey
        case .signInFailed: .eventSignInFailed
        case .signedOut: .eventSignedOut
        case .reauthenticated: .eventReauthenticated
        case .reauthenticationFailed: .eventReauthenticationFailed
        case .passwordChanged: .eventPasswordChanged
        case .sessionRevoked: .eventSessionRevoked
        case .otherSessionsRevoked: .eventOtherSessionsRevoked
        case .allSessionsRevoked: .eventAllSessionsRevoked
        case .accountDeleted: .eventAccountDeleted
        case .appleLinked: .eventAppleLinked
        case .appleUnlinked: .eventAppleUnlinked
        case .appleConsentRevoked: .eventAppleConsentRevoked
        case .appleAccountDeleted: .eventAppleAccountDeleted
        case .appleEmailDisabled: .eventAppleEmailDisabled
        case .appleEmailEnabled: .eventAppleEmailEnabled
        case .appleIdentityTransferred: .eventAppleIdentityTransferred
        case .passwordSet: .eventPasswordSet
        case .passwordRemoved: .eventPasswordRemoved
        case .appleReauthenticated: .eventAppleReauthenticated
        case .appleReauthenticationFailed: .eventAppleReauthenticationFailed
        case .totpAdded: .eventTotpAdded
        case .totpRemoved: .eventTotpRemoved
        case .deviceKeyAdded: .eventDeviceKeyAdded
        case .deviceKeyRemoved: .eventDeviceKeyRemoved
        case .recoveryCodesMade: .eventRecoveryCodesMade
        case .recoveryCodeUsed: .eventRecoveryCodeUsed
        case .factorShown: .eventFactorShown
        case .factorFailed: .eventFactorFailed
        case .secondFactorsRemoved: .eventSecondFactorsRemoved
        case .passwordUpgraded: .eventPasswordUpgraded
        case .upgradedToApple: .eventUpgradedToApple
        case .passwordLinkMade: .eventPasswordLinkMade
        case .passwordSetByLink: .eventPasswordSetByLink
        case .passkeyAdded: .eventPasskeyAdded
        case .passkeyRemoved: .eventPasskeyRemoved
        case .passkeyRenamed: .eventPasskeyRenamed
        case .passkeyReauthenticated: .eventPasskeyReauthenticated
        case .passkeyReauthenticationFailed: .eventPasskeyReauthenticationFailed
        case .passkeyBackupChanged: .eventPasskeyBackupChanged
        case .passkeyCounterRegressed: .eventPasskeyCounterRegressed
        case .passkeySignInFailed: .eventPasskeySignInFailed
        case .emailAddressClaimed: .eventEmailAddressClaimed
        case .emailAddressVerified: .eventEmailAddressVerified
        case .emailAddressRemoved: .eventEmailAddressRemoved
        case .emailAddressUndeliverable: .eventEmailAddressUndeliverable
        case .recoveryOpened: .eventRecoveryOpened
        case .passwordRecovered: .eventPasswordRecovered
        case .passkeyRecovered: .eventPasskeyRecovered
        case .credentialsSuspended: .eventCredentialsSuspended
        case .credentialConfirmed: .eventCredentialConfirmed
        case .suspendedCredentialFailed: .eventSuspendedCredentialFailed
        case .emailAddressRestored: .eventEmailAddressRestored
        case .recoveryWaitBegun: .eventRecoveryWaitBegun
        case .recoveryCancelled: .eventRecoveryCancelled
        case .accountLocked: .eventAccountLocked
        case .accountUnlocked: .eventAccountUnlocked
        case .recoveryStarted: .eventRecoveryStarted
        case .noticesChanged: .eventNoticesChanged
        }
    }

    fileprivate var needsAttention: Bool {
        switch self {
        case .signInFailed, .reauthenticationFailed, .appleReauthenticationFailed, .appleLinked, .passwordSet, .recoveryCodeUsed,
            .upgradedToApple, .factorFailed, .deviceKeyAdded, .totpRemoved, .deviceKeyRemoved, .secondFactorsRemoved,
            .passwordLinkMade, .passwordSetByLink, .passkeyAdded, .passkeyReauthenticationFailed, .passkeyCounterRegressed,
            .passkeySignInFailed, .emailAddressVerified, .emailAddressRemoved, .emailAddressUndeliverable,
            .recoveryOpened, .passwordRecovered, .passkeyRecovered, .recoveryWaitBegun,
            .credentialsSuspended, .credentialConfirmed, .suspendedCredentialFailed, .emailAddressRestored, .signedInByMail,
            .accountLocked, .accountUnlocked, .recoveryStarted, .noticesChanged:
            true
        default: false
        }
    }
}
