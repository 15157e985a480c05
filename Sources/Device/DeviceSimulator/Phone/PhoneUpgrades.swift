public import DeviceScreens

extension PhoneView {
    /// The view of an app's account modification or credential provider extension, below the system's navigation bar with a
    /// Cancel button.
    public struct ExtensionSheet: Hashable, Codable, Sendable {
        /// The identifier among the device's views.
        public var number: UInt64
        /// The name of the app.
        public var app: String
        /// The account's user name; empty if the user chooses the account.
        public var user: String
        /// The account's site; empty if the user chooses the account.
        public var site: String
        /// The screen of the extension; nil before the first one.
        public var screen: AppScreen?
    }

    /// A remedy for a password.
    public struct Remedy: Hashable, Codable, Sendable {
        /// The kinds of remedies.
        public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
            /// The app's extension gives the account a strong password.
            case strongPassword
            /// The app's extension replaces the account's password with Sign in with Apple.
            case signInWithApple
            /// The browser opens the site's change-password page.
            case changeOnSite
            /// The user changes it without the system's help.
            case byHand
        }

        /// The kind.
        public var kind: Kind
        /// The title on its button or above it.
        public var title: String
        /// The effect, described before the user chooses it.
        public var whatHappens: String
        /// Why it is unavailable now; nil if it is available.
        public var obstacle: String?

        /// Whether it has a button.
        public var canBeChosen: Bool { kind != .byHand && obstacle == nil }
    }

    /// The progress or the result of an account upgrade.
    public struct UpgradeProgress: Hashable, Codable, Sendable {
        /// The stages of an upgrade.
        public enum Stage: String, Hashable, Codable, Sendable, CaseIterable {
            case working
            /// The account and its saved password are upgraded.
            case done
            /// The user cancelled. The saved password is unchanged.
            case cancelled
            /// The extension reported a failure. The saved password is unchanged.
            case failed
            /// The upgrade was interrupted, and the server may have completed it. The saved password is unchanged until the user
            /// reports what works.
            case open
        }

        /// The stage.
        public var stage: Stage
        /// The text for the user.
        public var text: String
    }

    /// The notice about a weak password after a sign-in, with the upgrades that the system offers.
    public struct UpgradeQuestion: Hashable, Codable, Sendable {
        /// The name of the app.
        public var app: String
        /// The account's user name.
        public var user: String
        /// The account's site.
        public var site: String
        /// Why the password needs a change.
        public var reason: String
        /// The upgrades that the app's extension offers.
        public var remedies: [Remedy]
        /// The progress after the user chose an upgrade.
        public var progress: UpgradeProgress?
    }
}

extension PhoneView.SettingsView {
    /// A password that needs a change.
    public struct Recommendation: Hashable, Codable, Sendable {
        /// The severity.
        public enum Severity: String, Hashable, Codable, Sendable, CaseIterable {
            /// The password is known, or guessed immediately.
            case high
            /// The password can be guessed with effort.
            case medium
        }

        /// The identifier on the page.
        public var id: String
        /// The host of the password.
        public var site: String
        /// The user name.
        public var user: String
        /// The severity.
        public var severity: Severity
        /// The finding in a few words.
        public var headline: String
        /// The finding in sentences.
        public var reason: String
    }

    /// The page of one recommendation: the finding, the remedies, and the result.
    public struct RecommendationPage: Hashable, Codable, Sendable {
        /// The recommendation. Its reason is empty after the finding was resolved.
        public var recommendation: Recommendation
        /// The remedies, best first. Empty after the finding was resolved.
        public var remedies: [PhoneView.Remedy]
        /// The progress after the user chose a remedy.
        public var progress: PhoneView.UpgradeProgress?
    }
}
