package import DeviceProtocol
package import Secrets

/// A prompt, which the attached interface shows.
///
/// The broker determines the caller, the purpose and the credential. The reason and the titles come from the app, and must be displayed as the
/// app's text.
package struct Prompt: Hashable, Sendable {
    package enum Question: Hashable, Sendable {
        case biometry(Mechanisms.BiometryKind)
        case passcode
        /// The app's own password, which seals or opens its item: a new one, or the existing one.
        case applicationPassword(isNew: Bool)
        /// The question whether the app may use Face ID from now on. Shows the app's usage description.
        case faceConsent(FaceUsage)
        /// A confirmation on the watch only.
        case companion
    }

    /// The number of the prompt in its broker, from 1.
    package let number: UInt64
    package let caller: Caller
    package let purpose: PromptPurpose
    package let question: Question
    package let presentation: Presentation
    /// The saved password that the user permits the app to use, change or delete.
    package let credential: PromptCredential?
    /// Whether the user's previous response to the same prompt was wrong.
    package let isRepeated: Bool
    /// Whether a confirmation on the watch also satisfies the prompt.
    package let takesWatch: Bool

    package init(
        number: UInt64, caller: Caller, purpose: PromptPurpose, question: Question, presentation: Presentation,
        credential: PromptCredential? = nil, isRepeated: Bool, takesWatch: Bool = false
    ) {
        self.number = number
        self.caller = caller
        self.purpose = purpose
        self.question = question
        self.presentation = presentation
        self.credential = credential
        self.isRepeated = isRepeated
        self.takesWatch = takesWatch
    }

    /// Whether the prompt has a fallback button: from the first failed match on, as on a phone, unless its title is empty.
    package var hasFallback: Bool {
        if case .biometry = question { isRepeated && presentation.fallbackTitle != "" } else { false }
    }
}

/// The account and the site of a saved password, as a prompt shows them.
package struct PromptCredential: WireRecord, Hashable {
    /// Longer than any e-mail address. The remainder of a longer account is omitted, so that it cannot hide the site.
    package static let longestAccount = 256

    package let account: String
    package let site: SharedCredentialSite

    package static let wire = WireForm(
        Self.init(account:site:), .field(\.account, .text(atMost: longestAccount)), .field(\.site))
}

extension PromptCredential {
    package init(_ credential: SharedCredential) {
        self.init(account: credential.account.fitting(Self.longestAccount), site: credential.site)
    }
}

/// Shows prompts to the user and returns responses. Part of the broker's side: no app shows or answers prompts.
package protocol PromptInterface: Sendable {
    /// Shows the prompt and returns. `answer` may be called from any thread, immediately or later. Only the first call counts, and
    /// none after `hide`.
    func show(_ prompt: Prompt, answer: @escaping @Sendable (PromptAnswer) -> Void)
    func hide(_ prompt: Prompt)
    /// Announces the first prompt of a request, which may show several: first for the finger, then for the passcode.
    func willPrompt(for app: App)
    func didPrompt(for app: App)
}

extension PromptInterface {
    package func willPrompt(for app: App) {}
    package func didPrompt(for app: App) {}
}

/// The user's response to a prompt, except for the reports of the sensor.
package enum PromptAnswer: Sendable {
    case passcode(SecretBytes)
    case applicationPassword(SecretBytes)
    case faceConsent(isGranted: Bool)
    case confirmedOnWatch
    case fallback
    case cancel
    /// No response was possible.
    case interrupted
}
