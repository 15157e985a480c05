import AppleIdentity
import JSONText

extension CommandFailure {
    /// Tells a failure of Apple's service in the form asked for; what is left is the code to exit with.
    init(telling error: AppleServiceError, asJSON: Bool) {
        let terminal = Terminal()
        if asJSON {
            terminal.result(["error": error.json])
        } else {
            terminal.say(error.reason.spokenOfApple + (error.appleDescription.map { ": \($0)" } ?? ""))
            error.diagnosis.flatMap(\.lines).forEach(terminal.hint)
        }
        self.init(error.status, [])
    }
}

extension AppleServiceError {
    /// The error for programs.
    var json: JSONValue {
        var object = JSONObject([
            ("code", .string(name)), ("operation", .string(operation.rawValue)), ("message", .string(reason)),
            ("retryable", .boolean(isRetryable)),
        ])
        if case .refused(let refusal) = code { object["appleError"] = .string(refusal.name) }
        object["appleDescription"] = appleDescription.map(JSONValue.string)
        object["retryAfter"] = retryAfterSeconds.map { .integer($0) }
        if !diagnosis.isEmpty { object["causes"] = .array(diagnosis.map(\.json)) }
        return .object(object)
    }

    /// What the command ends with: a refusal is an answer, everything else a failure.
    var status: ExitStatus {
        switch code {
        case .refused: .negative
        case .localMistake: .usage
        default: .failure
        }
    }

    private var name: String {
        switch code {
        case .localMistake: "local-mistake"
        case .noAnswer: "no-answer"
        case .cancelled: "cancelled"
        case .oversizeAnswer: "oversize-answer"
        case .serverFailure: "server-failure"
        case .throttled: "throttled"
        case .unexpectedStatus: "unexpected-status"
        case .malformedAnswer: "malformed-answer"
        case .refused: "refused"
        }
    }
}

extension RefusalCause {
    /// The cause for a person: what, and what to do about it.
    var lines: [String] { ["\(certainty.name): \(explanation.spokenOfApple) (\(code.rawValue))", "  \(remedy.spoken)"] }

    /// The cause for programs.
    var json: JSONValue { DiagnosedMistake(self).json }
}

extension String {
    /// A sentence of the library in this command's voice, with Apple's name as it is written.
    var spokenOfApple: String { hasPrefix("Apple") ? (hasSuffix(".") ? String(dropLast()) : self) : spoken }
}
