import HTTPTypes

/// A message that is sent to a phone.
struct IncomingMessage {
    let sender: String
    let text: String

    /// - Throws: ``PageProblem`` for one without sender or text, or with more than 100 and 1,000 characters.
    init(sender: String, text: String) throws(PageProblem) {
        guard (1...100).contains(sender.count), (1...1_000).contains(text.count) else {
            throw PageProblem(.badRequest, "bad-message", "a message has a sender of 1 to 100 characters, and a text of 1 to 1,000")
        }
        self.sender = sender
        self.text = text.replacing("\r\n", with: "\n")
    }
}

/// Time that passes.
struct PassingTime {
    let duration: Duration

    /// - Throws: ``PageProblem`` for none, for time that runs backwards, and for more than ten years.
    init(seconds: Int?) throws(PageProblem) {
        guard let seconds, (1...315_576_000).contains(seconds) else {
            throw PageProblem(.badRequest, "bad-time", "time passes by whole seconds, 1 to 315,576,000")
        }
        duration = .seconds(seconds)
    }
}
