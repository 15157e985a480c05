import ArgumentParser
import Foundation
import JSONText
import PasswordRules

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
            let lines = violations.map { "\($0.message.spoken) (\($0.code.rawValue))" }
            options.write(Self.json(violations), lines: lines.isEmpty ? ["ok"] : lines)
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

/// A password for a command. It comes from standard input alone: the arguments of a process are visible to every user of the
/// machine, and stay in the shell's history.
enum PasswordInput {
    /// Why there is no option for a password, for the help of commands that take one.
    static let help = """
        The password is read from standard input, to its end, without the line end that closes it; in a terminal it is asked for and \
        not shown. It is never an argument: every user of the machine can see the arguments of a process, and shells keep them.
        """

    /// The password on standard input; in a terminal, the one a person types without seeing it.
    ///
    /// - Throws: as ``TextInput``.
    static func read() throws -> String {
        guard StandardStream.isInputInteractive else { return try TextInput.read(named: "the password") }
        guard let typed = getpass("latchkey: password: ") else { throw CommandFailure(.usage, "no password was given") }
        guard let password = String(validatingCString: typed) else { throw CommandFailure(.usage, "the password is not UTF-8") }
        return password
    }
}
