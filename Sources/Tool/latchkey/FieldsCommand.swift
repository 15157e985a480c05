import ArgumentParser
import JSONText
import PasswordManager

/// `latchkey fields`: the fields of web pages, as a password manager classifies them.
struct FieldsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fields", abstract: "Classify the fields of web pages, as a password manager does.",
        subcommands: [FieldsClassifyCommand.self])
}

struct FieldsClassifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify", abstract: "Classify each field of an HTML page, and name the evidence.",
        discussion: """
            A field is username, email, current-password, new-password, one-time-code or other. In a sign-in form, the account's e-mail \
            address is its username.

            With --json the result of a file is {"fields":[{"index","id","name","type","evidence"}]}: every input, textarea and select in \
            document order, index from 0, id and name null if absent. For several files each result is one line.

            Lines for --jsonl: {"html"}; the results are those of --json. A line that fails gives {"error"}, and the batch continues.

            Exits with 1 if one of several files, or a line of a batch, was rejected; with 2 if the only file was.
            """,
        example: "latchkey fields classify login.html")

    @Argument(help: ArgumentHelp("HTML files; - for standard input.", valueName: "file"))
    var files: [String] = []

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.rejectWithLines(!files.isEmpty, "the arguments")
        if files.isEmpty && !options.jsonl { throw ValidationError("missing file; name one, or give - for standard input") }
        if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("- can be given only once") }
    }

    func run() throws {
        if options.jsonl {
            return try LineBatch.run(.lineOfPage) { line in try ClassifiedPage(Array(try line.string("html").utf8)).json }
        }
        if files.count == 1 {
            return try options.single(text: "") { try show(ClassifiedPage(try LimitedFile.read(files[0], limit: Self.mostBytes))) }
        }
        try runFiles()
    }

    /// Classifies several files; a rejected file does not stop the others.
    private func runFiles() throws {
        let terminal = Terminal()
        var hasRejected = false
        for file in files {
            if !options.json { terminal.result(file.sanitized + ":") }
            do {
                let page = try ClassifiedPage(try LimitedFile.read(file, limit: Self.mostBytes))
                options.write(page.json, .compact, lines: page.lines.map { "  " + $0 })
            } catch let rejection as InputError {
                hasRejected = true
                if options.json { terminal.result(rejection.json(), .compact) }
                terminal.say("\(file.sanitized): \(rejection.message.asMessage)")
            } catch let failure as CommandFailure where failure.status == .usage {
                hasRejected = true
                let message = failure.messages.joined(separator: "; ")
                if options.json { terminal.result(InputError("unreadable-file", message).json(), .compact) }
                terminal.say(message)
            }
        }
        if hasRejected { throw CommandFailure(.negative, []) }
    }

    private func show(_ page: ClassifiedPage) throws {
        options.write(page.json, lines: page.lines)
    }

    /// One byte more than the limit of a page, so that the parser itself rejects a longer page.
    private static let mostBytes = PageLimits.standard.maximumBytes + 1
}

extension JSONLimits {
    /// The limits of a line that contains a page of maximum length as a string, with a realistic share of escaped bytes.
    static let lineOfPage = JSONLimits(maximumBytes: 4 * PageLimits.standard.maximumBytes, noncharacters: .taken)
}

/// A page with classified fields, as results show it.
struct ClassifiedPage {
    private let fields: [ClassifiedField]

    /// - Throws: an ``InputError`` for a page beyond the limits.
    init(_ html: [UInt8]) throws(InputError) {
        do {
            fields = try FormPage(html: html).classify()
        } catch {
            throw InputError(error)
        }
    }

    /// `{"fields":[…]}`.
    var json: JSONValue {
        let fields = self.fields.map { field -> JSONValue in
            [
                "index": .integer(field.index), "id": Self.json(field.field.id), "name": Self.json(field.field.name),
                "type": .string(field.type.rawValue), "evidence": .string(field.evidence),
            ]
        }
        return ["fields": .array(fields)]
    }

    /// A table of the fields: index, type, name or id, evidence.
    var lines: [String] {
        guard !fields.isEmpty else { return ["no fields"] }
        return TextTable(
            ["INDEX", "TYPE", "NAME", "EVIDENCE"],
            fields.map { field in ["\(field.index)", field.type.rawValue, field.field.name ?? field.field.id, field.evidence] }
        ).lines
    }

    private static func json(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

extension InputError {
    /// Creates the error of a page that exceeds a limit.
    init(_ rejection: FormPageError) {
        let limits = PageLimits.standard
        switch rejection {
        case .tooLong: self.init("page-too-long", "The page has more than \(limits.maximumBytes) bytes.")
        case .tooDeep(let position):
            self.init("nested-too-deeply", "More than \(limits.maximumDepth) elements are open at byte \(position).")
        case .tooManyElements(let position):
            self.init("too-many-elements", "The page has more than \(limits.maximumElements) elements up to byte \(position).")
        }
    }
}
