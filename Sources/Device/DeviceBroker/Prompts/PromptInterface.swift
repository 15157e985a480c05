package import Secrets

/// What a person sees prompts on and answers them by. The broker's own: no app shows or answers a prompt.
package protocol PromptInterface: Sendable {
    /// Shows the prompt and returns. `answer` may be called from any thread, at once or later; only the first call counts, and none after
    /// `hide`.
    func show(_ prompt: Prompt, answer: @escaping @Sendable (PromptAnswer) -> Void)
    func hide(_ prompt: Prompt)
}

/// What a person does about a prompt, apart from what the sensor sees.
package enum PromptAnswer: Sendable {
    case passcode(SecretBytes)
    case fallback
    case cancel
    /// Nobody was there to do anything.
    case interrupted
}
