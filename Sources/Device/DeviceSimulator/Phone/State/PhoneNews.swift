import DeviceProtocol
import DeviceScreens
import DeviceServices
import PasswordManager

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
