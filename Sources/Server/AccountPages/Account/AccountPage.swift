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

    /// Whether sign-in requires a second factor.
    package let hasSecondStep: Bool

    /// The valid sessions, the current one first.
    package let sessions: [AccountSession]

    /// The recent events, the latest first.
    package let events: [AccountEvent]

    /// An optional message about the last action.
    package let notice: Notice?

    /// The second factors, for the list of other ways to sign in after a password change; nil otherwise.
    package let review: SecondStepsPage?

    /// The token that the forms send back.
    package let formToken: FormToken

    package init(
        username: String?, hasPassword: Bool = true, apple: [LinkedApple]? = nil, passkeys: [ShownPasskey]? = nil,
        passkeyOffer: PasskeyPrompt? = nil, hasSecondStep: Bool = false, sessions: [AccountSession], events: [AccountEvent],
        notice: Notice? = nil, review: SecondStepsPage? = nil, formToken: FormToken
    ) {
        self.passkeys = passkeys
        self.passkeyOffer = passkeyOffer
        self.review = review
        self.hasPassword = hasPassword
        self.apple = apple
        self.hasSecondStep = hasSecondStep
        self.username = username
        self.sessions = sessions
        self.events = events
        self.notice = notice
        self.formToken = formToken
    }

    package var script: LocalPath? { passkeyOffer.map { _ in PagePath.passkeysScript } }

    /// The page, with a form for each session and credential that can be removed.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Your account", site: site, width: .wide, formToken: formToken, script: script).document {
            if let notice {
                p(.class("notice"), .role(.status), .data("code", notice.rawValue)) {
                    notice.sentence
                    if notice == .weakPassword {
                        " "
                        a(.href(.local(PagePath.upgrade.appending(query: "notice", notice.rawValue)))) { "Upgrade now" }
                    }
                }
            }
            if let passkeyOffer { PasskeyOffer(prompt: passkeyOffer, formToken: formToken).html }
            if let review { reviewSection(review) }
            signInSection
            if let passkeys, review == nil || passkeys.isEmpty { passkeysSection(passkeys) }
            sessionsSection
            eventsSection
            deletionSection
        }
    }

    /// The credentials that a password change does not affect. A user who suspects an attacker finds everything here that the
    /// attacker may have added. Other sessions end with the change; newer ones are in the list of sessions.
    private func reviewSection(_ review: SecondStepsPage) -> HTML {
        let linked = (apple ?? []).filter(\.isLinked)
        return section(.aria(.labelledby, "review")) {
            h2(.id("review")) { "Other ways to sign in" }
            if linked.isEmpty, !hasSecondStep, passkeys?.isEmpty != false {
                p(.class("detail")) { "There are no other ways to sign in." }
            } else {
                p(.class("detail")) { "Changing your password does not affect these. Remove any that you do not recognise." }
                ul(.class("rows"), .role(.list)) {
                    for passkey in passkeys ?? [] { PasskeyRow(passkey: passkey).html }
                    for row in linked { AppleRow(apple: row, formToken: formToken).html }
                    review.factorRows
                }
            }
        }
    }

    private var signInSection: HTML {
        section(.aria(.labelledby, "sign-in")) {
            h2(.id("sign-in")) { "Sign-in and security" }
            ul(.class("rows"), .role(.list)) {
                if let username {
                    li {
                        div(.class("what")) {
                            p(.class("name")) { bdi { username } }
                            p(.class("detail")) { "User name" }
                        }
                    }
                }
                SettingRow(
                    "Password", hasPassword ? "Changing it signs out all other devices" : "Not set",
                    link: hasPassword ? "Change password" : "Set a password", to: PagePath.password
                ).html
                for row in apple ?? [] where review == nil || !row.isLinked { AppleRow(apple: row, formToken: formToken).html }
                if review == nil || !hasSecondStep {
                    SettingRow(
                        "Two-factor authentication", hasSecondStep ? "On" : "Off",
                        link: hasSecondStep ? "Manage" : "Turn on", to: PagePath.secondSteps,
                        mark: .data("second-step", hasSecondStep ? "on" : "off")
                    ).html
                }
                if hasPassword {
                    SettingRow(
                        "Account security", apple == nil ? "Stronger password" : "Stronger password or Sign in with Apple",
                        link: "Upgrade", to: PagePath.upgrade
                    ).html
                }
            }
        }
    }

    private func passkeysSection(_ passkeys: [ShownPasskey]) -> HTML {
        section(.aria(.labelledby, "passkeys")) {
            h2(.id("passkeys")) { "Passkeys" }
            if passkeys.isEmpty {
                p(.class("detail")) {
                    "A passkey signs you in with your face, your fingerprint or the code of your device, without a password."
                }
            } else {
                ul(.class("rows"), .role(.list)) {
                    for passkey in passkeys { PasskeyRow(passkey: passkey).html }
                }
            }
            p(.class("single")) {
                a(.class("button", "small", "quiet"), .href(.local(PagePath.newPasskey))) { "Add a passkey" }
            }
        }
    }

    private var sessionsSection: HTML {
        section(.aria(.labelledby, "sessions")) {
            h2(.id("sessions")) { "Where you’re signed in" }
            ul(.class("rows"), .role(.list)) {
                for session in sessions { SessionRow(session: session, formToken: formToken).html }
            }
            if sessions.contains(where: { !$0.isCurrent }) {
                PostButton("Sign out of all other devices", action: PagePath.revokeOtherSessions, formToken: formToken).html
            }
        }
    }

    private var eventsSection: HTML {
        section(.aria(.labelledby, "events")) {
            h2(.id("events")) { "Recent activity" }
            if events.isEmpty {
                p(.class("detail")) { "No recent activity." }
            } else {
                ol(.class("rows"), .role(.list)) {
                    for event in events { EventRow(event: event).html }
                }
            }
        }
    }

    private var deletionSection: HTML {
        section(.aria(.labelledby, "deletion")) {
            h2(.id("deletion")) { "Delete account" }
            ul(.class("rows"), .role(.list)) {
                SettingRow(
                    "Delete your account", "Permanently deletes your account and its data", link: "Delete account",
                    to: PagePath.delete, isDangerous: true
                ).html
            }
        }
    }
}

