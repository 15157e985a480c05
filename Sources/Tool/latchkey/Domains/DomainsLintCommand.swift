import ArgumentParser
import AssociatedDomains
import JSONText

/// `latchkey domains lint`.
struct DomainsLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Say what is wrong with an association file, or with an assetlinks.json, where, and what to do about it.",
        discussion: """
            Android's assetlinks.json is told by its name, or by holding an array with a statement in it. With --package and --certificate, \
            or with --site, lint also says whether it lets this app or site share the sign-in of its site \
            (delegate_permission/common.get_login_creds).

            Lines for --jsonl: {"json"}, the file as a string, or as a value; for an assetlinks.json also {"package","certificate"} or \
            {"site"}; answers: {"findings":[{"code","severity","line","column","message","remedy","pointer"}]}, and \
            {"signInSharing":{"granted","explanation"}} where that was asked. Severities are error, warning and info.

            Exits with 1 if a finding is an error, sign-in is not shared, or a line of a batch was refused; with 2 if the file cannot be opened.
            """)

    @Argument(help: ArgumentHelp("The file, - for standard input, or the JSON itself.", valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("The Android app to ask about.", valueName: "package"))
    var package: String?

    @Option(help: ArgumentHelp("The SHA-256 of the certificate that the app is signed with.", valueName: "fingerprint"))
    var certificate: String?

    @Option(help: ArgumentHelp("The site to ask about, as in https://auth.example.com.", valueName: "site"))
    var site: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(file != nil || [package, certificate, site] != [nil, nil, nil], "the arguments")
        if file == nil && !options.jsonl { throw ValidationError("which file? name it, or give - for standard input") }
    }

    func run() throws {
        if options.jsonl { return try runLines() }
        let text = try AssociationText(file ?? "-")
        try options.single(text: String(decoding: text.shown, as: UTF8.self)) {
            let question = try AssetQuestion(package: package, certificate: certificate, site: site)
            let answer = try LintAnswer(text, named: file, question: question)
            if options.json {
                Terminal().result(answer.json)
            } else {
                answer.lines.forEach { Terminal().result($0) }
            }
            if answer.isNegative { throw CommandFailure(.negative, []) }
        }
    }

    private func runLines() throws {
        var isNegative = false
        try LineBatch.run(.lineOfFile) { line in
            let question = try AssetQuestion(
                package: try line.optionalString("package"), certificate: try line.optionalString("certificate"),
                site: try line.optionalString("site"))
            let answer = try LintAnswer(AssociationText(try line.text("json")), question: question)
            isNegative = isNegative || answer.isNegative
            return answer.json
        }
        if isNegative { throw CommandFailure(.negative, []) }
    }
}
