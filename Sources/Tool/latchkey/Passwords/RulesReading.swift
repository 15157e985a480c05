import ArgumentParser
import JSONText
import PasswordRules

/// How commands read rules.
struct RulesReading: ParsableArguments {
    @Flag(help: "Refuse rules that reading would have to repair, rather than repair them as iOS and Safari do.")
    var strict = false

    /// What the text says, whatever had to be repaired.
    static func lenient(_ text: String) throws(InputRefusal) -> ParsedRules {
        do {
            return try PasswordRules.parse(text)
        } catch {
            throw InputRefusal(error)
        }
    }

    /// What the text says.
    func parse(_ text: String) throws(InputRefusal) -> ParsedRules {
        let parsed = try Self.lenient(text)
        if strict, let first = parsed.diagnostics.first(where: { $0.severity > .info }) {
            throw InputRefusal("not-strict", first.message, remedy: first.remedy, position: first.range?.lowerBound)
        }
        return parsed
    }

    /// The rules that the text means, with what had to be repaired told on standard error; quietly where a
    /// batch has a line of output for each of input.
    func rules(_ text: String, quietly: Bool) throws(InputRefusal) -> PasswordRules {
        let parsed = try parse(text)
        if !quietly {
            let grave = parsed.diagnostics.filter { $0.severity > .info }
            Terminal().show(grave.flatMap { $0.lines(under: text) })
        }
        return parsed.rules
    }
}

extension InputRefusal {
    /// What the library refuses. Rules that cannot be satisfied are a negative answer, not bad input.
    init(_ error: PasswordRulesError, remedy: String? = nil) {
        let isAnswer = [.unsatisfiable, .tooComplex, .styleUnavailable].contains(error.code)
        self.init(
            error.code.description, error.reason, remedy: remedy, position: error.code == .inputTooLong ? nil : error.position,
            status: isAnswer ? .negative : .usage)
    }
}

extension PasswordRules.Diagnostic {
    /// The finding for programs. `position` and `length` count UTF-8 bytes of the text that was read; they are absent where the
    /// finding is about the rules as a whole, and `property` where it is about none.
    var json: JSONValue {
        var object = JSONObject([
            ("code", .string(code.rawValue)), ("severity", .string(severity.rawValue)), ("message", .string(message)),
            ("remedy", .string(remedy)),
        ])
        if let range {
            object["position"] = .integer(range.lowerBound)
            object["length"] = .integer(range.count)
        }
        object["property"] = property.map { .string($0.rawValue) }
        return .object(object)
    }
}

extension PasswordRules.Diagnostic {
    /// The finding for people, with its place in the text underlined, what to do about it, and an empty line.
    func lines(under text: String) -> [String] {
        let place = range.map { Excerpt(of: text, at: $0).lines } ?? []
        return ["\(severity.rawValue): \(message.spoken) (\(code.rawValue))"] + place + ["    \(remedy.spoken)", ""]
    }
}

extension PasswordRule {
    /// The property in the shape of the reference parser: `{"name":"required","value":[{"named":"upper"},{"custom":"-!"}]}`.
    var json: JSONValue {
        switch value {
        case .classes(let classes): ["name": .string(name.rawValue), "value": .array(classes.map(\.json))]
        case .number(let number): ["name": .string(name.rawValue), "value": number.json]
        }
    }
}

extension CharacterClass {
    fileprivate var json: JSONValue {
        switch self {
        case .named(let name): ["named": .string(name.rawValue)]
        case .custom(let characters): ["custom": .string(characters)]
        }
    }
}

extension RuleNumber {
    /// The number as JavaScript writes it in JSON: infinity is `null`.
    fileprivate var json: JSONValue {
        if isExact { return .integer(count) }
        return JSONNumber(text: javaScriptText).map(JSONValue.number) ?? .null
    }
}
