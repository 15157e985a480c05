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

    /// An account page.
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
                li {
                    div(.class("what")) {
                        p(.class("name")) { "Password" }
                        p(.class("detail")) { hasPassword ? "Changing it signs out every other device" : "None yet" }
                    }
                    a(.class("button", "small", "quiet"), .href(.local(PagePath.password))) {
                        hasPassword ? "Change password" : "Set a password"
                    }
                }
                for row in apple ?? [] where review == nil || !row.isLinked { AppleRow(apple: row, formToken: formToken).html }
                if review == nil || !hasSecondStep { SecondStepsRow(isOn: hasSecondStep).html }
                if hasPassword { upgradeRow }
            }
        }
    }

    private var upgradeRow: HTML {
        li {
            div(.class("what")) {
                p(.class("name")) { "A safer way to sign in" }
                p(.class("detail")) { apple == nil ? "A stronger password" : "A stronger password, or none at all" }
            }
            a(.class("button", "small", "quiet"), .href(.local(PagePath.upgrade))) { "See how" }
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
                li {
                    div(.class("what")) {
                        p(.class("name")) { "Delete your account" }
                        p(.class("detail")) { "Erases it for good; you will be asked first" }
                    }
                    a(.class("button", "small", "quiet", "danger"), .href(.local(PagePath.delete))) { "Delete account" }
                }
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
