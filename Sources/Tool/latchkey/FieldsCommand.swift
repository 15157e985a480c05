import ArgumentParser
import JSONText
import PasswordManager

/// `latchkey fields`: what the fields of pages ask for.
struct FieldsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fields", abstract: "Say what the fields of a page ask for, as a password manager sees them.",
        subcommands: [FieldsClassifyCommand.self])
}

struct FieldsClassifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify", abstract: "Say of each field of an HTML page what it asks for, and what decided that.",
        discussion: """
            A field is username, email, current-password, new-password, one-time-code or other. Where one signs in, the account's e-mail \
            address is its username.

            With --json each file is answered by {"fields":[{"index","id","name","type","evidence"}]}: every input, textarea and select in the \
            order of the document, index from 0, id and name null where they are absent. Of several files each is answered on one line.

            Lines for --jsonl: {"html"}; answers as with --json. A line that cannot be answered gives {"error"}, and the batch goes on.

            Exits with 1 if some files, or some lines of a batch, were refused; with 2 if the only file was.
            """)

    @Argument(help: ArgumentHelp("HTML files; - for standard input.", valueName: "file"))
    var files: [String] = []

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(!files.isEmpty, "the arguments")
        if files.isEmpty && !options.jsonl { throw ValidationError("which files? name them, or give - for standard input") }
        if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input can be read once") }
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

    /// Answers several files; one that is refused does not keep the others from being answered.
    private func runFiles() throws {
        let terminal = Terminal()
        var hasRefused = false
        for file in files {
            if !options.json { terminal.result(file.harmless + ":") }
            do {
                let page = try ClassifiedPage(try LimitedFile.read(file, limit: Self.mostBytes))
                options.write(page.json, .compact, lines: page.lines.map { "  " + $0 })
            } catch let refusal as InputRefusal {
                hasRefused = true
                if options.json { terminal.result(refusal.json(), .compact) }
                terminal.say("\(file.harmless): \(refusal.message.spoken)")
            } catch let failure as CommandFailure where failure.status == .usage {
                hasRefused = true
                let message = failure.messages.joined(separator: "; ")
                if options.json { terminal.result(InputRefusal("unreadable-file", message).json(), .compact) }
                terminal.say(message)
            }
        }
        if hasRefused { throw CommandFailure(.negative, []) }
    }

    private func show(_ page: ClassifiedPage) throws {
        options.write(page.json, lines: page.lines)
    }

    /// One byte more than a page may have, so that its refusal is that of the page.
    private static let mostBytes = PageLimits.standard.maximumBytes + 1
}

extension JSONLimits {
    /// A line that holds a page as a string: the longest, with as many bytes escaped as there are in practice, and room.
    static let lineOfPage = JSONLimits(maximumBytes: 4 * PageLimits.standard.maximumBytes, noncharacters: .taken)
}

/// A page whose fields are classified, as answers show it.
struct ClassifiedPage {
    private let fields: [ClassifiedField]

    /// - Throws: an ``InputRefusal`` for a page beyond the limits.
    init(_ html: [UInt8]) throws(InputRefusal) {
        do {
            fields = try FormPage(html: html).classify()
        } catch {
            throw InputRefusal(error)
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

    /// A table: index, what the field asks for, its name or else its id, what decided.
    var lines: [String] {
        guard !fields.isEmpty else { return ["no fields"] }
        return TextTable(
            fields.map { field in ["\(field.index)", field.type.rawValue, field.field.name ?? field.field.id, field.evidence] }
        ).lines
    }

    private static func json(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

extension InputRefusal {
    /// A page that is not read.
    init(_ refusal: PageRefusal) {
        let limits = PageLimits.standard
        switch refusal {
        case .tooLong: self.init("page-too-long", "The page has more than \(limits.maximumBytes) bytes.")
        case .tooDeep(let position):
            self.init("nested-too-deeply", "More than \(limits.maximumDepth) elements are open at byte \(position).")
        case .tooManyElements(let position):
            self.init("too-many-elements", "The page has more than \(limits.maximumElements) elements up to byte \(position).")
        }
    }
}
