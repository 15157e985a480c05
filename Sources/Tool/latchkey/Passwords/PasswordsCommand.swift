import ArgumentParser
import JSONText
import PasswordRules

/// `latchkey passwords`: the rules language, its checker and generator, and the strength of passwords, one by one or in batches.
struct PasswordsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwords", abstract: "Parse, format, check and lint password rules; generate and rate passwords.",
        discussion: """
            Rules are strings as in the passwordrules attribute of HTML and in UITextInputPasswordRules, such as \
            'required: upper; required: digit; minlength: 12;'.

            With --jsonl each command reads one JSON object a line from standard input and writes one result a line, in the same order. \
            Unknown members are ignored. A line that fails gives {"error":{"code","message","line"}}; the batch continues and exits with \
            1 at its end. docs/commands.md lists the codes.
            """,
        subcommands: [
            PasswordsParseCommand.self, PasswordsFormatCommand.self, PasswordsCheckCommand.self, PasswordsGenerateCommand.self,
            PasswordsLintCommand.self, PasswordsStrengthCommand.self, PasswordsConvertPatternCommand.self,
        ])
}

struct PasswordsParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Parse rules, and print their meaning and the mistakes in them.",
        discussion: """
            Accepts and repairs what Apple's reference parser accepts and repairs. Lines for --jsonl: {"input"}; results: \
            {"rules","text","html","diagnostics"}. Positions count UTF-8 bytes from 0.
            """,
        example: "latchkey passwords parse 'minlength: 12; required: upper;'")

    @Argument(help: ArgumentHelp("The rules; standard input if omitted.", valueName: "rules"))
    var text: String?

    @Flag(help: "List required characters under allowed too, as the reference parser does by default.")
    var merged = false

    @Flag(help: "Write rules, text and html byte for byte as the reference parser does, including its loss of dashes.")
    var appleCompatible = false

    @OptionGroup var reading: RulesOptions
    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.rejectWithLines(text != nil, "the argument")
    }

    func run() throws {
        if options.jsonl { return try LineBatch.run { line in json(try reading.parse(try line.string("input"))) } }
        let text = try TextInput.read(text, named: "the rules")
        try options.single(text: text) {
            let parsed = try reading.parse(text)
            options.write(json(parsed), lines: lines(parsed, text))
        }
    }

    private func json(_ parsed: ParsedRules) -> JSONValue {
        let rules =
            merged ? parsed.merged.list(order: .ascii) : parsed.rules.list(order: appleCompatible ? .appleCompatible : .lossless)
        return [
            "rules": .array(rules.map(\.json)), "text": .string(formatted(parsed)),
            "html": .string(formatted(parsed, as: .htmlAttribute)), "diagnostics": .array(parsed.diagnostics.map(\.json)),
        ]
    }

    private func lines(_ parsed: ParsedRules, _ text: String) -> [String] {
        let rules = merged ? parsed.merged : parsed.rules
        let understood = rules.list(order: merged ? .ascii : .lossless).map { "  " + $0.text }
        let findings = parsed.diagnostics.flatMap { $0.lines(under: text) }
        let forms = ["text:", "  " + formatted(parsed), "html:", "  " + formatted(parsed, as: .htmlAttribute)]
        return ["understood:"]
            + (understood.isEmpty ? ["  nothing: any password of printable ASCII is allowed"] : understood + forms)
            + (findings.isEmpty ? [] : [""] + findings.dropLast())
    }

    private func formatted(_ parsed: ParsedRules, as form: PasswordRules.OutputForm = .text) -> String {
        parsed.rules.formatted(as: form, compatibility: appleCompatible ? .appleCompatible : .lossless)
    }
}

struct PasswordsFormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format", abstract: "Write rules in canonical form, for a page or a program.",
        discussion: """
            Lines for --jsonl: {"rules"}; results: {"text","html","swift","objc"}, or only the form that --as names. html is the inside \
            of a quoted attribute; swift and objc are whole string literals.
            """,
        example: "latchkey passwords format --as swift 'required: upper; minlength: 12;'")

    @Argument(help: ArgumentHelp("The rules; standard input if omitted.", valueName: "rules"))
    var text: String?

    @Option(name: .customLong("as"), help: "The form; text if omitted, and all of them with --json.")
    var form: WrittenForm?

    @Flag(help: "Write byte for byte what the reference formatter writes, including its loss of dashes.")
    var appleCompatible = false

    @OptionGroup var reading: RulesOptions
    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.rejectWithLines(text != nil, "the argument")
    }

    func run() throws {
        if options.jsonl {
            return try LineBatch.run { line in json(try reading.rules(try line.string("rules"), quietly: true)) }
        }
        let text = try TextInput.read(text, named: "the rules")
        try options.single(text: text) {
            let rules = try reading.rules(text, quietly: false)
            options.write(json(rules), line: formatted(rules, form ?? .text))
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

/// The forms of rules, by their names on the command line.
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

struct PasswordsLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Check rules for mistakes in syntax and meaning.",
        discussion: """
            Reports repairs by the parser, contradictions, rules that iOS ignores, and redundant parts. Lines for --jsonl: {"rules"}; \
            results: {"findings","honoredByIOS"}. Exits with 1 if a finding is an error, or a line of a batch was rejected.
            """,
        example: "latchkey passwords lint 'required: upper; maxlength: 8;'")

    @Argument(help: ArgumentHelp("The rules; standard input if omitted.", valueName: "rules"))
    var text: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.rejectWithLines(text != nil, "the argument")
    }

    func run() throws {
        if options.jsonl { return try runLines() }
        let text = try TextInput.read(text, named: "the rules")
        try options.single(text: text) {
            let report = try LintReport(text)
            let lines = report.findings.flatMap { $0.lines(under: text) }.dropLast()
            options.write(report.json, lines: lines.isEmpty ? ["ok"] : Array(lines))
            if report.hasErrors { throw CommandFailure(.negative, []) }
        }
    }

    private func runLines() throws {
        var hasErrors = false
        try LineBatch.run { line in
            let report = try LintReport(try line.string("rules"))
            hasErrors = hasErrors || report.hasErrors
            return report.json
        }
        if hasErrors { throw CommandFailure(.negative, []) }
    }
}

/// The diagnostics of parser and linter.
private struct LintReport {
    let findings: [PasswordRules.Diagnostic]
    private let isHonoredByIOS: Bool

    init(_ text: String) throws(InputError) {
        let parsed = try RulesOptions.lenient(text)
        findings = parsed.diagnostics + parsed.rules.lint()
        isHonoredByIOS = parsed.rules.isHonoredByIOS
    }

    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    var json: JSONValue { ["findings": .array(findings.map(\.json)), "honoredByIOS": .boolean(isHonoredByIOS)] }
}
