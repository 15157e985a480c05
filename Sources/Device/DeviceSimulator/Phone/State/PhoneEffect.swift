import AssociatedDomains
import DeviceProtocol
import DeviceScreens
import DeviceServices
import PasswordManager

/// One effect of an event. The phone performs effects in the order of the list.
enum PhoneEffect: Equatable, Sendable {
    case launch(app: String, launch: Int)
    case send(AppEvent, app: String, launch: Int)
    case terminate(app: String, launch: Int)
    case answerPrompt(UInt64, PromptReply)
    case answerSheet(UInt64, SheetReply)
    case closePage(UInt64)
    case leadPage(UInt64, to: String)
    /// Authenticates the user, for the system or for an app by its identifier. The result is ``PhoneEvent/presence(number:_:)``.
    case askPresence(number: Int, reason: String, app: String?)
    /// Signs in to the app with a passkey of the bar. The system authenticates the user.
    case usePasskey([UInt8], app: String)
    /// Work that takes longer, and can fail.
    case work(PhoneWork)
    /// Passes on the AutoFill settings to other services with passwords.
    case autoFill(AutoFillSettings)
    /// Sets the language that apps and extensions start in.
    case language(PhoneView.Language)
    /// Checks all saved passwords. The result is ``PhoneEvent/assessed(number:_:)``.
    case assess(number: Int)
    /// Checks the password of a sign-in in the app. The result is ``PhoneEvent/judged(number:_:)``.
    case judge(number: Int, CredentialID, in: AppIdentifier)
    /// Upgrades the account with the app's extension. The result is ``PhoneEvent/upgradeEnded(number:_:isSettled:)``.
    case upgrade(number: Int, CredentialID, AccountModification, by: AppIdentifier)
    /// Sends a request to a credential provider. The result is ``PhoneEvent/provided(number:_:)``.
    case askProvider(number: Int, AppIdentifier, ProviderQuestion)
    case stopProvider(Int)
    case sendToExtension(UInt64, AppEvent)
    case cancelExtension(UInt64)
    /// Completes interrupted upgrades whose outcome the device knows.
    case resolveUpgrades
    /// Stores the phone's memory.
    case remember(PhoneMemory)

    enum PromptReply: Hashable, Sendable {
        /// The sensor detected a finger or a face.
        case seen(isOwner: Bool)
        case passcode(PrivateText)
        case applicationPassword(PrivateText)
        case faceConsent(isGranted: Bool)
        case confirmedOnWatch
        case fallback
        case cancel
        /// The user turned to another app.
        case interrupted
    }

    enum SheetReply: Hashable, Sendable {
        case action(PhoneAction.SheetAction)
        case interrupted
    }
}

/// Work on the device or with Apple's service, for which the caller waits.
enum PhoneWork: Hashable, Sendable {
    case lock
    case unlock(passcode: PrivateText)
    case show(isOwner: Bool)
    case readAccount
    /// Fetches new mail. An unreachable service changes nothing.
    case readMail
    case signIn(account: String, PrivateText, unlocks: Bool)
    case enterAccountCode(String, AccountChallenge, account: String)
    case turnOnTwoFactor
    case addAddress(String)
    case removeAddress(String)
    case signOut
    case stopUsing(app: String)
    case setFaceConsent(app: String, isGranted: Bool)
    case setWatch(SimulatedWatch?)
    case insertSecurityKey(pin: PrivateText?)
    case removeSecurityKey
    case setSecurityKeyPIN(PrivateText, current: PrivateText?)
    case resetSecurityKey
    /// Shows the user which credentials of a file are new. The result is ``PhoneEvent/importEnded(isSaved:failure:)``.
    case importCredentials(PrivateText)
    case settleUpgrade(CredentialID, WorkingCredential)
    case setProvider(app: String, isOn: Bool)
    case configureProvider(AppIdentifier, number: Int)
}

/// An event from the device, the apps or the network.
enum PhoneEvent: Sendable {
    case device(DeviceFacts)
    case installed(AppDescription)
    /// A report of an app's process, by the number of its launch. Reports of earlier processes are dropped.
    case app(String, launch: Int, AppReport)
    case promptShown(PendingPrompt)
    case promptHidden(UInt64)
    /// An app requests credentials from the system; ``callEnded(_:)`` ends the request.
    case callBegan(String)
    case callEnded(String)
    case sheetShown(PendingSheet)
    case sheetHidden(UInt64)
    case notified(SystemNotification)
    /// The visible app opened the settings of AutoFill.
    case autoFillSettingsOpened
    case pageOpened(UInt64, address: String)
    case pageClosed(UInt64)
    /// The result of ``PhoneEffect/askPresence(number:reason:app:)``.
    case presence(number: Int, Presence)
    case account(AccountFacts)
    /// The pending step of an Apple Account sign-in; nil if the sign-in is complete or cancelled.
    case accountSignIn(PendingSignIn?)
    /// The codes that the device shows for sign-ins elsewhere.
    case accountCodes([PhoneView.AccountCode])
    case message(String, sender: String)
    /// The mail of an account after an identifier, newest first.
    case mail([AccountMail], account: String, after: Int)
    case timePassed
    /// Storing the phone's memory failed, for this reason.
    case notSaved(String)
    /// The saved passwords changed on another device or in another part of this one.
    case passwordsChanged
    /// A browser shows the phone in this language, unless the user chose another one.
    case suggestedLanguage(PhoneView.Language)
    /// The device started with this phone as its screen.
    case started
    /// The result of ``PhoneEffect/assess(number:)``; nil if the passwords could not be read.
    case assessed(number: Int, RecommendationReport?)
    /// The result of ``PhoneEffect/judge(number:_:in:)``; nil without a finding, or if the app opts out.
    case judged(number: Int, Recommendation?)
    /// The result of ``PhoneEffect/upgrade(number:_:_:by:)``, and whether the server's state is known.
    case upgradeEnded(number: Int, ModificationOutcome, isSettled: Bool)
    /// The result of ``PhoneEffect/askProvider(number:_:_:)``.
    case provided(number: Int, ProviderOutcome)
    case extensionShown(PresentedExtension)
    case extensionScreen(UInt64, AppScreen, handled: Int)
    case extensionHidden(UInt64)
    /// The end of ``PhoneWork/importCredentials(_:)``: whether the credentials are saved, and the reason if the device could not save
    /// them.
    case importEnded(isSaved: Bool, failure: String?)
}

/// The state of the device that the phone shows.
struct DeviceFacts: Hashable, Sendable {
    var biometry = PhoneView.Biometry.faceID
    var isLocked = false
    /// Whether the lock screen accepts biometry.
    var takesBiometry = true
    var hasPasscode = true
    var isOnline = true
    /// The reasons why apps are not associated with the sites that they name, by app.
    var associationFailures: [String: [String]] = [:]
    /// The Face ID permissions of apps, by identifier; nil without Face ID.
    var faceConsents: [String: Bool]?
    var watch: SimulatedWatch?
    /// The installed credential providers.
    var providers: [ProviderFacts] = []
    /// The inserted security key; nil without one.
    var securityKey: PhoneView.SecurityKeyView?
}

/// The state of the Apple Account in Settings.
struct AccountFacts: Hashable, Sendable {
    var account: String?
    /// The apps that use the account; nil if the service is unreachable.
    var apps: [PhoneView.SettingsView.AppUsingAccount]?
    var details: PhoneView.SettingsView.AccountDetails?
    var codes: [PhoneView.AccountCode] = []
}
