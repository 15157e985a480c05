package import DeviceProtocol

/// A request for user presence: its caller, its purpose, and whether prompts are allowed.
package struct PresenceInquiry: Sendable {
    package let caller: Caller
    /// The operation that the evidence permits, for the prompt and the audit trail.
    package let purpose: PromptPurpose
    package let presentation: Presentation
    /// The saved password that the operation uses, changes or deletes; nil for other operations.
    package let credential: PromptCredential?
    package let mayInteract: Bool
    /// The time for which an unlock by biometry counts as a match, in seconds; 0 for never.
    package let unlockReuse: UInt16
    package let cancellation: PromptCancellationToken

    package init(
        caller: Caller, purpose: PromptPurpose, presentation: Presentation, credential: PromptCredential? = nil, mayInteract: Bool,
        unlockReuse: UInt16 = 0, cancellation: PromptCancellationToken = PromptCancellationToken()
    ) {
        self.caller = caller
        self.purpose = purpose
        self.presentation = presentation
        self.credential = credential
        self.mayInteract = mayInteract
        self.unlockReuse = unlockReuse
        self.cancellation = cancellation
    }
}

/// The operation that the user permits by answering a prompt.
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
    case createPasskey = "create-passkey"
    case usePasskey = "use-passkey"
    case importCredentials = "import-credentials"

    /// Whether the operation serves the app, and not the system.
    package var isOfApp: Bool {
        switch self {
        case .evaluate, .readItem, .sign, .exchange, .authorizeRight: true
        case .signInWithApple, .usePassword, .changePassword, .deletePassword, .createPasskey, .usePasskey,
            .importCredentials:
            false
        }
    }
}

/// The factors that satisfy one prompt: any one of these.
package struct PresenceDemand: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A biometric match.
    package static let biometry = PresenceDemand(rawValue: 1)
    package static let passcode = PresenceDemand(rawValue: 2)
    /// A confirmation on the paired watch.
    package static let companion = PresenceDemand(rawValue: 4)
    /// A match or the passcode, as the user prefers.
    package static let either: PresenceDemand = [.biometry, .passcode]
    /// Any factor that identifies the device's owner.
    package static let owner: PresenceDemand = [.biometry, .passcode, .companion]
}
