import ArgumentParser
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
