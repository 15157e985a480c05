package import DeviceProtocol
package import Secrets

/// A question to the person at the device, as whichever interface is attached shows it.
///
/// Who asks, and what for, is the broker's knowledge; the reason and the titles are the app's words, and are to be shown as such.
package struct Prompt: Hashable, Sendable {
    package enum Question: Hashable, Sendable {
        case biometry(Mechanisms.BiometryKind)
        case passcode
        /// The password of the app itself, under which it wants something sealed or opened: a new one, or the one that was chosen before.
        case applicationPassword(isNew: Bool)
        /// Whether the app may use the face from now on, which says what for.
        case faceConsent(FaceUsage)
        /// A confirmation on the watch, and nothing else.
        case companion
    }

    /// Counts the prompts of a broker, from 1.
    package let number: UInt64
    package let caller: Caller
    package let purpose: PromptPurpose
    package let question: Question
    package let presentation: Presentation
    /// The last answer to the same question was not the right one.
    package let isRepeated: Bool
    /// A confirmation on the watch answers the question too.
    package let takesWatch: Bool

    package init(
        number: UInt64, caller: Caller, purpose: PromptPurpose, question: Question, presentation: Presentation, isRepeated: Bool,
        takesWatch: Bool = false
    ) {
        self.number = number
        self.caller = caller
        self.purpose = purpose
        self.question = question
        self.presentation = presentation
        self.isRepeated = isRepeated
        self.takesWatch = takesWatch
    }

    /// Whether there is a button that leads elsewhere: after the first failed match, as on a phone, and with an empty title never.
    package var hasFallback: Bool {
        if case .biometry = question { isRepeated && presentation.fallbackTitle != "" } else { false }
    }
}

/// What a person sees prompts on and answers them by. The broker's own: no app shows or answers a prompt.
package protocol PromptInterface: Sendable {
    /// Shows the prompt and returns. `answer` may be called from any thread, at once or later; only the first call counts, and none after
    /// `hide`.
    func show(_ prompt: Prompt, answer: @escaping @Sendable (PromptAnswer) -> Void)
    func hide(_ prompt: Prompt)
    /// Around the prompts of one question, of which there may be several: the finger first, then the passcode.
    func beginAsking(for app: App)
    func endAsking(for app: App)
}

extension PromptInterface {
    package func beginAsking(for app: App) {}
    package func endAsking(for app: App) {}
}

/// What a person does about a prompt, apart from what the sensor sees.
package enum PromptAnswer: Sendable {
    case passcode(SecretBytes)
    case applicationPassword(SecretBytes)
    case faceConsent(isGiven: Bool)
    case confirmedOnWatch
    case fallback
    case cancel
    /// Nobody was there to do anything.
    case interrupted
}
