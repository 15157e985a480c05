import ArgumentParser
import AssociatedDomains
import JSONText

/// `latchkey domains explain`.
struct DomainsExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show the way of a link through a file: what was compared, and what failed at which character.",
        discussion: """
            Of many components that do not match, those are shown that came furthest; --all shows the others, too.

            Lines for --jsonl: {"json","url","appID"}; answers: {"result","explanation","steps"}. json is the file or component, or a \
            string that holds it.

            Exits with 0 if the link opens an app, else with 1; after a batch with 1 if a line was refused; with 2 if file or link cannot \
            be read.
            """)

    @Argument(help: ArgumentHelp("The file or component: a path, - for standard input, or the JSON itself.", valueName: "file"))
    var file: String?

    @Argument(help: ArgumentHelp("The link.", valueName: "url"))
    var url: String?

    @Option(help: ArgumentHelp("The one app to ask about.", valueName: "app id"))
    var appID: String?

    @Flag(help: "Show all components that were compared.")
    var all = false

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(file != nil || appID != nil, "the arguments")
        if url == nil && !options.jsonl { throw ValidationError("which file and which link? give both") }
    }

    func run() throws {
        if options.jsonl {
            return try LineBatch.run(.lineOfFile) { line in
                let url = try LinkQuestion.link(try line.string("url"))
                return json(try LinkQuestion(try line.text("json")).explain(url, appID: try line.optionalString("appID")))
            }
        }
        let text = try AssociationText(file ?? "-")
        try options.single(text: String(decoding: text.shown, as: UTF8.self)) {
            let explanation = try LinkQuestion(text.bytes).explain(try LinkQuestion.link(url ?? ""), appID: appID)
            if options.json {
                Terminal().result(json(explanation))
            } else {
                explanation.lines(isComplete: all).forEach { Terminal().result($0) }
                Terminal().result(LinkAnswer(matching: explanation).line)
            }
            if explanation.decision.outcome != .matched { throw CommandFailure(.negative, []) }
        }
    }

    private func json(_ explanation: LinkExplanation) -> JSONValue {
        let answer = LinkAnswer(matching: explanation)
        return [
            "result": .string(answer.outcome.rawValue), "explanation": .string(answer.explanation),
            "steps": .array(explanation.lines(isComplete: all).map(JSONValue.string)),
        ]
    }
}
