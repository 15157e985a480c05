import DeviceBroker
import DeviceProtocol

/// A prompt as the person saw it.
public struct SimulatedPrompt: Hashable, Sendable {
    /// What the prompt asks for.
    public enum Question: Hashable, Sendable {
        /// A finger or a face.
        case biometry
        /// The passcode.
        case passcode
        /// A password of the app's own, for one item or key: `applicationPassword` of its access control.
        case applicationPassword
        /// A confirmation on the paired watch, and nothing else.
        case watch
    }

    /// What it is asked for.
    public enum Purpose: Hashable, Sendable {
        /// The app evaluates a policy or an access control.
        case evaluation
        /// The app reads an item.
        case item
        /// The app signs with a key.
        case signature
        /// The app decrypts, or agrees on a secret, with a key.
        case keyExchange
        /// The app authorises a right.
        case right
        /// The person signs in with their Apple account.
        case signInWithApple
        /// The app is to be given a saved password.
        case savedPassword
        /// The app changes a saved password.
        case passwordChange
        /// The app deletes a saved password.
        case passwordDeletion
    }

    /// Finger or face, the passcode, the app's own password, or the watch.
    public let question: Question
    /// What it is asked for, by the device's own knowledge.
    public let purpose: Purpose
    /// Which app asks, by the device's own knowledge.
    public let app: String
    /// Why, in the app's words.
    public let reason: String
    /// The title of the cancel button. Nil: the usual one.
    public let cancelTitle: String?
    /// The title of the fallback button. Nil: the usual one. Empty: there is none.
    public let fallbackTitle: String?
    /// The last answer to the same question was not the right one.
    public let isRepeated: Bool
    /// Whether a confirmation on the paired watch answers it, whatever else does.
    public let takesWatch: Bool

    init(_ prompt: Prompt) {
        question =
            switch prompt.question {
            // The other one is none of the person's prompts.
            case .biometry, .faceConsent: .biometry
            case .passcode: .passcode
            case .applicationPassword: .applicationPassword
            case .companion: .watch
            }
        purpose =
            switch prompt.purpose {
            case .evaluate: .evaluation
            case .readItem: .item
            case .sign: .signature
            case .exchange: .keyExchange
            case .authorizeRight: .right
            case .signInWithApple: .signInWithApple
            case .usePassword: .savedPassword
            case .changePassword: .passwordChange
            case .deletePassword: .passwordDeletion
            }
        app = prompt.caller.app.identifier.rawValue
        reason = prompt.presentation.reason
        cancelTitle = prompt.presentation.cancelTitle
        fallbackTitle = prompt.presentation.fallbackTitle
        isRepeated = prompt.isRepeated
        takesWatch = prompt.takesWatch
    }
}
