import AppleIdentity
import JSONText

extension CommandFailure {
    /// Reports an error of Apple's service in the requested form, and creates a failure that only has an exit code.
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
        object["appleError"] = (call?.refusal?.name).map(JSONValue.string)
        object["appleDescription"] = (call?.appleDescription).map(JSONValue.string)
        object["retryAfter"] = retryAfterSeconds.map { .integer($0) }
        if let causes = call?.diagnosis, !causes.isEmpty { object["causes"] = .array(causes.map(\.json)) }
        return .object(object)
    }

    /// The exit code: a rejection by Apple is a result, everything else a failure.
    var status: ExitStatus {
        switch code {
        case .refused: .negative
        case .localMistake: .usage
        default: .failure
        }
    }
}

extension RefusalCause {
    /// The cause for people: an explanation and a remedy.
    var lines: [String] { ["\(certainty.name): \(explanation.asAppleMessage) (\(code.rawValue))", "  \(remedy.asMessage)"] }

    /// The cause as JSON.
    var json: JSONValue { DiagnosedMistake(self).json }
}

extension String {
    /// A sentence of the library as a message of this command, with Apple's name capitalized.
    var asAppleMessage: String { hasPrefix("Apple") ? (hasSuffix(".") ? String(dropLast()) : self) : asMessage }
}
