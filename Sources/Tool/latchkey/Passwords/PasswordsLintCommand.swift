import ArgumentParser
import JSONText
import PasswordRules

/// `latchkey passwords lint`.
struct PasswordsLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Say what is wrong with rules: how they are written, and what they mean.",
        discussion: """
            Tells what reading must repair, contradictions, rules that iOS ignores, and what is superfluous. Lines for --jsonl: \
            {"rules"}; answers: {"findings","honoredByIOS"}. Exits with 1 if a finding is an error, or a line of a batch was refused.
            """)

    @Argument(help: ArgumentHelp("The rules; standard input if left out.", valueName: "rules"))
    var text: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(text != nil, "the argument")
    }

    func run() throws {
        if options.jsonl { return try runLines() }
        let text = try TextInput.read(text, named: "the rules")
        try options.single(text: text) {
            let report = try LintReport(text)
            if options.json {
                Terminal().result(report.json)
            } else if report.findings.isEmpty {
                Terminal().result("ok")
            } else {
                report.findings.flatMap { $0.lines(under: text) }.dropLast().forEach { Terminal().result($0) }
            }
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

/// What reading and lint find.
private struct LintReport {
    let findings: [PasswordRules.Diagnostic]
    private let isHonoredByIOS: Bool

    init(_ text: String) throws(InputRefusal) {
        let parsed = try RulesReading.lenient(text)
        findings = parsed.diagnostics + parsed.rules.lint()
        isHonoredByIOS = parsed.rules.isHonoredByIOS
    }

    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    var json: JSONValue { ["findings": .array(findings.map(\.json)), "honoredByIOS": .boolean(isHonoredByIOS)] }
}
