import DeviceScreens
import PasswordManager

/// One thing that a phone does because of what happened, in the order of the list.
enum PhoneEffect: Hashable, Sendable {
    case launch(app: String, launch: Int)
    case send(AppEvent, app: String, launch: Int)
    case terminate(app: String, launch: Int)
    case answerPrompt(UInt64, PromptReply)
    case answerSheet(UInt64, SheetReply)
    case closePage(UInt64)
    /// Asks the person who they are, for the system itself or, by its identifier, over an app. ``PhoneNews/presence(number:_:)`` answers.
    case askPresence(number: Int, reason: String, app: String?)
    /// Something that takes its time, and may be refused.
    case work(PhoneWork)
    /// What the person set for AutoFill, for whoever else offers passwords.
    case autoFill(AutoFillSettings)

    enum PromptReply: Hashable, Sendable {
        /// Somebody at the sensor.
        case seen(isOwner: Bool)
        case passcode(PrivateText)
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
    case signIn(account: String)
    case signOut
    case stopUsing(app: String)
}
