package import DeviceBroker

/// What the system shows a person over an app, and waits for an answer to. The app draws none of it and sees none of it.
package struct Sheet: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// What Sign in with Apple is. The first time that the account meets an app of the team.
        case explanation(AppleAccount)
        /// What the app will be told, to be edited: the first sign-in.
        case details(SignInForm)
        /// Whether to sign in once more.
        case confirmation(AppleAccount)
        /// With which of the credentials that are there.
        case choice([Candidate])
        /// The password of the account, on a device with nothing else to prove who is there.
        case accountPassword(AppleAccount, isRepeated: Bool)
        /// Something that the sheets cannot settle.
        case alert(Alert)
        /// Whether the app may sign in by the web page of this host.
        case webSignIn(host: String)
    }

    /// One credential that could be used.
    package enum Candidate: Hashable, Sendable {
        case appleID(AppleAccount)
        case password(SavedPassword)
    }

    package enum Alert: Hashable, Sendable, CaseIterable {
        /// The device is signed in to no Apple account; Settings can change that.
        case noAccount
        /// The account has no two-factor authentication; Settings can change that.
        case twoFactorNeeded
        /// The account is locked; Settings can change that.
        case accountLocked
        /// Apple's service gave no answer: not completed, to be tried again.
        case notCompleted
    }

    /// Counts the sheets of a device, from 1.
    package let number: UInt64
    /// Whom it is shown for, as the broker knows it.
    package let app: App
    package let content: Content

    package init(number: UInt64, app: App, content: Content) {
        self.number = number
        self.app = app
        self.content = content
    }
}
