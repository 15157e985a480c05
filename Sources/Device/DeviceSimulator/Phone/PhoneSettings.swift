public import Foundation

extension PhoneView {
    /// The Settings app.
    public struct SettingsView: Hashable, Codable, Sendable {
        /// The name of the Apple Account that the device is signed in to.
        public var account: String?
        /// The service's information about the account; nil if the service is unreachable.
        public var accountDetails: AccountDetails?
        /// A pending sign-in. Nil otherwise: the account's page then asks for name and password, unless the device is signed in.
        public var accountSignIn: AccountSignIn?
        /// The apps that use it; nil if the service is unreachable.
        public var appsUsingAccount: [AppUsingAccount]?
        /// Whether AutoFill suggests passwords and codes.
        public var isAutoFillOn: Bool
        /// The saved passwords; empty until the user has authenticated (``arePasswordsShown``).
        public var passwords: [Password]
        /// Whether ``passwords`` are visible.
        public var arePasswordsShown: Bool
        /// The open page.
        public var page: Page
        /// The message of a failed action.
        public var failure: String?
        /// The task that failed; the cause is in ``failure``.
        public var failed: FailedTask?
        /// The passwords that need a change, most severe first. Nil until the check is complete, and until the user
        /// authenticated.
        public var recommendations: [Recommendation]?
        /// The number of passwords whose leak check failed.
        public var unansweredLookUps = 0
        /// The open recommendation.
        public var recommendation: RecommendationPage?
        /// The hosts for which the user never saves passwords; visible with ``passwords``.
        public var neverSaved: [String] = []
        /// The apps that have asked to use Face ID; nil on a device without it.
        public var appsUsingFaceID: [AppUsingFaceID]?
        /// The paired watch; nil without one.
        public var watch: SimulatedWatch?
        /// The apps that can provide passwords and codes.
        public var credentialProviders: [CredentialProvider] = []
        /// The passkeys; visible with ``passwords``.
        public var passkeys: [Passkey] = []
        /// The passkey of the open page ``Page/passkey``; nil until the user has authenticated.
        public var passkey: Passkey?
        /// Whether the user confirmed the export on the open page ``Page/exportCredentials``. The file is available until the user
        /// leaves the page.
        public var isExportConfirmed = false

        /// The pages of Settings.
        public enum Page: String, Hashable, Codable, Sendable, CaseIterable {
            case root, account, passwords, recommendations, recommendation, passkey, autoFill, faceID, watch, language
            /// The export of all credentials to another app. Opening it authenticates the user.
            case exportCredentials
            /// The import of another app's credentials.
            case importCredentials
        }

        /// A task of Settings that can fail.
        public enum FailedTask: String, Hashable, Codable, Sendable, CaseIterable {
            case saveSettings, readPasswords, readPasskeys, importCredentials
        }

        /// An app that the user signed in to with the Apple Account.
        public struct AppUsingAccount: Hashable, Codable, Sendable {
            /// The primary App ID.
            public var id: String
            /// The name of the app.
            public var name: String
            /// The address that the app received.
            public var email: String?
        }

        /// An app that can provide passwords and codes.
        public struct CredentialProvider: Hashable, Codable, Sendable {
            /// The application identifier.
            public var id: String
            /// The name of the app.
            public var name: String
            /// Whether the user turned it on.
            public var isOn: Bool
        }

        /// An app that has asked to use Face ID.
        public struct AppUsingFaceID: Hashable, Codable, Sendable {
            /// The application identifier.
            public var id: String
            /// The name of the app.
            public var name: String
            /// Whether it may use Face ID.
            public var isAllowed: Bool
        }

        /// A saved password.
        public struct Password: Hashable, Codable, Sendable {
            /// The identifier of the entry: the host, a slash, and the user name.
            public var id: String
            /// The host.
            public var site: String
            /// The user name.
            public var user: String
            /// The password itself.
            public var password: String
            /// The time of the last use; nil if it was never used.
            public var lastUsed: Date?
            /// Whether the site no longer accepts it, so that it is not offered.
            public var isUnused = false
            /// The former and possible passwords, newest first.
            public var earlier: [String] = []
            /// The possible outcomes of an interrupted account change, most likely first. The user can try them, and chooses the
            /// right one.
            public var possibleEnds: [PossibleOutcome] = []
        }

        /// A passkey.
        public struct Passkey: Hashable, Codable, Sendable {
            /// The credential ID in hexadecimal digits.
            public var id: String
            /// The domain of the relying party.
            public var site: String
            /// The user name.
            public var user: String
            /// The time of its creation; nil if it is unknown.
            public var created: Date?
            /// The time of the last use; nil if it was never used.
            public var lastUsed: Date?
            /// Whether the website does not accept the passkey, so that no app is offered it.
            public var isHidden = false
        }

        /// A possible outcome of an account change.
        public enum PossibleOutcome: Hashable, Codable, Sendable {
            /// The account has this password now.
            case newPassword(String)
            /// The account signs in with Apple now, and its password is obsolete.
            case signInWithApple
            /// The account has the saved password.
            case asSaved
            /// No credential on this device signs in.
            case unknown

            /// The title of the button.
            public var title: String {
                switch self {
                case .newPassword: "New Password Works"
                case .signInWithApple: "Sign in with Apple Works"
                case .asSaved: "Saved Password Works"
                case .unknown: "None of These Works"
                }
            }

            // The JSON name of an unlabeled value.
            enum NewPasswordCodingKeys: String, CodingKey { case _0 = "password" }
        }
    }

    /// A code of the user's Apple Account, for a sign-in on another device or on the web.
    public struct AccountCode: Hashable, Codable, Sendable {
        /// Six digits.
        public var code: String
        /// The destination of the sign-in: a device by its name, or an app.
        public var place: String
    }
}

extension PhoneView.SettingsView {
    /// A pending sign-in to an Apple Account.
    public enum AccountSignIn: Hashable, Codable, Sendable {
        /// The sign-in needs the code that the account's other devices show.
        case code(account: String)
        /// The account is locked. Its password and a code unlock it.
        case locked(account: String)
    }

    /// The service's information about the account that the device is signed in to.
    public struct AccountDetails: Hashable, Codable, Sendable {
        /// The first and last name.
        public var name: String
        /// All addresses. Apps receive the first one unless another is chosen; the others can be removed.
        public var emails: [String]
        /// Whether two-factor authentication is on.
        public var hasTwoFactor: Bool
        /// Whether every sign-in is rejected until the account is unlocked.
        public var isLocked: Bool
    }
}
