import PasswordManager

/// A user name and password that were entered in an app with success, until they are saved, or the person has said what is to become of them, or nothing is.
struct EnteredSuccess: Hashable, Sendable {
    /// The identifier of the app.
    let app: String
    let entered: EnteredCredential
    /// Nil until the saved passwords could be read.
    var decision: SaveDecision?

    /// What the person is to be asked.
    var question: SavePrompt? {
        if case .ask(let prompt) = decision { prompt } else { nil }
    }

    /// What is to be written without a question.
    var order: SaveOrder? {
        if case .save(let order) = decision { order } else { nil }
    }
}
