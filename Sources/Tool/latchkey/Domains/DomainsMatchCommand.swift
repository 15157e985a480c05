import ArgumentParser
import AssociatedDomains
import JSONText

struct DomainsMatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match", abstract: "Check whether an association file, or a component of one, matches a link.",
        discussion: """
            The result is matched if the app opens, blocked if a component excludes the link, otherwise none.

            Lines for --jsonl: {"command":"match","json","url"}, where json is a component, a list of components or a file; or \
            {"command":"verify","json","url","domain"}, where json is a file, services without patterns match every link, and the domain, \
            if given, must be that of the link. json is the value, or a string that contains it. Results: {"result","explanation"}.

            Exits with 0 if the link is matched, otherwise with 1; after a batch with 1 if a line was rejected; with 2 if the file or the \
            link is malformed.
            """,
        example: "latchkey domains match apple-app-site-association https://example.com/buy")

    @OptionGroup var arguments: LinkArguments

    @OptionGroup var options: InputOptions

    func validate() throws { try arguments.validate(with: options) }

    func run() throws {
        if options.jsonl { return try LineBatch.run(.lineOfFile) { try Self.answer($0).json } }
        try arguments.compare(options) { explanation in
            let answer = LinkAnswer(matching: explanation)
            options.write(answer.json, line: answer.line)
            if answer.outcome != .matched { throw CommandFailure(.negative, []) }
        }
    }

    private static func answer(_ line: LineMembers) throws(InputError) -> LinkAnswer {
        let command = try line.optionalString("command") ?? "match"
        let url = try LinkQuestion.link(try line.string("url"))
        let text = try line.text("json")
        switch command {
        case "match": return LinkAnswer(matching: try LinkQuestion(text).explain(url))
        case "verify":
            let domain = try line.optionalString("domain")
            return LinkAnswer(verifying: try LinkQuestion(file: text).explain(url), domain: domain)
        default: throw InputError("unknown-command", "The member command must be match or verify.")
        }
    }
}

struct DomainsExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show how a link is compared with a file, and where a comparison fails.",
        discussion: """
            Of many components that do not match, the command shows those that matched furthest; --all shows the others too.

            Lines for --jsonl: {"json","url","appID"}; results: {"result","explanation","steps"}. json is the file or component, or a \
            string that contains it.

            Exits with 0 if the link opens an app, otherwise with 1; after a batch with 1 if a line was rejected; with 2 if the file or \
            the link is malformed.
            """,
        example: "latchkey domains explain apple-app-site-association https://example.com/buy")

    @OptionGroup var arguments: LinkArguments

    @Flag(help: "Show all compared components.")
    var all = false

    @OptionGroup var options: InputOptions

    func validate() throws { try arguments.validate(with: options) }

    func run() throws {
        if options.jsonl {
            return try LineBatch.run(.lineOfFile) { line in
                let url = try LinkQuestion.link(try line.string("url"))
                return json(try LinkQuestion(try line.text("json")).explain(url, appID: try line.optionalString("appID")))
            }
        }
        try arguments.compare(options) { explanation in
            options.write(
                json(explanation), lines: explanation.lines(isComplete: all) + [LinkAnswer(matching: explanation).line])
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

/// The file and the link of `domains match` and `domains explain`.
struct LinkArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The file or component: a path, - for standard input, or the JSON itself.", valueName: "file"))
    var file: String?

    @Argument(help: ArgumentHelp("The link.", valueName: "url"))
    var url: String?

    @Option(help: ArgumentHelp("Consider only this app.", valueName: "app id"))
    var appID: String?

    /// Rejects arguments together with `--jsonl`, and otherwise a missing file or link.
    func validate(with options: InputOptions) throws {
        try options.rejectWithLines(file != nil || appID != nil, "the arguments")
        if url == nil && !options.jsonl { throw ValidationError("missing file or link; give both") }
    }

    /// Compares the link with the file, and reports a malformed file or link in the requested form.
    func compare(_ options: InputOptions, _ answer: (LinkExplanation) throws -> Void) throws {
        let text = try AssociationText(file ?? "-")
        try options.single(text: String(decoding: text.shown, as: UTF8.self)) {
            try answer(try LinkQuestion(text.bytes).explain(try LinkQuestion.link(url ?? ""), appID: appID))
        }
    }
}

/// The text that a link is compared with: a whole file, or components alone.
enum LinkQuestion {
    case file(AssociationFile)
    case components(ComponentList)

    /// Parses a file, or components if the text names no service at its top level.
    init(_ text: [UInt8]) throws(InputError) {
        do {
            if let file = try? AssociationFile(text), file.namesService {
                self = .file(file)
            } else {
                self = .components(try ComponentList(text))
            }
        } catch {
            throw InputError(error)
        }
    }

    /// Parses a file.
    init(file text: [UInt8]) throws(InputError) {
        do {
            self = .file(try AssociationFile(text))
        } catch {
            throw InputError(error)
        }
    }

    func explain(_ url: LinkURL, appID: String? = nil) -> LinkExplanation {
        switch self {
        case .file(let file): file.explain(url, appID: appID)
        case .components(let components): components.explain(url)
        }
    }

    /// Parses a link.
    static func link(_ text: String) throws(InputError) -> LinkURL {
        do {
            return try LinkURL(text)
        } catch {
            throw InputError(error)
        }
    }
}

/// The result for a link.
struct LinkAnswer {
    let outcome: LinkOutcome
    let explanation: String

    private init(_ outcome: LinkOutcome, _ explanation: String) {
        self.outcome = outcome
        self.explanation = explanation
    }

    /// Creates the result of the patterns.
    init(matching explanation: LinkExplanation) {
        self.init(explanation.decision.outcome, explanation.summary)
    }

    /// Creates the result of `swcutil verify`: services without patterns match every link, and the domain must be that of the link.
    init(verifying explanation: LinkExplanation, domain: String?) {
        if let domain, !explanation.url.isAt(domain: domain) {
            self.init(.none, "The link is at \(explanation.url.host), not at the given domain.")
        } else if explanation.decision.outcome == .none, explanation.url.isWeb, let service = explanation.listServices.first {
            self.init(
                .matched, "\(service.rawValue) applies to every address of the domain. As a link: \(explanation.summary.asMessage)."
            )
        } else {
            self.init(matching: explanation)
        }
    }

    var json: JSONValue { ["result": .string(outcome.rawValue), "explanation": .string(explanation)] }

    /// The result as a line, such as `matched: component 1 of …`.
    var line: String { "\(outcome.rawValue): \(explanation.asMessage)" }
}
