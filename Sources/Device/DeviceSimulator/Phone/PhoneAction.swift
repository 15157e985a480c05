/// What a person does with a simulated device. One that finds nothing to act on, because the screen has changed meanwhile, is refused and changes
/// nothing.
public enum PhoneAction: Hashable, Codable, Sendable {
    // The device
    case home
    case lock
    /// Shows a face or a finger, the owner's or a stranger's, to the lock screen or to the prompt that stands.
    case present(isOwner: Bool)
    /// Types a passcode, on the lock screen or in the prompt that stands.
    case enterPasscode(String)
    /// Types the password that an item of the app stands behind, in the prompt that asks for it.
    case enterAppPassword(String)
    /// Lets the app use Face ID that asks whether it may; ``cancelPrompt`` does not.
    case allowFaceID
    /// Presses the side button of the paired Apple Watch twice, for the prompt that stands and takes it.
    case confirmOnWatch
    case cancelPrompt
    case choosePasscodeInstead

    // Apps
    /// Launches an app, or brings it back.
    case open(app: String)
    /// Opens an address in the browser, which may leave out `https://`.
    case browse(address: String)
    /// Ends its process.
    case quit(app: String)
    case press(button: String)
    case answerAlert(button: Int)
    case focus(field: String?)
    case type(field: String, text: String)
    case submit(field: String)

    // The bar
    /// By the place in ``PhoneView/Keyboard/suggestions``.
    case chooseSuggestion(Int)
    case openPasswordList
    /// By the place in ``PhoneView/PasswordList/entries``, and after them in ``PhoneView/PasswordList/providers``.
    case chooseFromList(Int)
    case closePasswordList
    case answerSaveQuestion(SaveAnswer)

    // Sheets
    case answerSheet(number: UInt64, SheetAction)
    case closeBrowser
    /// In the web sheet, follows a link or a redirect to this address, at most 16 KiB. Where it is what the app waits for, the sheet closes and the app is given it.
    case leadPage(to: String)

    // Settings
    case openSettings(PhoneView.SettingsView.Page)
    /// With the account's name, or one of its addresses.
    case signInToAppleAccount(String, password: String)
    /// Types the code that the account's other devices show.
    case enterAccountCode(String)
    /// Unlocks the account that ``PhoneView/SettingsView/accountSignIn`` or ``PhoneView/SettingsView/accountDetails`` says is locked.
    case unlockAppleAccount(password: String)
    /// Gives up a sign-in that waits for a code, or at a locked account.
    case cancelAccountSignIn
    case turnOnTwoFactor
    /// Gives the account another address, or takes one of ``PhoneView/SettingsView/AccountDetails/emails`` away.
    case addAddress(String)
    case removeAddress(String)
    /// "Done", at ``PhoneView/AccountCode``.
    case dismissAccountCode
    case signOutOfAppleAccount
    case stopUsing(app: String)
    case setAutoFill(Bool)
    /// Switches one of ``PhoneView/SettingsView/credentialProviders`` on or off.
    case setProvider(app: String, isOn: Bool)
    /// Says anew whether an app may use Face ID, one of ``PhoneView/SettingsView/appsUsingFaceID``.
    case setFaceID(app: String, isAllowed: Bool)
    /// Pairs the device with an Apple Watch, says how it stands, or, with nil, ends the pairing.
    case setWatch(SimulatedWatch?)
    case deletePassword(id: String)
    /// Says how a change of an account ended that broke off, by the place in ``PhoneView/SettingsView/Password/possibleEnds``.
    case settleChange(id: String, Int)
    /// Opens the page of one security recommendation.
    case openRecommendation(id: String)
    /// Does what can be done about a weak password, by the place in ``PhoneView/SettingsView/RecommendationPage/remedies`` or, where
    /// it stands, ``PhoneView/UpgradeQuestion/remedies``.
    case chooseRemedy(Int)
    /// "Not Now", or "Done", at ``PhoneView/UpgradeQuestion``.
    case closeUpgradeQuestion
    /// Cancel, in the system's bar above the view of an extension.
    case cancelExtension
    /// Takes back ``SaveAnswer/never`` for a host of ``PhoneView/SettingsView/neverSaved``.
    case askToSave(site: String)

    // Messages
    case openMessages
    case dismissBanner

    // The names in JSON of what has none here.
    enum EnterPasscodeCodingKeys: String, CodingKey { case _0 = "passcode" }
    enum EnterAppPasswordCodingKeys: String, CodingKey { case _0 = "password" }
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
    enum ChooseRemedyCodingKeys: String, CodingKey { case _0 = "index" }
    enum SettleChangeCodingKeys: String, CodingKey { case id, _1 = "index" }
    enum SetWatchCodingKeys: String, CodingKey { case _0 = "watch" }
    enum SetAutoFillCodingKeys: String, CodingKey { case _0 = "isOn" }

    /// What the person answers to ``PhoneView/SaveQuestion``.
    public enum SaveAnswer: String, Hashable, Codable, Sendable, CaseIterable {
        case save, notNow, never
    }

    /// What the person does with a sheet.
    public enum SheetAction: Hashable, Codable, Sendable {
        case proceed
        /// With one of the account's other addresses, where one is given.
        case details(givenName: String, familyName: String, hidesEmail: Bool, address: String? = nil)
        case choose(Int)
        case password(String)
        case openSettings
        case tryAgain
        case cancel

        // The names in JSON of what has none here.
        enum ChooseCodingKeys: String, CodingKey { case _0 = "index" }
        enum PasswordCodingKeys: String, CodingKey { case _0 = "password" }
    }
}

/// Why something that a person does has no effect. Nothing has changed then.
///
/// A value of the simulator's interface rather than an error of this library: the pages answer with its code and words, and programs decide by the code.
public struct PhoneRefusal: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The kinds of refusals.
    public enum Code: String, Hashable, Codable, Sendable, CaseIterable {
        /// There is nothing of the kind: the screen has changed meanwhile.
        case nothingThere = "nothing-there"
        /// Something lies over it.
        case covered
        /// The device is locked.
        case locked
        /// The face, the finger or the passcode is not the owner's.
        case notRecognized = "not-recognized"
        /// The system cannot: a name that is none, a service that does not answer, a keychain that refuses.
        case failed
    }

    /// Which kind it is.
    public let code: Code
    /// For the person.
    public let description: String

    /// A refusal.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
