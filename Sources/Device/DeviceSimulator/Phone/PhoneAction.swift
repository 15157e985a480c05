/// An action of the user on a simulated device. If its target is missing, because the screen has changed, it is rejected without
/// an effect.
public enum PhoneAction: Hashable, Codable, Sendable {
    // The device
    case home
    case lock
    /// Presents the owner's or an unknown face or finger to the lock screen or the open prompt.
    case present(isOwner: Bool)
    /// Enters a passcode on the lock screen or in the open prompt.
    case enterPasscode(String)
    /// Enters the password of an app's item in the prompt for it.
    case enterAppPassword(String)
    /// Allows the app that is asking to use Face ID; ``cancelPrompt`` denies it.
    case allowFaceID
    /// Double-clicks the side button of the paired Apple Watch, for an open prompt that accepts it.
    case confirmOnWatch
    /// Inserts the user's security key. The first insertion creates it, with a PIN of 4 to 63 bytes or without one; a later one ignores
    /// the PIN.
    case insertSecurityKey(pin: String?)
    case removeSecurityKey
    /// Sets the PIN of the inserted security key, to 4 to 63 bytes. A key with a PIN requires the current one, and a wrong one counts as
    /// an attempt.
    case setSecurityKeyPIN(to: String, current: String?)
    /// Deletes every credential and the PIN of the inserted security key.
    case resetSecurityKey
    case cancelPrompt
    case choosePasscodeInstead
    /// Answers the prompt with this number, by an action that answers prompts. Rejected if no prompt is open, or another one. Without a
    /// number, it unlocks the phone, and is rejected if a prompt is open. An action that is not wrapped in this one answers whichever
    /// prompt is open.
    indirect case answerPrompt(number: UInt64?, PhoneAction)

    // Apps
    /// Launches an app or brings it to the front.
    case open(app: String)
    /// Opens an address in the browser; `https://` may be omitted.
    case browse(address: String)
    /// Ends the app's process.
    case quit(app: String)
    case press(button: String)
    case answerAlert(button: Int)
    case focus(field: String?)
    case type(field: String, text: String)
    case submit(field: String)

    // The bar
    /// Chooses the suggestion at an index of ``PhoneView/Keyboard/suggestions``.
    case chooseSuggestion(Int)
    case openPasswordList
    /// Chooses the entry at an index of ``PhoneView/PasswordList/entries``, followed by ``PhoneView/PasswordList/providers``.
    case chooseFromList(Int)
    case closePasswordList
    case answerSaveQuestion(SaveAnswer)

    // Sheets
    case answerSheet(number: UInt64, SheetAction)
    case closeBrowser
    /// Follows a link or redirect in the web sheet, to an address of at most 16 KiB. If the app waits for this address, the sheet
    /// closes and the app receives it.
    case leadPage(to: String)

    // Settings
    case openSettings(PhoneView.SettingsView.Page)
    /// Signs in with the account's name, or one of its addresses.
    case signInToAppleAccount(String, password: String)
    /// Enters the code that the account's other devices show.
    case enterAccountCode(String)
    /// Unlocks the account that ``PhoneView/SettingsView/accountSignIn`` or ``PhoneView/SettingsView/accountDetails`` reports as
    /// locked.
    case unlockAppleAccount(password: String)
    /// Cancels a sign-in that waits for a code or for a locked account.
    case cancelAccountSignIn
    case turnOnTwoFactor
    /// Adds an address to the account, or removes one of ``PhoneView/SettingsView/AccountDetails/emails``.
    case addAddress(String)
    case removeAddress(String)
    /// Presses "Done" at ``PhoneView/AccountCode``.
    case dismissAccountCode
    case signOutOfAppleAccount
    case stopUsing(app: String)
    case setAutoFill(Bool)
    /// Chooses the language of the system.
    case setLanguage(PhoneView.Language)
    /// Turns one of ``PhoneView/SettingsView/credentialProviders`` on or off.
    case setProvider(app: String, isOn: Bool)
    /// Changes the Face ID permission of an app in ``PhoneView/SettingsView/appsUsingFaceID``.
    case setFaceID(app: String, isAllowed: Bool)
    /// Pairs the device with an Apple Watch or changes its state; nil ends the pairing.
    case setWatch(SimulatedWatch?)
    case deletePassword(id: String)
    case deletePasskey(id: String)
    /// Opens the page of one of ``PhoneView/SettingsView/passkeys``.
    case openPasskey(id: String)
    /// Changes the user name of the passkey on the open page, to 1 to 1,024 bytes without control characters.
    case renamePasskey(id: String, to: String)
    /// Chooses a file on the open page ``PhoneView/SettingsView/Page/importCredentials``, by its text: a document in the Credential
    /// Exchange Format 1.0 of at most 8 MiB. A sheet shows what is new. If the user continues and authenticates, the phone saves it.
    case importCredentials(file: String)
    /// Reports the outcome of an interrupted account change, by its index in ``PhoneView/SettingsView/Password/possibleEnds``.
    case settleChange(id: String, Int)
    /// Opens the page of a security recommendation.
    case openRecommendation(id: String)
    /// Starts the remedy at an index of ``PhoneView/SettingsView/RecommendationPage/remedies`` or, if it is open, of
    /// ``PhoneView/UpgradeQuestion/remedies``.
    case chooseRemedy(Int)
    /// Presses "Not Now" or "Done" at ``PhoneView/UpgradeQuestion``.
    case closeUpgradeQuestion
    /// Presses Cancel in the system's bar above an extension's view.
    case cancelExtension
    /// Reverts ``SaveAnswer/never`` for a host in ``PhoneView/SettingsView/neverSaved``.
    case askToSave(site: String)

