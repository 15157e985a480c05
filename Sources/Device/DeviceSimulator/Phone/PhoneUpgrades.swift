public import DeviceScreens

extension PhoneView {
    /// The view of an app's extension that makes an account safer or provides credentials, under the system's navigation bar, which has a Cancel button.
    public struct ExtensionSheet: Hashable, Codable, Sendable {
        /// Names it among those of the device.
        public var number: UInt64
        /// The name of the app.
        public var app: String
        /// The account's user name; empty where the person chooses one.
        public var user: String
        /// The account's site; empty where the person chooses one.
        public var site: String
        /// What the extension shows. Nil: nothing, or nothing yet.
        public var screen: AppScreen?
    }

    /// What can be done about a password.
    public struct Remedy: Hashable, Codable, Sendable {
        /// The kinds of remedies.
        public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
            /// The app's extension gives the account a strong password.
            case strongPassword
            /// The app's extension gives the account Sign in with Apple in the place of its password.
            case signInWithApple
            /// The site's page for changing the password is opened.
            case changeOnSite
            /// The person changes it wherever they know how.
            case byHand
        }

        /// Which kind it is.
        public var kind: Kind
        /// What stands on its button, or above it.
        public var title: String
        /// What happens when it is tapped, to be read before.
        public var whatHappens: String
        /// Why it cannot be done now; nil: it can.
        public var obstacle: String?

        /// Whether there is a button to tap.
        public var canBeChosen: Bool { kind != .byHand && obstacle == nil }
    }

    /// How far an upgrade of an account is, or how it ended.
    public struct UpgradeProgress: Hashable, Codable, Sendable {
        /// The stages of an upgrade.
        public enum Stage: String, Hashable, Codable, Sendable, CaseIterable {
            case working
            /// The account is upgraded, and what is saved with it.
            case done
            /// The person cancelled. What is saved is as it was.
            case cancelled
            /// The extension says that it was not done. What is saved is as it was.
            case failed
            /// It was broken off, and the server may have done it all the same. What is saved is as it was, until the person says what signs in.
            case open
        }

        /// The stage.
        public var stage: Stage
        /// What the person is told.
        public var text: String
    }

    /// "This password is weak": what the system says after a sign-in, and what it can do.
    public struct UpgradeQuestion: Hashable, Codable, Sendable {
        /// The name of the app.
        public var app: String
        /// The account's user name.
        public var user: String
        /// The account's site.
        public var site: String
        /// Why the password should be another one.
        public var reason: String
        /// What the app's extension can do.
        public var remedies: [Remedy]
        /// After one was chosen.
        public var progress: UpgradeProgress?
    }
}

extension PhoneView.SettingsView {
    /// A password that should be another one.
    public struct Recommendation: Hashable, Codable, Sendable {
        /// How bad it is.
        public enum Severity: String, Hashable, Codable, Sendable, CaseIterable {
            /// Somebody has the password, or finds it at once.
            case high
            /// Somebody who tries will find it.
            case medium
        }

        /// Names it on its page.
        public var id: String
        /// The host that the password is for.
        public var site: String
        /// The user name.
        public var user: String
        /// How bad it is.
        public var severity: Severity
        /// What is wrong, in a few words.
        public var headline: String
        /// What is wrong, in sentences.
        public var reason: String
    }

    /// The page of one recommendation: why, what can be done, and what comes of it.
    public struct RecommendationPage: Hashable, Codable, Sendable {
        /// What is recommended. Its reason is empty once nothing is wrong any more.
        public var recommendation: Recommendation
        /// What can be done, the best first. Empty once nothing is wrong any more.
        public var remedies: [PhoneView.Remedy]
        /// After one was chosen.
        public var progress: PhoneView.UpgradeProgress?
    }
}
