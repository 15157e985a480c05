import ArgumentParser
import Foundation
import JSONText
import PasswordRules

struct PasswordsCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check whether a password satisfies rules, and which of them it violates.",
        discussion: """
            \(PasswordInput.help)

            Lines for --jsonl: {"rules","password"}; --rules supplies the rules that a line omits. Results: \
            {"satisfied","violations":[{"code","message","position"}]}. Positions count Unicode scalars of the composed password (NFC) \
            from 0. Exits with 1 if the password violates a rule; after a batch, if a line was rejected.
            """,
        example: "latchkey passwords check --rules 'minlength: 12;' < password.txt")

    @Option(help: ArgumentHelp("The rules.", valueName: "rules"))
    var rules: String?

    @OptionGroup var reading: RulesOptions
    @OptionGroup var options: InputOptions

    func validate() throws {
        if rules == nil && !options.jsonl { throw ValidationError("missing rules; give --rules") }
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
            let lines = violations.map { "\($0.message.asMessage) (\($0.code.rawValue))" }
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

/// A password for a command. It comes only from standard input: every user of the machine can see the arguments of a process, and
/// shells store them.
enum PasswordInput {
    /// The part of the help of commands that read a password.
    static let help = """
        The password comes from standard input without the final line end; on a terminal the command asks for it without showing it. It \
        is never an argument, because every user of the machine can see arguments and shells store them.
        """

    /// Returns the password from standard input; on a terminal, asks for it without showing it.
    ///
    /// - Throws: the errors of ``TextInput``.
    static func read() throws -> String {
        guard StandardStream.isInputInteractive else { return try TextInput.read(named: "the password") }
        guard let typed = getpass("latchkey: password: ") else { throw CommandFailure(.usage, "no password was given") }
        guard let password = String(validatingCString: typed) else { throw CommandFailure(.usage, "the password is not UTF-8") }
        return password
    }
}
