package import Markup

/// The account page of the signed-in user: ways to sign in, sessions and recent activity.
package struct AccountPage: Page, Hashable {
    /// A message about the last action, shown once.
    package enum Notice: String, Sendable, CaseIterable {
        case accountCreated = "account-created"
        case passwordChanged = "password-changed"
        case sessionRevoked = "session-revoked"
        case otherSessionsRevoked = "other-sessions-revoked"
        case passwordSet = "password-set"
        case appleLinked = "apple-linked"
        case appleTaken = "apple-taken"
        case appleAlreadyLinked = "apple-already-linked"
        case appleNotYours = "apple-not-yours"
        case appleNotRecent = "apple-not-recent"
        /// A recovery suspended the Apple Account.
        case appleSuspended = "apple-suspended"
        case appleUnlinked = "apple-unlinked"
        case appleUnlinkedByHand = "apple-unlinked-stop-at-apple"
        case lastCredential = "last-credential"
        case passwordRemoved = "password-removed"
        case passkeyAdded = "passkey-added"
        case passkeyNotAdded = "passkey-not-added"
        case passkeyRenamed = "passkey-renamed"
        case passkeyRemoved = "passkey-removed"
        case tooManyPasskeys = "too-many-passkeys"
        /// The user has just signed in with a password that the service would now reject.
        case weakPassword = "weak-password"
        case addressVerified = "address-verified"
        case addressAlreadyVerified = "address-already-verified"
        case addressRemoved = "address-removed"
        case addressTaken = "address-taken"
        case addressCodeExpired = "address-code-expired"
        case tooManyAddresses = "too-many-addresses"
        case resetCancelled = "reset-cancelled"
        /// The second factor that the user has just proved ended a waiting recovery.
        case recoveryEnded = "recovery-ended"
        case timeZoneChanged = "time-zone-changed"
        case noticesChanged = "notices-changed"
        /// A suspended passkey or Apple Account can be used again.
        case credentialConfirmed = "credential-confirmed"
    }

    /// The user name as typed at sign-up; nil if the account has none.
    package let username: String?

    /// Whether the account has a password.
    package let hasPassword: Bool

    /// The Apple Accounts, and whether one can be linked; nil if Sign in with Apple is off.
    package let apple: [LinkedApple]?

    /// The passkeys in the order in which they were added; nil if passkeys are off.
    package let passkeys: [ShownPasskey]?

    /// The request for a passkey without a dialog, after a sign-in with a password; nil otherwise.
    package let passkeyOffer: PasskeyPrompt?

    /// The e-mail addresses in the order in which they were added; nil if mail is off.
    package let addresses: [ShownAddress]?

    /// The time when the password can be reset without the second factor; nil if no such recovery waits.
    package let waitsUntil: DisplayTime?

    /// Whether sign-in requires a second factor.
    package let hasSecondFactor: Bool

    /// Whether an e-mail reports each sign-in on a new device; nil if the service sends no mail.
    package let sendsNewDeviceNotices: Bool?

    /// The zone that the owner chose for times; nil for the zone of the browser.
    package let timeZone: ZoneAtTime?

    /// The valid sessions, the current one first.
    package let sessions: [AccountSession]

    /// The recent events, the latest first.
    package let events: [AccountEvent]

    /// An optional message about the last action.
    package let notice: Notice?

    /// The second factors, for the list of other ways to sign in after a password change; nil otherwise.
    package let review: SecondFactorsPage?

    /// The token that the forms send back.
    package let formToken: FormToken

    package init(
        username: String?, hasPassword: Bool = true, apple: [LinkedApple]? = nil, passkeys: [ShownPasskey]? = nil,
        passkeyOffer: PasskeyPrompt? = nil, addresses: [ShownAddress]? = nil, waitsUntil: DisplayTime? = nil,
        hasSecondFactor: Bool = false, sendsNewDeviceNotices: Bool? = nil, timeZone: ZoneAtTime? = nil,
        sessions: [AccountSession], events: [AccountEvent], notice: Notice? = nil, review: SecondFactorsPage? = nil,
        formToken: FormToken
    ) {
        self.passkeys = passkeys
        self.passkeyOffer = passkeyOffer
        self.addresses = addresses
        self.waitsUntil = waitsUntil
        self.review = review
        self.hasPassword = hasPassword
        self.apple = apple
        self.hasSecondFactor = hasSecondFactor
        self.sendsNewDeviceNotices = sendsNewDeviceNotices
        self.timeZone = timeZone
        self.username = username
        self.sessions = sessions
        self.events = events
        self.notice = notice
        self.formToken = formToken
    }

    package var script: LocalPath? { passkeyOffer.map { _ in PagePath.passkeysScript } }

    package var learnsZone: Bool { true }

    /// Returns the page, with a form for each session and credential that can be removed.
    package func document(on site: Site) -> HTMLDocument {
        let frame = PageFrame(
            .accountTitle, site: site, width: .wide, formToken: formToken, script: script, learnsZone: learnsZone)
        return frame.document {
            if let notice {
                p(.class("notice"), .role(.status), .data("code", notice.rawValue)) {
                    site.text(notice.sentence)
                    if notice == .weakPassword {
                        " "
                        a(.href(.local(PagePath.upgrade.appending(query: "notice", notice.rawValue)))) { site.text(.upgradeNow) }
                    }
                }
            }
            if let waitsUntil {
                div(.class("notice", "warning"), .role(.status), .data("code", "recovery-waits")) {
                    p { site.dated.html(.waitBanner(time: waitsUntil)) }
                    PostButton(.waitCancel, action: PagePath.cancelRecovery, formToken: formToken).html(on: site)
                }
            }
            if let passkeyOffer { PasskeyOffer(prompt: passkeyOffer, formToken: formToken).html(on: site) }
            if let review { reviewSection(review, on: site) }
            signInSection(on: site)
            if let passkeys, review == nil || passkeys.isEmpty { passkeysSection(passkeys, on: site) }
            if let addresses { addressesSection(addresses, on: site) }
            if let sendsNewDeviceNotices {
                NoticesSection(sendsNewDevices: sendsNewDeviceNotices, formToken: formToken).html(on: site)
            }
            sessionsSection(on: site)
            eventsSection(on: site)
            TimeZoneSection(timeZone: timeZone).html(on: site)
            deletionSection(on: site)
        }
    }

    /// Returns the credentials that a password change does not affect. A user who suspects an attacker finds everything here that
    /// the attacker may have added. Other sessions end with the change; newer ones are in the list of sessions.
    private func reviewSection(_ review: SecondFactorsPage, on site: Site) -> HTML {
        let linked = (apple ?? []).filter(\.isLinked)
        return section(.aria(.labelledby, "review")) {
            h2(.id("review")) { site.text(.otherWays) }
            if linked.isEmpty, !hasSecondFactor, passkeys?.isEmpty != false {
                p(.class("detail")) { site.text(.otherWaysNone) }
            } else {
                p(.class("detail")) { site.text(.otherWaysLead) }
                ul(.class("rows"), .role(.list)) {
                    for passkey in passkeys ?? [] { PasskeyRow(passkey: passkey).html(on: site) }
                    for row in linked { AppleRow(apple: row, formToken: formToken).html(on: site) }
                    review.factorRows(on: site)
                }
            }
        }
    }

    private func signInSection(on site: Site) -> HTML {
        section(.aria(.labelledby, "sign-in")) {
            h2(.id("sign-in")) { site.text(.signInAndSecurity) }
            ul(.class("rows"), .role(.list)) {
                if let username {
                    li {
                        div(.class("what")) {
                            p(.class("name")) { bdi { username } }
                            p(.class("detail")) { site.text(.userName) }
                        }
                    }
                }
                SettingRow(
                    .password, hasPassword ? .passwordDetail : .notSet, link: hasPassword ? .changePassword : .setAPassword,
                    to: PagePath.password
                ).html(on: site)
                for row in apple ?? [] where review == nil || !row.isLinked {
                    AppleRow(apple: row, formToken: formToken).html(on: site)
                }
                if review == nil || !hasSecondFactor {
                    SettingRow(
                        .twoFactor, hasSecondFactor ? .stateOn : .stateOff, link: hasSecondFactor ? .manage : .turnOn,
                        to: PagePath.secondFactors, mark: .data("second-factor", hasSecondFactor ? "on" : "off")
                    ).html(on: site)
                }
                if hasPassword { securityRow(on: site) }
            }
        }
    }

    /// Returns the row that leads to the advice for the account, and says how urgent it is.
    private func securityRow(on site: Site) -> HTML {
        let protection = AccountProtection(
            hasWeakPassword: notice == .weakPassword, hasSecondFactor: hasSecondFactor, hasPasskey: passkeys?.isEmpty == false)
        let detail: PageText =
            switch protection {
            case .weak: .noticeWeakPassword
            case .basic: apple == nil ? .accountSecurityPassword : .accountSecurityApple
            case .strong: .accountSecurityStrong
            }
        let weak = AccountPage.Notice.weakPassword.rawValue
        return SettingRow(
            .accountSecurity, detail, link: protection == .strong ? .manage : .upgrade,
            to: protection == .weak ? PagePath.upgrade.appending(query: "notice", weak) : PagePath.upgrade,
            mark: .data("protection", protection.rawValue)
        ).html(on: site)
    }

    private func passkeysSection(_ passkeys: [ShownPasskey], on site: Site) -> HTML {
        let rows = passkeys.map { PasskeyRow(passkey: $0).html(on: site) }
        return listSection(
            "passkeys", .passkeysTitle, rows, orElse: .passkeysNone, add: .addPasskey, at: PagePath.newPasskey, on: site)
    }

    private func addressesSection(_ addresses: [ShownAddress], on site: Site) -> HTML {
        let rows = addresses.map { AddressRow(address: $0, formToken: formToken).html(on: site) }
        return listSection(
            "addresses", .emailAddresses, rows, orElse: .emailAddressesNone, add: .addEmailAddress, at: PagePath.newAddress,
            on: site)
    }

    /// Returns a list with a button that adds to it. An empty list explains its purpose.
    private func listSection(
        _ id: String, _ title: PageText, _ rows: [HTML], orElse explanation: PageText, add label: PageText, at path: LocalPath,
        on site: Site
    ) -> HTML {
        section(.aria(.labelledby, id)) {
            h2(.id(id)) { site.text(title) }
            if rows.isEmpty {
                p(.class("detail")) { site.text(explanation) }
            } else {
                ul(.class("rows"), .role(.list)) {
                    for row in rows { row }
                }
            }
            p(.class("single")) { a(.class("button", "small", "quiet"), .href(.local(path))) { site.text(label) } }
        }
    }

    private func sessionsSection(on site: Site) -> HTML {
        section(.aria(.labelledby, "sessions")) {
            h2(.id("sessions")) { site.text(.sessionsTitle) }
            ul(.class("rows"), .role(.list)) {
                for session in sessions { SessionRow(session: session, formToken: formToken).html(on: site) }
            }
            if sessions.contains(where: { !$0.isCurrent }) {
                PostButton(.sessionsSignOutOthers, action: PagePath.revokeOtherSessions, formToken: formToken).html(on: site)
            }
        }
    }

    private func eventsSection(on site: Site) -> HTML {
        section(.aria(.labelledby, "events")) {
            h2(.id("events")) { site.text(.activityTitle) }
            if events.isEmpty {
                p(.class("detail")) { site.text(.activityNone) }
            } else {
                ol(.class("rows"), .role(.list)) {
                    for event in events { EventRow(event: event).html(on: site) }
                }
            }
        }
    }

    private func deletionSection(on site: Site) -> HTML {
        section(.aria(.labelledby, "deletion")) {
            h2(.id("deletion")) { site.text(.deleteAccount) }
            ul(.class("rows"), .role(.list)) {
                SettingRow(.deleteYourAccount, .deleteDetail, link: .deleteAccount, to: PagePath.delete, isDangerous: true)
                    .html(on: site)
            }
        }
    }
}

