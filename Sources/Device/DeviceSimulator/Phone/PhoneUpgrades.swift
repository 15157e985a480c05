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
        /// Whether it is the web page of a sign-in (`ASWebAuthenticationSession`) in the phone's browser, and not an extension.
        public var isWebPage = false
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
        /// The reason why the remedy is unavailable now; nil if it is available.
        public var obstacle: String?
        /// The host of the account, for a remedy on its website.
        public var site: String?

        /// Whether the remedy has a button.
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
        /// The upgrade: ``Remedy/Kind/strongPassword`` or ``Remedy/Kind/signInWithApple``.
        public var remedy: Remedy.Kind
        /// The name of the app whose extension performs it.
        public var app: String
        /// The reason why the upgrade did not succeed; nil while it is running, and after it succeeded.
        public var cause: Cause?
        /// Whether the device knows the server's state.
        public var isSettled: Bool

        /// The reason why an upgrade did not succeed.
        public enum Cause: Hashable, Codable, Sendable {
            case cancelled
            /// The device has no network connection.
            case offline
            case unknown
            /// The reason in the words of the extension.
            case stated(String)

            // The JSON name of an unlabeled value.
            enum StatedCodingKeys: String, CodingKey { case _0 = "reason" }
        }
    }

    /// The notice about a weak password after a sign-in, with the upgrades that the system offers.
    public struct UpgradeQuestion: Hashable, Codable, Sendable {
        /// The name of the app.
        public var app: String
        /// The account's user name.
        public var user: String
        /// The account's site.
        public var site: String
        /// The reason why the password needs a change.
        public var reason: String
        /// The findings in ``reason``, most severe first.
        public var findings: [SettingsView.Finding]
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
        /// The findings in ``headline`` and ``reason``, most severe first.
        public var findings: [Finding]
    }

    /// A problem of a password.
    public enum Finding: Hashable, Codable, Sendable {
        /// The password occurs in known leaks, this number of times.
        case leaked(times: Int)
        /// The password is guessable.
        case weak(Weakness, isVeryWeak: Bool)
        /// One other account has the same password.
        case reusedOnce(user: String, site: String)
        /// Other accounts have the same password.
        case reused(count: Int)

        // The JSON name of an unlabeled value.
        enum WeakCodingKeys: String, CodingKey { case _0 = "weakness", isVeryWeak }
    }

    /// The reason why a password is weak.
    public enum Weakness: String, Hashable, Codable, Sendable, CaseIterable {
        case common, word, substitutions, personal, keyboard, sequence, repetition, date, short
        case commonPIN = "common-pin"
        case countingPIN = "counting-pin"
        case repeatingPIN = "repeating-pin"
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
