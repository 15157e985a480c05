import ArgumentParser
import JSONText
import PasswordRules

/// `latchkey passwords convert-pattern`.
struct PasswordsConvertPatternCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert-pattern", abstract: "Turn the pattern attribute of an HTML field into rules, where rules can say it.",
        discussion: """
            Lines for --jsonl: {"pattern"}; answers: {"rules"}, null where no rules follow from the pattern. Exits with 1 if none \
            follow; after a batch, if a line was refused.
            """)

    @Argument(help: ArgumentHelp("The pattern; standard input if left out.", valueName: "pattern"))
    var text: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(text != nil, "the argument")
    }

    func run() throws {
        if options.jsonl {
            return try LineBatch.run { line in Self.json(try Self.converted(try line.string("pattern"))) }
        }
        let text = try TextInput.read(text, named: "the pattern")
        try options.single(text: text) {
            let rules = try Self.converted(text)
            if options.json {
                Terminal().result(Self.json(rules))
            } else if let rules {
                Terminal().result(rules)
            }
            if rules == nil {
                let hint =
                    "understood are lookaheads such as (?=.*[0-9]), then one class or dot with its length, as in [a-zA-Z0-9]{8,}"
                throw CommandFailure(
                    .negative, options.json ? [] : ["no rules follow from this pattern"], hint: options.json ? nil : hint)
            }
        }
    }

    private static func converted(_ pattern: String) throws(InputRefusal) -> String? {
        do {
            return try ConvertedPattern(pattern)?.text
        } catch {
            throw InputRefusal(error)
        }
    }

    private static func json(_ rules: String?) -> JSONValue { ["rules": rules.map(JSONValue.string) ?? .null] }
}
