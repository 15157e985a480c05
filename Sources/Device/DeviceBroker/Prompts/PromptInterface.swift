package import Secrets

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
