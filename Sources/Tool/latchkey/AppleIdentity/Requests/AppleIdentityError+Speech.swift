import AppleIdentity
import JSONText

extension CommandFailure {
    /// Tells a failure of Apple's service in the form asked for; what is left is the code to exit with.
    init(telling error: AppleIdentityError, asJSON: Bool) {
        let terminal = Terminal()
        if asJSON {
            terminal.result(["error": error.json])
        } else {
            terminal.say(error.reason.spokenOfApple + ((error.call?.appleDescription).map { ": \($0)" } ?? ""))
            error.call?.diagnosis.flatMap(\.lines).forEach(terminal.hint)
        }
        self.init(error.status, [])
    }
}

extension AppleIdentityError {
    /// The error for programs.
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

    /// What the command ends with: a refusal is an answer, everything else a failure.
    var status: ExitStatus {
        switch code {
        case .refused: .negative
        case .localMistake: .usage
        default: .failure
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
