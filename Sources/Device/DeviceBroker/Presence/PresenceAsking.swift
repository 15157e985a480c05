package import DeviceProtocol
package import Secrets

/// Brings what a demand asks for, by asking the person at the device. It blocks the calling thread for as long as that takes.
package protocol PresenceAsking: Sendable {
    /// As the system may use them.
    var mechanisms: Mechanisms { get }
    /// As an app may use them.
    func mechanisms(for app: App) -> Mechanisms
    var currentSet: BiometricSet { get }
    /// The watch that the device is paired with.
    var companion: Mechanisms.Companion? { get }

    /// Throws what the evaluation ended with. Withdrawing ends it with `appCancel`.
    func obtain(_ demand: PresenceDemand, for inquiry: PresenceInquiry) throws(AuthenticationFailure) -> Shown

    /// The password that the app's own items stand behind, as the person types it. It proves nothing by itself. Throws as ``obtain(_:for:)`` does.
    func applicationPassword(isNew: Bool, for inquiry: PresenceInquiry) throws(AuthenticationFailure) -> SecretBytes
}

/// Who asks for what, and whether anyone may be bothered with it.
package struct PresenceInquiry: Sendable {
    package let caller: Caller
    /// What is to be done with the answer, for the prompt and the audit trail.
    package let purpose: PromptPurpose
    package let presentation: Presentation
    package let mayInteract: Bool
    /// Seconds since an unlock by biometry that stand for a match; 0: none do.
    package let unlockReuse: UInt16
    package let withdrawal: Withdrawal

    package init(
        caller: Caller, purpose: PromptPurpose, presentation: Presentation, mayInteract: Bool, unlockReuse: UInt16 = 0,
        withdrawal: Withdrawal = Withdrawal()
    ) {
        self.caller = caller
        self.purpose = purpose
        self.presentation = presentation
        self.mayInteract = mayInteract
        self.unlockReuse = unlockReuse
        self.withdrawal = withdrawal
    }
}

/// What a person lets an app do by answering a prompt.
package enum PromptPurpose: String, Sendable, CaseIterable {
    case evaluate
    case readItem = "read-item"
    case sign
    case exchange
    case authorizeRight = "authorize-right"
    case signInWithApple = "sign-in-with-apple"
    case usePassword = "use-password"
    case changePassword = "change-password"
    case deletePassword = "delete-password"

    /// Whether the app uses biometry for itself, and not the system for its own ends.
    var isOfApp: Bool {
        switch self {
        case .evaluate, .readItem, .sign, .exchange, .authorizeRight: true
        case .signInWithApple, .usePassword, .changePassword, .deletePassword: false
        }
    }
}

/// What one prompt must bring: any one of these.
package struct PresenceDemand: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A match of the sensor.
    package static let biometry = PresenceDemand(rawValue: 1)
    package static let passcode = PresenceDemand(rawValue: 2)
    /// A confirmation on the paired watch.
    package static let companion = PresenceDemand(rawValue: 4)
    /// A match of the sensor or the passcode, as the person prefers.
    package static let either: PresenceDemand = [.biometry, .passcode]
    /// Anything that shows the owner.
    package static let owner: PresenceDemand = [.biometry, .passcode, .companion]
}
