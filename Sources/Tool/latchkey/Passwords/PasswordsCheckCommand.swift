import ArgumentParser
import JSONText
import PasswordRules

/// `latchkey passwords check`.
struct PasswordsCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say whether a password satisfies rules, and if not, which of them it breaks.",
        discussion: """
            \(PasswordInput.help)

            Lines for --jsonl: {"rules","password"}, where --rules stands for the rules that a line leaves out; answers: \
            {"satisfied","violations":[{"code","message","position"}]}. Positions count Unicode scalars of the composed password (NFC) \
            from 0. Exits with 1 if the password breaks a rule; after a batch, if a line was refused.
            """)

    @Option(help: ArgumentHelp("The rules.", valueName: "rules"))
    var rules: String?

    @OptionGroup var reading: RulesReading
    @OptionGroup var options: InputOptions

    func validate() throws {
        if rules == nil && !options.jsonl { throw ValidationError("which rules? give --rules") }
    }

    func run() throws {
        if options.jsonl {
            return try LineBatch.run { line in
                let rules = try reading.rules(try line.string("rules", default: rules), quietly: true)
                return Self.json(rules.violations(in: try line.string("password")))
            }
        }
        let text = rules ?? ""
        try options.single(text: text) {
            let rules = try reading.rules(text, quietly: false)
            let violations = rules.violations(in: try PasswordInput.read())
            if options.json {
                Terminal().result(Self.json(violations))
            } else if violations.isEmpty {
                Terminal().result("ok")
            } else {
                violations.forEach { Terminal().result("\($0.message.spoken) (\($0.code.rawValue))") }
            }
            if !violations.isEmpty { throw CommandFailure(.negative, []) }
        }
    }

    private static func json(_ violations: [PasswordRules.Violation]) -> JSONValue {
        ["satisfied": .boolean(violations.isEmpty), "violations": .array(violations.map(\.json))]
    }
}

extension PasswordRules.Violation {
    fileprivate var json: JSONValue {
        var object = JSONObject([("code", .string(code.rawValue)), ("message", .string(message))])
        object["position"] = position.map { .integer($0) }
        return .object(object)
    }
}
