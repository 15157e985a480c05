extension PhoneView {
    /// A sheet of the system, with its content and controls.
    public struct SheetView: Hashable, Codable, Sendable {
        /// The identifier among the device's sheets.
        public var number: UInt64
        /// The name of the app below it.
        public var app: String
        /// The subject of the sheet, from which a page in another language derives its own words.
        public var subject: Subject
        /// The title.
        public var title: String
        /// The message.
        public var message: String
        /// The content, from top to bottom.
        public var parts: [Part]
        /// The buttons.
        public var buttons: [Button]

        /// The subject of a sheet.
        public enum Subject: Hashable, Codable, Sendable {
            /// The first sheet of Sign in with Apple.
            case explanation(account: String)
            /// The name and the address for a new account.
            case details
            /// A sign-in with an existing account.
            case confirmation(account: String)
            case createPasskey(user: String, site: String)
            /// The data for a new account with a passkey.
            case newAccount(site: String)
            /// The choice of a credential.
            case choice
            case accountPassword(account: String, isRepeated: Bool)
            case noAccount, twoFactorNeeded, accountLocked, notCompleted
            /// A sign-in on a web page.
            case webSignIn(host: String)
            /// A security key to insert and to touch.
            case securityKey(site: String)
            /// The inserted security key, which waits for a touch.
            case securityKeyTouch
            case securityKeyPIN(isRepeated: Bool)
            /// The numbers of credentials that the app exports to the device.
            case importCredentials(new: Int, known: Int, different: Int, rejected: Int)
            /// The numbers of credentials in a file that the user imports in Settings.
            case importFile(new: Int, known: Int, different: Int, rejected: Int)
            /// The question whether the app may fill in credentials.
            case turnOnProvider
        }

        /// A part of a sheet.
        public enum Part: Hashable, Codable, Sendable {
            case text(String)
            /// The name, which the user can edit.
            case name(given: String, family: String)
            /// The address, and whether it is hidden by default. If the account has other addresses, the user can choose one of
            /// them.
            case email(shared: String, isHiddenByDefault: Bool, others: [String] = [])
            /// The contact for a new account: the first of the user's contacts unless the user chooses another one or types one of an
            /// accepted kind. The preferred kind is first.
            case contact(known: [String], kinds: [ContactKind])
            /// The apps that can save the passkey of a new account. The device saves it unless the user chooses one of them.
            case passwordManagers(names: [String])
            /// One of several credentials to choose from.
            case candidate(index: Int, title: String, detail: String, kind: CandidateKind)
            /// The password of the Apple Account.
            case password(isRepeated: Bool)
            /// The PIN of the security key. After a wrong one, the number of attempts that are left, if the key reports it.
            case pin(isRepeated: Bool, attempts: Int? = nil)

            // The JSON name of an unlabeled value.
            enum TextCodingKeys: String, CodingKey { case _0 = "text" }
        }

        /// A kind of contact.
        public enum ContactKind: String, Hashable, Codable, Sendable, CaseIterable {
            case email, phoneNumber
        }

        /// A kind of credential.
        public enum CandidateKind: Hashable, Codable, Sendable {
            case appleAccount, password
            /// A security key that the user inserts.
            case securityKey
            /// An app that can save a new passkey.
            case passwordManager
            /// An app in whose list the user can choose a passkey.
            case listOfPasswordManager
            case passkey(site: String)
        }

        /// A button of a sheet.
        public struct Button: Hashable, Codable, Sendable {
            /// The function of a button: the action of ``PhoneAction/SheetAction`` with the same name.
            public enum Role: String, Hashable, Codable, Sendable, CaseIterable {
                case proceed, cancel, openSettings, tryAgain
            }

            /// The function.
            public var role: Role
            /// The label.
            public var title: String
        }
    }

    /// A prompt of the system.
    public struct PromptView: Hashable, Codable, Sendable {
        /// The identifier among the device's prompts.
        public var number: UInt64
        /// The name of the app below it.
        public var app: String
        /// The purpose, in the app's words or the system's.
        public var reason: String
        /// The kind of authentication.
        public var way: Method
        /// The title of the cancel button.
        public var cancelTitle: String
        /// The title of the fallback button; nil without one.
        public var fallbackTitle: String?
        /// Whether it repeats after an unknown face or finger, or a wrong passcode.
        public var isRepeated: Bool
        /// Whether a confirmation on the paired Apple Watch answers it.
        public var takesWatch = false
        /// The purpose, if the prompt shows the system's words; nil if it shows those of the app in ``reason``.
        public var purpose: Purpose?
        /// The saved password that the app uses, changes or deletes.
        public var credential: Credential?
        /// Whether the app chose ``cancelTitle``.
        public var hasCancelTitleOfApp = false
        /// Whether the app chose ``fallbackTitle``.
        public var hasFallbackTitleOfApp = false
        /// Whether Settings requests the prompt, and not an app.
        public var isOfSettings = false

        /// A saved password that a prompt names.
        public struct Credential: Hashable, Codable, Sendable {
            /// The user name, of which the remainder of a long one is omitted.
            public var user: String
            /// The host.
            public var site: String
        }

        /// The purpose of a prompt, for which the system has words.
        public enum Purpose: Hashable, Codable, Sendable {
            case proceed, readItem, useKey, signInWithApple, usePassword, changePassword, deletePassword, createPasskey, usePasskey
            case viewPasswords, exportPasswords, importPasswords
            /// All credentials: passwords, passkeys and verification codes.
            case exportCredentials, importCredentials
            case fillPassword(user: String, site: String)
        }

        /// The kinds of authentication, including passwords that protect items of an app.
        public enum Method: String, Hashable, Codable, Sendable, CaseIterable {
            case biometry, passcode
            /// The password that protects an item of the app: the existing one, or a new one.
            case applicationPassword, newApplicationPassword
            /// The permission for the app to use Face ID, for the reason in its Info.plist.
            case faceConsent
            /// A confirmation on the paired Apple Watch only.
            case watch

            /// Whether it asks for the app's own password.
            public var isApplicationPassword: Bool { self == .applicationPassword || self == .newApplicationPassword }
        }
    }
}
