package import Markup

/// The account of whoever is signed in: how they sign in, where they are signed in, what happened lately.
package struct AccountPage: Page, Hashable {
    /// What was just done, told once.
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
        /// The password that was just used is one that the service would not take today.
        case weakPassword = "weak-password"
    }

    /// The user name as typed at sign-up; nil where the account has none yet.
    package let username: String?

    /// Whether there is a password to change, rather than one to set.
    package let hasPassword: Bool

    /// The Apple Accounts, and whether one can be linked; nil where Sign in with Apple is off.
    package let apple: [LinkedApple]?

    /// Whether a second step is asked for at sign-in.
    package let hasSecondStep: Bool

    /// The living sessions, the current one first.
    package let sessions: [AccountSession]

    /// What happened lately, the latest first.
    package let events: [AccountEvent]

    /// What was just done; nil on an ordinary visit.
    package let notice: Notice?

    /// The second factors, after a change of password, when the page lists what else signs in; nil on an ordinary visit.
    package let review: SecondStepsPage?

    /// The token the forms carry back.
    package let formToken: FormToken

    package init(
        username: String?, hasPassword: Bool = true, apple: [LinkedApple]? = nil, hasSecondStep: Bool = false,
        sessions: [AccountSession], events: [AccountEvent],
        notice: Notice? = nil, review: SecondStepsPage? = nil, formToken: FormToken
    ) {
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

    /// The page, with a form for each thing that can be ended.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Your account", site: site, width: .wide, formToken: formToken).document {
            if let notice {
                p(.class("notice"), .role(.status), .data("code", notice.rawValue)) {
                    notice.sentence
                    if notice == .weakPassword {
                        " "
                        a(.href(.local(PagePath.upgrade.appending(query: "notice", notice.rawValue)))) { "See what you can do" }
                    }
                }
            }
            if let review { reviewSection(review) }
            signInSection
            sessionsSection
            eventsSection
            deletionSection
        }
    }

    /// What a change of password leaves as it is, so that a user who fears a stranger finds everything that the stranger may have added. Other
    /// sessions end with the change; one that has opened since is in the section of the sessions.
    private func reviewSection(_ review: SecondStepsPage) -> HTML {
        let linked = (apple ?? []).filter(\.isLinked)
        return section(.aria(.labelledby, "review")) {
            h2(.id("review")) { "What else signs in" }
            if linked.isEmpty, !hasSecondStep {
                p(.class("detail")) { "Nothing besides your new password." }
            } else {
                p(.class("detail")) { "The new password does not change these. Remove what you do not recognise." }
                ul(.class("rows"), .role(.list)) {
                    for row in linked { AppleRow(apple: row, formToken: formToken).html }
                    review.factorRows
                }
            }
        }
    }

    private var signInSection: HTML {
        section(.aria(.labelledby, "sign-in")) {
            h2(.id("sign-in")) { "Signing in" }
            ul(.class("rows"), .role(.list)) {
                if let username {
                    li {
                        div(.class("what")) {
                            p(.class("name")) { bdi { username } }
                            p(.class("detail")) { "Your user name" }
                        }
                    }
                }
                SettingRow(
                    "Password", hasPassword ? "Changing it signs out every other device" : "None yet",
                    link: hasPassword ? "Change password" : "Set a password", to: PagePath.password
                ).html
                for row in apple ?? [] where review == nil || !row.isLinked { AppleRow(apple: row, formToken: formToken).html }
                if review == nil || !hasSecondStep {
                    SettingRow(
                        "Two-step sign-in", hasSecondStep ? "On: a second step is asked for" : "Off: the first step is enough",
                        link: hasSecondStep ? "Manage" : "Turn on", to: PagePath.secondSteps,
                        mark: .data("second-step", hasSecondStep ? "on" : "off")
                    ).html
                }
                if hasPassword {
                    SettingRow(
                        "A safer way to sign in", apple == nil ? "A stronger password" : "A stronger password, or none at all",
                        link: "See how", to: PagePath.upgrade
                    ).html
                }
            }
        }
    }

    private var sessionsSection: HTML {
        section(.aria(.labelledby, "sessions")) {
            h2(.id("sessions")) { "Where you are signed in" }
            ul(.class("rows"), .role(.list)) {
                for session in sessions { SessionRow(session: session, formToken: formToken).html }
            }
            if sessions.contains(where: { !$0.isCurrent }) {
                PostButton("Sign out everywhere else", action: PagePath.revokeOtherSessions, formToken: formToken).html
            }
        }
    }

    private var eventsSection: HTML {
        section(.aria(.labelledby, "events")) {
            h2(.id("events")) { "What happened lately" }
            if events.isEmpty {
                p(.class("detail")) { "Nothing yet." }
            } else {
                ol(.class("rows"), .role(.list)) {
                    for event in events { EventRow(event: event).html }
                }
            }
        }
    }

    private var deletionSection: HTML {
        section(.aria(.labelledby, "deletion")) {
            h2(.id("deletion")) { "Leaving" }
            ul(.class("rows"), .role(.list)) {
                SettingRow(
                    "Delete your account", "Erases it for good; you will be asked first", link: "Delete account",
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
        case .passwordChanged: "Your password is changed, and every other device is signed out."
        case .sessionRevoked: "That device is signed out."
        case .otherSessionsRevoked: "Every other device is signed out."
        case .passwordSet: "Your password is set. You can sign in with it from now on."
        case .appleLinked: "Your Apple Account is linked. You can sign in with it from now on."
        case .appleTaken: "That Apple Account signs in to another account here. Nothing was changed."
        case .appleAlreadyLinked: "This account has as many Apple Accounts as it may have. Remove one first. Nothing was changed."
        case .appleNotYours: "That is not the Apple Account of this account. Nothing was changed."
        case .appleNotRecent:
            "Apple has not asked you to sign in for a while, so this does not confirm that it is you. Sign out of your Apple Account in this browser, then try again. Nothing was changed."
        case .appleUnlinked: "Your Apple Account is removed, and Apple is told."
        case .appleUnlinkedByHand:
            "Your Apple Account is removed. Apple still lists this service: you can end that in Settings, under your name, Sign in with Apple."
        case .passwordRemoved: "Your password is removed. You sign in with Apple from now on."
        case .weakPassword: "Your password is easy to guess."
        case .lastCredential: "It is the only way to sign in to this account, so it stays. Set a password first."
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
        case .another: HTML("You can link another one")
        case .linked(_, nil, _, _, _): HTML("Linked")
        case .linked(_, let email?, let isPrivate, _, _):
            HTML {
                bdi { email }
                if isPrivate { ", which hides your own address" }
            }
        }
    }

    private var warning: String? {
        switch apple {
        case .linked(_, _, _, isDeliverable: false, _): "Apple does not forward mail from this service to you at the moment."
        case .linked(_, _, _, _, canBeUnlinked: false):
            "The only way to sign in to this account. Set a password to be able to remove it."
        default: nil
        }
    }
}

/// What the account page says of Sign in with Apple, in a row: an Apple Account that is linked, or that one can be.
package enum LinkedApple: Hashable, Sendable {
    /// The account has no Apple identity.
    case none
    /// The account has one, and may have one more.
    case another
    /// - Parameters:
    ///   - id: of the identity.
    ///   - email: what Apple told, if anything.
    ///   - isPrivate: whether that is a relay address.
    ///   - isDeliverable: whether mail to it arrives.
    ///   - canBeUnlinked: whether another credential is left then.
    case linked(id: String, email: String?, isPrivate: Bool, isDeliverable: Bool, canBeUnlinked: Bool)

    /// Whether it is an Apple Account that is linked.
    package var isLinked: Bool {
        if case .linked = self { true } else { false }
    }
}

/// Something that the account has or can do, with a link to the page where that is changed.
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
