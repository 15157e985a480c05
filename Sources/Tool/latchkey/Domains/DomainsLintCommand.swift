import ArgumentParser
import AssociatedDomains
import JSONText

/// `latchkey domains lint`.
struct DomainsLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Say what is wrong with an association file, where, and what to do about it.",
        discussion: """
            Lines for --jsonl: {"json"}, the file as a string, or as a value; answers: \
            {"findings":[{"code","severity","line","column","message","remedy","pointer"}]}. Severities are error, warning and info.

            Exits with 1 if a finding is an error, or a line of a batch was refused; with 2 if the file cannot be opened.
            """)

    @Argument(help: ArgumentHelp("The file, - for standard input, or the JSON itself.", valueName: "file"))
    var file: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(file != nil, "the argument")
        if file == nil && !options.jsonl { throw ValidationError("which file? name it, or give - for standard input") }
    }

    func run() throws {
        if options.jsonl { return try runLines() }
        let text = try AssociationText(file ?? "-")
        let findings = AssociationFile.lint(text.bytes)
        if options.json {
            Terminal().result(Self.json(findings))
        } else if findings.isEmpty {
            Terminal().result("ok")
        } else {
            // The places of a signed file are places in its content.
            let shown = findings.contains { $0.code == .signedFile || $0.code == .signatureUnreadable } ? nil : text.shown
            findings.flatMap { $0.lines(under: shown) }.dropLast().forEach { Terminal().result($0) }
        }
        if Self.hasErrors(findings) { throw CommandFailure(.negative, []) }
    }

    private func runLines() throws {
        var hasErrors = false
        try AssociationLines.run { line in
            let findings = AssociationFile.lint(try line.text("json"))
            hasErrors = hasErrors || Self.hasErrors(findings)
            return Self.json(findings)
        }
        if hasErrors { throw CommandFailure(.negative, []) }
    }

    private static func json(_ findings: [Finding]) -> JSONValue { ["findings": .array(findings.map(\.json))] }

    private static func hasErrors(_ findings: [Finding]) -> Bool { findings.contains { $0.severity == .error } }
}