extension AccountPage.Notice {
    fileprivate var sentence: String {
        switch self {
        case .accountCreated: "Welcome. Your account is ready."
        case .passwordChanged: "Your password was changed. All other devices were signed out."
        case .sessionRevoked: "The device was signed out."
        case .otherSessionsRevoked: "All other devices were signed out."
        case .passwordSet: "Your password is set. You can now use it to sign in."
        case .appleLinked: "Your Apple Account is linked. You can now use it to sign in."
        case .appleTaken: "This Apple Account is already linked to another account. Nothing was changed."
        case .appleAlreadyLinked: "This account cannot have another Apple Account. Remove one first. Nothing was changed."
        case .appleNotYours: "This Apple Account is not linked to your account. Nothing was changed."
        case .appleNotRecent:
            "Apple did not ask you to sign in again, so your identity could not be confirmed. Sign out of your Apple Account in this browser and try again. Nothing was changed."
        case .appleUnlinked: "Your Apple Account was removed. Apple will be notified."
        case .appleUnlinkedByHand:
            "Your Apple Account was removed. Apple still lists this service. To remove it there, open Settings, tap your name, then tap Sign in with Apple."
        case .passwordRemoved: "Your password was removed. Use Sign in with Apple from now on."
        case .passkeyAdded: "Your passkey is ready. You can now use it to sign in."
        case .passkeyNotAdded: "The passkey was not added. Nothing was changed."
        case .passkeyRenamed: "The passkey was renamed."
        case .passkeyRemoved: "The passkey was removed. Delete it from your password manager too."
        case .tooManyPasskeys: "Your account cannot have more passkeys. Remove one first."
        case .weakPassword: "Your password is easy to guess."
        case .lastCredential: "This is the only way to sign in to this account, so it cannot be removed. Set a password first."
        }
    }
}

/// The Apple Account among the ways to sign in.
struct AppleRow {
    let apple: LinkedApple
    let formToken: FormToken

    var html: HTML {
        li(.data("apple", apple.isLinked ? "linked" : "none")) {
            div(.class("what")) {
                p(.class("name")) { "Apple Account" }
                p(.class("detail")) { detail }
                if let warning { p(.class("detail", "warning")) { warning } }
            }
            switch apple {
            case .none, .another: a(.class("button", "small", "quiet"), .href(.local(PagePath.linkApple))) { "Link" }
            case .linked(let id, let email, _, _, canBeUnlinked: true):
                PostButton(
                    "Remove", spokenDetail: email.map { "the Apple Account \($0)" } ?? "the Apple Account",
                    action: PagePath.unlinkApple(id), formToken: formToken
                ).html
            case .linked: HTML.empty
            }
        }
    }

    private var detail: HTML {
        switch apple {
        case .none: HTML("Not linked")
        case .another: HTML("You can link another Apple Account")
        case .linked(_, nil, _, _, _): HTML("Linked")
        case .linked(_, let email?, let isPrivate, _, _):
            HTML {
                bdi { email }
                if isPrivate { ", Hide My Email" }
            }
        }
    }

    private var warning: String? {
        switch apple {
        case .linked(_, _, _, isDeliverable: false, _): "Apple currently does not forward e-mail from this service to you."
        case .linked(_, _, _, _, canBeUnlinked: false):
            "This is your only way to sign in. Set a password before you remove it."
        default: nil
        }
    }
}

/// The row of the account page about Sign in with Apple: a linked Apple Account, or the option to link one.
package enum LinkedApple: Hashable, Sendable {
    /// The account has no Apple identity.
    case none
    /// The account has an Apple Account and may have another one.
    case another
    /// - Parameters:
    ///   - id: the identifier of the Apple identity.
    ///   - email: the e-mail address from Apple, if any.
    ///   - isPrivate: whether that is a relay address.
    ///   - isDeliverable: whether mail to it is delivered.
    ///   - canBeUnlinked: whether the account has another credential.
    case linked(id: String, email: String?, isPrivate: Bool, isDeliverable: Bool, canBeUnlinked: Bool)

    /// Whether an Apple Account is linked.
    package var isLinked: Bool {
        if case .linked = self { true } else { false }
    }
}

/// A setting of the account, with a link to its page.
struct SettingRow {
    private let name: String
    private let detail: String
    private let link: String
    private let path: LocalPath
    private let isDangerous: Bool
    private let mark: HTMLAttribute?

    init(_ name: String, _ detail: String, link: String, to path: LocalPath, isDangerous: Bool = false, mark: HTMLAttribute? = nil)
    {
        self.name = name
        self.detail = detail
        self.link = link
        self.path = path
        self.isDangerous = isDangerous
        self.mark = mark
    }

    var html: HTML {
        li(mark) {
            div(.class("what")) {
                p(.class("name")) { name }
                p(.class("detail")) { detail }
            }
            a(isDangerous ? .class("button", "small", "quiet", "danger") : .class("button", "small", "quiet"), .href(.local(path)))
            {
                link
            }
        }
    }
}
