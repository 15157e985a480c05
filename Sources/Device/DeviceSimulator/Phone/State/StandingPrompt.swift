import DeviceBroker
import DeviceProtocol

/// A prompt that waits for the person.
struct StandingPrompt: Hashable, Sendable {
    let number: UInt64
    /// The person has answered, and whoever asked has not taken it away yet: nothing of it is to be seen any more.
    var isAnswered = false
    /// The identifier of the app that asks; nil: the system.
    let app: String?
    let reason: String
    let way: PhoneView.PromptView.Way
    let cancelTitle: String
    /// Nil: there is no such button.
    let fallbackTitle: String?
    let isRepeated: Bool
    let takesWatch: Bool

    init(
        number: UInt64, app: String?, reason: String, way: PhoneView.PromptView.Way, cancelTitle: String = "Cancel",
        fallbackTitle: String? = nil, isRepeated: Bool = false, takesWatch: Bool = false
    ) {
        self.number = number
        self.app = app
        self.reason = reason
        self.way = way
        self.cancelTitle = cancelTitle
        self.fallbackTitle = fallbackTitle
        self.isRepeated = isRepeated
        self.takesWatch = takesWatch
    }

    /// A prompt of the broker's. What the app does not say is said for it.
    init(_ prompt: Prompt) {
        let way: PhoneView.PromptView.Way =
            switch prompt.question {
            case .biometry: .biometry
            case .passcode: .passcode
            case .faceConsent: .faceConsent
            case .applicationPassword(let isNew): isNew ? .newApplicationPassword : .applicationPassword
            case .companion: .watch
            }
        let app = prompt.caller.app.identifier.rawValue
        if case .faceConsent(let usage) = prompt.question {
            self.init(number: prompt.number, app: app, reason: usage.rawValue, way: way, cancelTitle: "Don’t Allow")
            return
        }
        self.init(
            number: prompt.number, app: app == Self.system ? nil : app,
            reason: prompt.presentation.reason.isEmpty ? Self.usualReason(prompt.purpose) : prompt.presentation.reason,
            way: way, cancelTitle: prompt.presentation.cancelTitle ?? "Cancel",
            fallbackTitle: prompt.hasFallback ? prompt.presentation.fallbackTitle ?? "Enter Passcode" : nil,
            isRepeated: prompt.isRepeated, takesWatch: prompt.takesWatch)
    }

    /// What the phone itself is called at the broker, when it asks who is there.
    static let system = "com.apple.springboard"

    private static func usualReason(_ purpose: PromptPurpose) -> String {
        switch purpose {
        case .evaluate, .authorizeRight: "Continue"
        case .readItem: "Read a saved secret"
        case .sign, .exchange: "Use a key"
        case .signInWithApple: "Sign in with Apple"
        case .usePassword: "Sign in with a saved password"
        case .changePassword: "Change a saved password"
        case .deletePassword: "Delete a saved password"
        }
    }
}
