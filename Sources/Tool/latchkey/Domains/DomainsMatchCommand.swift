import ArgumentParser
import AssociatedDomains
import JSONText

/// `latchkey domains match`.
struct DomainsMatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match", abstract: "Say whether a file, or a component of one, matches a link.",
        discussion: """
            The answer is matched: the app opens; blocked: a component excludes the link; or none.

            Lines for --jsonl: {"command":"match","json","url"}, where json is a component, a list of components or a file; or \
            {"command":"verify","json","url","domain"}, where json is a file, services without patterns match every link, and the domain, \
            if given, must be that of the link. json is the value, or a string that holds it. Answers: {"result","explanation"}.

            Exits with 0 if the link is matched, else with 1; after a batch with 1 if a line was refused; with 2 if file or link cannot be \
            read.
            """)

    @Argument(help: ArgumentHelp("The file or component: a path, - for standard input, or the JSON itself.", valueName: "file"))
    var file: String?

    @Argument(help: ArgumentHelp("The link.", valueName: "url"))
    var url: String?

    @Option(help: ArgumentHelp("The one app to ask about.", valueName: "app id"))
    var appID: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(file != nil || appID != nil, "the arguments")
        if url == nil && !options.jsonl { throw ValidationError("which file and which link? give both") }
    }

    func run() throws {
        if options.jsonl { return try LineBatch.run(.lineOfFile) { try Self.answer($0).json } }
        let text = try AssociationText(file ?? "-")
        try options.single(text: String(decoding: text.shown, as: UTF8.self)) {
            let explanation = try LinkQuestion(text.bytes).explain(try LinkQuestion.link(url ?? ""), appID: appID)
            let answer = LinkAnswer(matching: explanation)
            if options.json {
                Terminal().result(answer.json)
            } else {
                Terminal().result(answer.line)
            }
            if answer.outcome != .matched { throw CommandFailure(.negative, []) }
        }
    }

    private static func answer(_ line: LineMembers) throws(InputRefusal) -> LinkAnswer {
        let command = try line.optionalString("command") ?? "match"
        let url = try LinkQuestion.link(try line.string("url"))
        let text = try line.text("json")
        switch command {
        case "match": return LinkAnswer(matching: try LinkQuestion(text).explain(url))
        case "verify":
            let domain = try line.optionalString("domain")
            return LinkAnswer(verifying: try LinkQuestion(file: text).explain(url), domain: domain)
        default: throw InputRefusal("unknown-command", "The member command must be match or verify.")
        }
    }
}