    // Messages and mail
    case openMessages
    /// Opens the list of mails, and fetches new mail of the Apple Account.
    case openMail
    /// Opens a mail of ``PhoneView/MailView/mails`` or of ``PhoneView/mailBanner``.
    case readMail(id: Int)
    /// Dismisses ``PhoneView/notification``; without one, ``PhoneView/banner`` or ``PhoneView/mailBanner``.
    case dismissBanner

    // The JSON names of unlabeled values.
    enum EnterPasscodeCodingKeys: String, CodingKey { case _0 = "passcode" }
    enum EnterAppPasswordCodingKeys: String, CodingKey { case _0 = "password" }
    enum AnswerPromptCodingKeys: String, CodingKey { case number, _1 = "answer" }
    enum ChooseSuggestionCodingKeys: String, CodingKey { case _0 = "index" }
    enum ChooseFromListCodingKeys: String, CodingKey { case _0 = "index" }
    enum AnswerSaveQuestionCodingKeys: String, CodingKey { case _0 = "answer" }
    enum AnswerSheetCodingKeys: String, CodingKey { case number, _1 = "answer" }
    enum LeadPageCodingKeys: String, CodingKey { case to = "address" }
    enum OpenSettingsCodingKeys: String, CodingKey { case _0 = "page" }
    enum SignInToAppleAccountCodingKeys: String, CodingKey { case _0 = "account", password }
    enum EnterAccountCodeCodingKeys: String, CodingKey { case _0 = "code" }
    enum AddAddressCodingKeys: String, CodingKey { case _0 = "address" }
    enum RemoveAddressCodingKeys: String, CodingKey { case _0 = "address" }
    enum RenamePasskeyCodingKeys: String, CodingKey { case id, to = "user" }
    enum ChooseRemedyCodingKeys: String, CodingKey { case _0 = "index" }
    enum SettleChangeCodingKeys: String, CodingKey { case id, _1 = "index" }
    enum SetSecurityKeyPINCodingKeys: String, CodingKey { case to = "pin", current }
    enum SetWatchCodingKeys: String, CodingKey { case _0 = "watch" }
    enum SetAutoFillCodingKeys: String, CodingKey { case _0 = "isOn" }
    enum SetLanguageCodingKeys: String, CodingKey { case _0 = "language" }

    /// The user's answer to ``PhoneView/SaveQuestion``.
    public enum SaveAnswer: String, Hashable, Codable, Sendable, CaseIterable {
        case save, notNow, never
    }

    /// The user's action on a sheet.
    public enum SheetAction: Hashable, Codable, Sendable {
        case proceed
        /// Continues with this name and this choice about the address, and with another address of the account if one is given.
        case details(givenName: String, familyName: String, hidesEmail: Bool, address: String? = nil)
        /// Creates the account with this name, and with this contact instead of the selected one if one is given. The app with the index
        /// `passwordManager` saves the passkey, from 0; without an index, the device does. Without an accepted contact, without a name
        /// if the app asks for one, and for an unknown index, the action is rejected.
        case account(givenName: String, familyName: String, contact: String? = nil, passwordManager: Int? = nil)
        case choose(Int)
        case password(String)
        case openSettings
        case tryAgain
        case cancel

        // The JSON names of unlabeled values.
        enum ChooseCodingKeys: String, CodingKey { case _0 = "index" }
        enum PasswordCodingKeys: String, CodingKey { case _0 = "password" }
    }
}

extension PhoneAction {
    /// Returns an answer to prompts as the answer to the one with a number, or to the lock screen with nil. Returns other actions
    /// unchanged.
    package func bound(toPrompt number: UInt64?) -> PhoneAction { answersPrompts ? .answerPrompt(number: number, self) : self }

    /// The action without the number of a prompt.
    var unbound: PhoneAction { if case .answerPrompt(_, let answer) = self { answer } else { self } }

    /// Whether the action answers any open prompt.
    var answersPrompts: Bool {
        switch self {
        case .present, .enterPasscode, .enterAppPassword, .allowFaceID, .confirmOnWatch, .cancelPrompt, .choosePasscodeInstead: true
        default: false
        }
    }
}

/// The reason why an action of the user failed. The action had no effect.
///
/// This is a value of the simulator's interface, not an error of the library: the pages respond with its code and description,
/// and programs check the code.
public struct PhoneError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The reason as a code.
    public struct Code: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        /// Creates a code with a raw value, which may be one of a newer version.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The target is missing: the screen has changed.
        public static let nothingThere = Code(rawValue: "nothing-there")
        /// Something covers the target.
        public static let covered = Code(rawValue: "covered")
        /// The device is locked.
        public static let locked = Code(rawValue: "locked")
        /// The face, the finger or the passcode does not belong to the owner.
        public static let notRecognized = Code(rawValue: "not-recognized")
        /// The system failed: a malformed name, an unreachable service, or an error of the keychain.
        public static let failed = Code(rawValue: "failed")
    }

    /// The reason.
    public let code: Code
    /// The explanation for the user.
    public let description: String

    /// Creates an error.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
