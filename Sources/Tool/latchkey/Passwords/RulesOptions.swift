import ArgumentParser
import JSONText
import PasswordRules

/// The option that controls how commands parse rules.
struct RulesOptions: ParsableArguments {
    @Flag(help: "Reject rules that need repair instead of repairing them as iOS and Safari do.")
    var strict = false

    /// Returns the parsed rules, repaired if necessary.
    static func lenient(_ text: String) throws(InputError) -> ParsedRules {
        do {
            return try PasswordRules.parse(text)
        } catch {
            throw InputError(error)
        }
    }

    /// Returns the parsed rules. With `--strict`, throws an ``InputError`` if they need repair.
    func parse(_ text: String) throws(InputError) -> ParsedRules {
        let parsed = try Self.lenient(text)
        if strict, let first = parsed.diagnostics.first(where: { $0.severity > .info }) {
            throw InputError("not-strict", first.message, remedy: first.remedy, position: first.range?.lowerBound)
        }
        return parsed
    }

    /// Returns the parsed rules. Reports repairs on standard error unless `quietly` is true. A batch reports none, because it has
    /// one result for each line of input.
    func rules(_ text: String, quietly: Bool) throws(InputError) -> PasswordRules {
        let parsed = try parse(text)
        if !quietly {
            let grave = parsed.diagnostics.filter { $0.severity > .info }
            Terminal().show(grave.flatMap { $0.lines(under: text) })
        }
        return parsed.rules
    }
}

extension InputError {
    /// Creates the error of an input that the library rejects. Rules that cannot be satisfied are a negative result, not bad input.
    init(_ error: PasswordRulesError, remedy: String? = nil) {
        let isAnswer = [.unsatisfiable, .tooComplex, .styleUnavailable].contains(error.code)
        self.init(
            error.code.description, error.reason, remedy: remedy, position: error.code == .inputTooLong ? nil : error.position,
            status: isAnswer ? .negative : .usage)
    }
}

extension PasswordRules.Diagnostic {
    /// The diagnostic for programs. `position` and `length` count UTF-8 bytes of the parsed text. They are absent if the diagnostic
    /// concerns the rules as a whole; `property` is absent if it concerns no property.
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
    /// Returns the diagnostic as lines of text: the message, the underlined part of the rules, the remedy, and an empty line.
    func lines(under text: String) -> [String] {
        let place = range.map { Excerpt(of: text, at: $0).lines } ?? []
        return ["\(severity.rawValue): \(message.asMessage) (\(code.rawValue))"] + place + ["    \(remedy.asMessage)", ""]
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
