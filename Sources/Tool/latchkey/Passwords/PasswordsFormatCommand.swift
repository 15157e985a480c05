import ArgumentParser
import JSONText
import PasswordRules

/// `latchkey passwords format`.
struct PasswordsFormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format", abstract: "Write rules in canonical form, ready for a page or a program.",
        discussion: """
            Lines for --jsonl: {"rules"}; answers: {"text","html","swift","objc"}, or only the form that --as names. html is the inside \
            of a quoted attribute; swift and objc are whole string literals.
            """)

    @Argument(help: ArgumentHelp("The rules; standard input if left out.", valueName: "rules"))
    var text: String?

    @Option(name: .customLong("as"), help: "The form; text if left out, and with --json all of them.")
    var form: WrittenForm?

    @Flag(help: "Write byte for byte what the reference formatter writes, dashes that it loses included.")
    var appleCompatible = false

    @OptionGroup var reading: RulesReading
    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(text != nil, "the argument")
    }

    func run() throws {
        if options.jsonl {
            return try LineBatch.run { line in json(try reading.rules(try line.string("rules"), quietly: true)) }
        }
        let text = try TextInput.read(text, named: "the rules")
        try options.single(text: text) {
            let rules = try reading.rules(text, quietly: false)
            if options.json {
                Terminal().result(json(rules))
            } else {
                Terminal().result(formatted(rules, form ?? .text))
            }
        }
    }

    private func json(_ rules: PasswordRules) -> JSONValue {
        let forms = form.map { [$0] } ?? WrittenForm.allCases
        return .object(JSONObject(forms.map { ($0.rawValue, .string(formatted(rules, $0))) }))
    }

    private func formatted(_ rules: PasswordRules, _ form: WrittenForm) -> String {
        rules.formatted(as: form.outputForm, compatibility: appleCompatible ? .appleCompatible : .lossless)
    }
}

/// The forms by their names on the command line.
enum WrittenForm: String, CaseIterable, ExpressibleByArgument {
    case text, html, swift, objc

    fileprivate var outputForm: PasswordRules.OutputForm {
        switch self {
        case .text: .text
        case .html: .htmlAttribute
        case .swift: .swiftLiteral
        case .objc: .objectiveCLiteral
        }
    }
}
