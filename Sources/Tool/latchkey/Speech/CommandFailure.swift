/// Why a command stops: what to say, what to do about it, and the code to exit with.
struct CommandFailure: Error {
    let status: ExitStatus
    /// One line for each thing to say; lower case, without a full stop.
    let messages: [String]
    let hint: String?

    init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
        self.init(status, [message], hint: hint)
    }

    /// - Parameter messages: none where all was said already.
    init(_ status: ExitStatus, _ messages: [String], hint: String? = nil) {
        self.status = status
        self.messages = messages
        self.hint = hint
    }
}
