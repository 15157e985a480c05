public import Foundation

extension PhoneView {
    /// The Settings app.
    public struct SettingsView: Hashable, Codable, Sendable {
        /// The name of the Apple account that the device is signed in to.
        public var account: String?
        /// Nil where the service cannot be asked.
        public var accountDetails: AccountDetails?
        /// A sign-in that waits; nil: the page of the account asks for name and password, unless the device is signed in.
        public var accountSignIn: AccountSignIn?
        /// The apps that use it; nil where the service cannot be asked.
        public var appsUsingAccount: [AppUsingAccount]?
        /// Whether passwords and codes are offered at all.
        public var isAutoFillOn: Bool
        /// Empty until the person proved who they are: ``arePasswordsShown``.
        public var passwords: [Password]
        /// Whether ``passwords`` are to be seen.
        public var arePasswordsShown: Bool
        /// The page that is open.
        public var page: Page
        /// What could not be done.
        public var failure: String?
        /// The passwords that should be others, the worst first. Nil until they are known, and until the person proved who they are.
        public var recommendations: [Recommendation]?
        /// How many passwords could not be looked up among the leaked ones.
        public var unansweredLookUps = 0
        /// On the page of one recommendation.
        public var recommendation: RecommendationPage?
        /// The hosts for which the person wants no passwords saved; shown with ``passwords``.
        public var neverSaved: [String] = []
        /// The apps that have asked to use Face ID; nil on a device without it.
        public var appsUsingFaceID: [AppUsingFaceID]?
        /// The watch that the device is paired with; nil: none.
        public var watch: SimulatedWatch?
        /// The apps that can provide passwords and codes.
        public var credentialProviders: [CredentialProvider] = []

        /// The pages of Settings.
        public enum Page: String, Hashable, Codable, Sendable, CaseIterable {
            case root, account, passwords, recommendations, recommendation, autoFill, faceID, watch
        }

        /// One app that the person signed in to with the Apple account.
        public struct AppUsingAccount: Hashable, Codable, Sendable {
            /// The primary App ID.
            public var id: String
            /// What the app is called.
            public var name: String
            /// The address that the app was given.
            public var email: String?
        }

        /// One app that can provide passwords and codes.
        public struct CredentialProvider: Hashable, Codable, Sendable {
            /// The application identifier.
            public var id: String
            /// What the app is called.
            public var name: String
            /// Whether the person has switched it on.
            public var isOn: Bool
        }

        /// One app that has asked to use Face ID.
        public struct AppUsingFaceID: Hashable, Codable, Sendable {
            /// The application identifier.
            public var id: String
            /// What the app is called.
            public var name: String
            /// Whether it may.
            public var isAllowed: Bool
        }

        /// One saved password.
        public struct Password: Hashable, Codable, Sendable {
            /// Names it on its page.
            public var id: String
            /// The host that it is for.
            public var site: String
            /// The user name.
            public var user: String
            /// The password itself.
            public var password: String
            /// When it was last filled in; nil: never.
            public var lastUsed: Date?
            /// What stood in its place before, and what may have, the newest first.
            public var earlier: [String] = []
            /// Where a change of the account broke off: how it may have ended, the likeliest first. The person, who can try, says which it is.
            public var possibleEnds: [PossibleEnd] = []
        }

        /// How a change of an account may have ended.
        public enum PossibleEnd: Hashable, Codable, Sendable {
            /// The account has this password now.
            case newPassword(String)
            /// The account signs in with Apple now, and its password is of no use.
            case signInWithApple
            /// The account has the password that is saved.
            case asSaved
            /// Nothing signs in that this device knows.
            case unknown

            /// What the person taps on.
            public var title: String {
                switch self {
                case .newPassword: "The New One Works"
                case .signInWithApple: "It Signs In with Apple"
                case .asSaved: "The Saved One Works"
                case .unknown: "Nothing Works"
                }
            }

            // The name in JSON of what has none here.
            enum NewPasswordCodingKeys: String, CodingKey { case _0 = "password" }
        }
    }

    /// A code of the person's Apple account, for a sign-in on another device or on the web.
    public struct AccountCode: Hashable, Codable, Sendable {
        /// Six digits.
        public var code: String
        /// What is signed in to with it: a device by its name, or an app.
        public var place: String
    }
}

extension PhoneView.SettingsView {
    /// How far a sign-in to an Apple account has come that is neither done nor given up.
    public enum AccountSignIn: Hashable, Codable, Sendable {
        /// The code is asked for that the account's other devices show.
        case code(account: String)
        /// The account is locked. Its password, and a code, unlock it.
        case locked(account: String)
    }

    /// What the service knows of the account that the device is signed in to.
    public struct AccountDetails: Hashable, Codable, Sendable {
        /// First and last name.
        public var name: String
        /// Every address. Apps get the first one unless another is chosen; the others can be removed.
        public var emails: [String]
        /// Whether two-factor authentication is on.
        public var hasTwoFactor: Bool
        /// Whether every sign-in is rejected until the account is unlocked.
        public var isLocked: Bool
    }
}