extension AccountPage.Notice {
    fileprivate var sentence: PageText {
        switch self {
        case .accountCreated: .noticeAccountCreated
        case .passwordChanged: .noticePasswordChanged
        case .sessionRevoked: .noticeSessionRevoked
        case .otherSessionsRevoked: .noticeOtherSessionsRevoked
        case .passwordSet: .noticePasswordSet
        case .appleLinked: .noticeAppleLinked
        case .appleTaken: .noticeAppleTaken
        case .appleAlreadyLinked: .noticeAppleAlreadyLinked
        case .appleNotYours: .noticeAppleNotYours
        case .appleNotRecent: .noticeAppleNotRecent
        case .appleSuspended: .errorCredentialSuspended
        case .appleUnlinked: .noticeAppleUnlinked
        case .appleUnlinkedByHand: .noticeAppleUnlinkedByHand
        case .passwordRemoved: .noticePasswordRemoved
        case .passkeyAdded: .noticePasskeyAdded
        case .passkeyNotAdded: .noticePasskeyNotAdded
        case .passkeyRenamed: .noticePasskeyRenamed
        case .passkeyRemoved: .noticePasskeyRemoved
        case .tooManyPasskeys: .noticeTooManyPasskeys
        case .weakPassword: .noticeWeakPassword
        case .lastCredential: .noticeLastCredential
        case .addressVerified: .noticeAddressVerified
        case .addressAlreadyVerified: .noticeAddressAlreadyVerified
        case .addressRemoved: .noticeAddressRemoved
        case .addressTaken: .noticeAddressTaken
        case .addressCodeExpired: .noticeAddressCodeExpired
        case .tooManyAddresses: .noticeTooManyAddresses
        case .resetCancelled: .noticeResetCancelled
        case .recoveryEnded: .noticeRecoveryEnded
        case .timeZoneChanged: .noticeTimeZoneChanged
        case .noticesChanged: .noticeNoticesChanged
        case .credentialConfirmed: .noticeCredentialConfirmed
        }
    }
}

/// A setting of the account, with a link to its page.
struct SettingRow {
    private let name: PageText
    private let detail: PageText
    private let link: PageText
    private let path: LocalPath
    private let isDangerous: Bool
    private let mark: HTMLAttribute?

    init(
        _ name: PageText, _ detail: PageText, link: PageText, to path: LocalPath, isDangerous: Bool = false,
        mark: HTMLAttribute? = nil
    ) {
        self.name = name
        self.detail = detail
        self.link = link
        self.path = path
        self.isDangerous = isDangerous
        self.mark = mark
    }

    func html(on site: Site) -> HTML {
        li(mark) {
            div(.class("what")) {
                p(.class("name")) { site.text(name) }
                p(.class("detail")) { site.text(detail) }
            }
            a(isDangerous ? .class("button", "small", "quiet", "danger") : .class("button", "small", "quiet"), .href(.local(path)))
            {
                site.text(link)
            }
        }
    }
}
