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
