import AppleIdentity
import JSONText

extension CommandFailure {
    /// Reports an error of a request to Apple in the requested form, and creates a failure that contains only the exit code.
    init(reporting error: AppleIdentityError, asJSON: Bool) {
        let terminal = Terminal()
        if asJSON {
            terminal.result(["error": error.json])
        } else {
            terminal.say(error.reason.asAppleMessage + ((error.call?.appleDescription).map { ": \($0)" } ?? ""))
            error.call?.diagnosis.flatMap(\.lines).forEach(terminal.hint)
        }
        self.init(error.status, [])
    }
}

extension AppleIdentityError {
    /// The error as JSON.
    var json: JSONValue {
        var object = JSONObject([("code", .string(code.rawValue))])
        object["operation"] = (call?.operation.rawValue).map(JSONValue.string)
        object["message"] = .string(reason)
        object["retryable"] = .boolean(isTemporary)
        object["appleError"] = (call?.rejection?.name).map(JSONValue.string)
        object["appleDescription"] = (call?.appleDescription).map(JSONValue.string)
        object["retryAfter"] = retryAfterSeconds.map { .integer($0) }
        if let causes = call?.diagnosis, !causes.isEmpty { object["causes"] = .array(causes.map(\.json)) }
        return .object(object)
    }

    /// The exit code. A rejection by Apple is a negative result; every other error is a failure.
    var status: ExitStatus {
        switch code {
        case .rejected: .negative
        case .localMistake: .usage
        default: .failure
        }
    }
}

extension RejectionCause {
    /// The cause as text: an explanation and a remedy.
    var lines: [String] { ["\(certainty.name): \(explanation.asAppleMessage) (\(code.rawValue))", "  \(remedy.asMessage)"] }

    /// The cause as JSON.
    var json: JSONValue { DiagnosedMistake(self).json }
}

extension String {
    /// A sentence of the library as a message of this command, with Apple's name capitalized.
    var asAppleMessage: String { hasPrefix("Apple") ? (hasSuffix(".") ? String(dropLast()) : self) : asMessage }
}
