import ArgumentParser
import JSONText
import PasswordRules

/// `latchkey passwords parse`.
struct PasswordsParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Say what rules are understood to mean, and what is wrong with how they are written.",
        discussion: """
            Reads what Apple's reference parser reads and repairs what it repairs. Lines for --jsonl: {"input"}; answers: \
            {"rules","text","html","diagnostics"}. Positions count UTF-8 bytes from 0.
            """)

    @Argument(help: ArgumentHelp("The rules; standard input if left out.", valueName: "rules"))
    var text: String?

    @Flag(help: "List required characters under allowed as well, as the reference parser does by default.")
    var merged = false

    @Flag(help: "Write rules, text and html byte for byte as the reference parser does, dashes that it loses included.")
    var appleCompatible = false

    @OptionGroup var reading: RulesReading
    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(text != nil, "the argument")
    }

    func run() throws {
        if options.jsonl { return try LineBatch.run { line in json(try reading.parse(try line.string("input"))) } }
        let text = try TextInput.read(text, named: "the rules")
        try options.single(text: text) {
            let parsed = try reading.parse(text)
            if options.json {
                Terminal().result(json(parsed))
            } else {
                lines(parsed, text).forEach { Terminal().result($0) }
            }
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
        return ["understood:"] + (understood.isEmpty ? ["  nothing: any password of printable ASCII will do"] : understood + forms)
            + (findings.isEmpty ? [] : [""] + findings.dropLast())
    }

    private func formatted(_ parsed: ParsedRules, as form: PasswordRules.OutputForm = .text) -> String {
        parsed.rules.formatted(as: form, compatibility: appleCompatible ? .appleCompatible : .lossless)
    }
}
