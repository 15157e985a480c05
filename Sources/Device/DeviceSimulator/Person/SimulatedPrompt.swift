import DeviceBroker
import DeviceProtocol

/// A prompt as the user saw it.
public struct SimulatedPrompt: Hashable, Sendable {
    /// The kind of authentication.
    public enum Question: Hashable, Sendable {
        /// A finger or a face.
        case biometry
        /// The passcode.
        case passcode
        /// An app's own password for one item or key: `applicationPassword` of its access control.
        case applicationPassword
        /// A confirmation on the paired watch only.
        case watch
    }

    /// The purpose of the prompt.
    public enum Purpose: Hashable, Sendable {
        /// The app evaluates a policy or an access control.
        case evaluation
        /// The app reads an item.
        case item
        /// The app signs with a key.
        case signature
        /// The app decrypts or derives a shared secret with a key.
        case keyExchange
        /// The app authorizes a right.
        case right
        /// The user signs in with the Apple Account.
        case signInWithApple
        /// The app receives a saved password.
        case savedPassword
        /// The app changes a saved password.
        case passwordChange
        /// The app deletes a saved password.
        case passwordDeletion
        /// The app creates a passkey.
        case newPasskey
        /// The app signs in with a passkey.
        case passkey
        /// The app passes credentials to the device.
        case credentialImport
    }

    /// The kind of authentication that the prompt requests.
    public let question: Question
    /// The purpose, as the device determined it.
    public let purpose: Purpose
    /// The app, as the device identified it.
    public let app: String
    /// The reason that the app gave.
    public let reason: String
    /// The account and the site of the saved password that the app uses, changes or deletes, as the device determined them; nil for
    /// other purposes.
    public let account: String?
    public let site: String?
    /// The title of the cancel button; nil for the default.
    public let cancelTitle: String?
    /// The title of the fallback button; nil for the default, empty for no button.
    public let fallbackTitle: String?
    /// Whether the last answer to the same request was wrong.
    public let isRepeated: Bool
    /// Whether a confirmation on the paired watch also answers it.
    public let takesWatch: Bool

    init(_ prompt: Prompt) {
        question =
            switch prompt.question {
            // A Face ID request is not in the user's list of prompts.
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
            case .createPasskey: .newPasskey
            case .usePasskey: .passkey
            case .importCredentials: .credentialImport
            }
        app = prompt.caller.app.identifier.rawValue
        reason = prompt.presentation.reason
        account = prompt.credential?.account
        site = prompt.credential?.site.rawValue
        cancelTitle = prompt.presentation.cancelTitle
        fallbackTitle = prompt.presentation.fallbackTitle
        isRepeated = prompt.isRepeated
        takesWatch = prompt.takesWatch
    }
}
