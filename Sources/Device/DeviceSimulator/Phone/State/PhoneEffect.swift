import AssociatedDomains
import DeviceProtocol
import DeviceScreens
import DeviceServices
import PasswordManager

/// One thing that a phone does because of what happened, in the order of the list.
enum PhoneEffect: Equatable, Sendable {
    case launch(app: String, launch: Int)
    case send(AppEvent, app: String, launch: Int)
    case terminate(app: String, launch: Int)
    case answerPrompt(UInt64, PromptReply)
    case answerSheet(UInt64, SheetReply)
    case closePage(UInt64)
    case leadPage(UInt64, to: String)
    /// Asks the person who they are, for the system itself or, by its identifier, over an app. ``PhoneNews/presence(number:_:)`` answers.
    case askPresence(number: Int, reason: String, app: String?)
    /// Something that takes its time, and may be refused.
    case work(PhoneWork)
    /// What the person set for AutoFill, for whoever else offers passwords.
    case autoFill(AutoFillSettings)
    /// Has all saved passwords judged. ``PhoneNews/assessed(number:_:)`` answers.
    case assess(number: Int)
    /// Has the password judged that signed in to the app. ``PhoneNews/judged(number:_:)`` answers.
    case judge(number: Int, CredentialID, in: AppIdentifier)
    /// Has the app's extension upgrade the account. ``PhoneNews/upgradeEnded(number:_:isSettled:)`` answers.
    case upgrade(number: Int, CredentialID, AccountModification, by: AppIdentifier)
    /// Asks a provider of credentials. ``PhoneNews/provided(number:_:)`` answers.
    case askProvider(number: Int, AppIdentifier, ProviderQuestion)
    case stopProvider(Int)
    case sendToExtension(UInt64, AppEvent)
    case cancelExtension(UInt64)
    /// Ends upgrades that were broken off, where the device knows how they ended.
    case resolveUpgrades
    /// What the phone is to know when it is made again.
    case remember(PhoneMemory)

    enum PromptReply: Hashable, Sendable {
        /// Somebody at the sensor.
        case seen(isOwner: Bool)
        case passcode(PrivateText)
        case applicationPassword(PrivateText)
        case faceConsent(isGiven: Bool)
        case confirmedOnWatch
        case fallback
        case cancel
        /// Nobody is there any more: another app has come to the front.
        case interrupted
    }

    enum SheetReply: Hashable, Sendable {
        case action(PhoneAction.SheetAction)
        case interrupted
    }
}

/// What a phone does with the device or with Apple's service while whoever asked for it waits.
enum PhoneWork: Hashable, Sendable {
    case lock
    case unlock(passcode: PrivateText)
    case show(isOwner: Bool)
    case readAccount
    case signIn(account: String, PrivateText, unlocks: Bool)
    case enterAccountCode(String, AccountChallenge, account: String)
    case turnOnTwoFactor
    case addAddress(String)
    case removeAddress(String)
    case signOut
    case stopUsing(app: String)
    case setFaceConsent(app: String, isGiven: Bool)
    case setWatch(SimulatedWatch?)
    case settleUpgrade(CredentialID, AccountWord)
    case setProvider(app: String, isOn: Bool)
    case configureProvider(AppIdentifier, number: Int)
}

/// What a phone hears from anyone but the person: from the device, the apps, the network.
enum PhoneNews: Sendable {
    case device(DeviceFacts)
    case installed(AppDescription)
    /// By the app and the number of its launch: what an earlier process still says is not heard.
    case app(String, launch: Int, AppReport)
    case promptShown(StandingPrompt)
    case promptHidden(UInt64)
    /// An app asks the system for credentials, from here to ``callEnded(_:)``.
    case callBegan(String)
    case callEnded(String)
    case sheetShown(StandingSheet)
    case sheetHidden(UInt64)
    case pageOpened(UInt64, address: String)
    case pageClosed(UInt64)
    /// The answer to ``PhoneEffect/askPresence(number:reason:app:)``.
    case presence(number: Int, Presence)
    case account(AccountFacts)
    /// What a sign-in to an Apple account waits for; nil: it is done, or over.
    case accountSignIn(StandingSignIn?)
    /// What the device shows now for sign-ins elsewhere.
    case accountCodes([PhoneView.AccountCode])
    case message(String, sender: String)
    case timePassed
    /// What the phone knows cannot be written down.
    case forgetful(String)
    /// The saved passwords are others than before: another device has changed them, or another part of this one.
    case passwordsChanged
    /// The device is on, and this phone is its screen.
    case started
    /// The answer to ``PhoneEffect/assess(number:)``; nil where the passwords could not be read.
    case assessed(number: Int, RecommendationReport?)
    /// The answer to ``PhoneEffect/judge(number:_:in:)``; nil where nothing is wrong, or the app declines such questions.
    case judged(number: Int, Recommendation?)
    /// The answer to ``PhoneEffect/upgrade(number:_:_:by:)``, and whether it is known what the server holds.
    case upgradeEnded(number: Int, ModificationOutcome, isSettled: Bool)
    /// The answer to ``PhoneEffect/askProvider(number:_:_:)``.
    case provided(number: Int, ProviderOutcome)
    case extensionShown(StandingExtension)
    case extensionScreen(UInt64, AppScreen, handled: Int)
    case extensionHidden(UInt64)
}

/// What a phone shows of the device itself.
struct DeviceFacts: Hashable, Sendable {
    var biometry = PhoneView.Biometry.faceID
    var isLocked = false
    /// Whether the lock screen takes a face or a finger.
    var takesBiometry = true
    var hasPasscode = true
    var isOnline = true
    /// Why apps and sites that they name are not associated, by app.
    var associationFailures: [String: [String]] = [:]
    /// What the person said to apps that wanted to use Face ID, by identifier; nil without a sensor for it.
    var faceConsents: [String: Bool]?
    var watch: SimulatedWatch?
    /// The apps that provide credentials.
    var providers: [ProviderFacts] = []
}

/// What Settings shows of the Apple account.
struct AccountFacts: Hashable, Sendable {
    var account: String?
    /// Nil where nobody could be asked.
    var apps: [PhoneView.SettingsView.AppUsingAccount]?
    var details: PhoneView.SettingsView.AccountDetails?
    var codes: [PhoneView.AccountCode] = []
}
