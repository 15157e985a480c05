import ArgumentParser
import Foundation
import JSONText

/// How this command speaks.
///
/// - Results go to standard output, and nothing else does, so that they can be piped; one record a line.
/// - Everything else goes to standard error: lower case, no full stop, `latchkey:` in front; then a hint about what to do.
/// - With `--json` the result is one JSON document; with `--jsonl`, one for each record. Their member names never change meaning.
/// - Nothing is asked unless a person is there to answer.
struct Terminal: Sendable {
    /// Writes a line of the result.
    func result(_ line: String) {
        Self.write(line + "\n", to: .standardOutput)
    }

    /// Writes the result as a JSON document: indented, or on one line for a record of several.
    func result(_ value: JSONValue, _ layout: JSONLayout = .pretty) {
        result(value.text(layout))
    }

    /// Tells something that is no result.
    func say(_ line: String) {
        clearProgress()
        Self.write("latchkey: \(line)\n", to: .standardError)
    }

    /// Tells what to do about what was just said.
    func hint(_ line: String) {
        clearProgress()
        Self.write("  hint: \(line)\n", to: .standardError)
    }

    /// Shows how far a long job is, on one line that the next one replaces; nothing where standard error is no terminal.
    func progress(_ line: String) {
        guard isErrorInteractive else { return }
        Self.write("\r\u{1B}[K\(line)", to: .standardError)
    }

    /// Asks for a confirmation, which only `yes` gives. Throws a ``CommandFailure`` without it: `negative` after another answer, `usage` where
    /// there is no terminal to ask at.
    func confirm(_ question: String) throws {
        guard isInputInteractive, isErrorInteractive else {
            throw CommandFailure(.usage, "no terminal to confirm at", hint: "give --yes to go ahead without asking")
        }
        Self.write("latchkey: \(question) [yes/no] ", to: .standardError)
        guard readLine() == "yes" else { throw CommandFailure(.negative, "nothing was changed") }
    }

    /// Says what went wrong and ends the process with the code that belongs to it. Ends it well for `--help` and `--version`.
    func end(with error: any Error) -> Never {
        let code = Latchkey.exitCode(for: error)
        if !(error is CommandFailure), code == .success {
            result(Latchkey.fullMessage(for: error))
            exit(ExitStatus.success.rawValue)
        }
        if !(error is CommandFailure), code == .validationFailure {
            Self.write(Self.usage(Latchkey.fullMessage(for: error)) + "\n", to: .standardError)
            exit(ExitStatus.usage.rawValue)
        }
        let failure = CommandFailure(explaining: error)
        failure.messages.forEach(say)
        if let hint = failure.hint { self.hint(hint) }
        exit(failure.status.rawValue)
    }

    /// The argument parser's message in this command's voice.
    private static func usage(_ message: String) -> String {
        message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let colon = line.firstIndex(of: ":"), ["Error", "Help", "Usage"].contains(line[..<colon]) else {
                return String(line)
            }
            let rest = line[line.index(after: colon)...].drop { $0 == " " }
            if line.hasPrefix("Error") { return "latchkey: " + rest.prefix(1).lowercased() + rest.dropFirst() }
            return "  " + line[..<colon].lowercased() + ": " + rest
        }.joined(separator: "\n")
    }

    func clearProgress() {
        progress("")
    }

    private var isInputInteractive: Bool { isatty(0) == 1 }
    private var isErrorInteractive: Bool { isatty(2) == 1 }

    private static func write(_ text: String, to file: FileHandle) {
        // Where nobody reads any more there is nobody to tell.
        try? file.write(contentsOf: Data(text.utf8))
    }
}

/// Options that choose between JSON and text.
protocol ResultOptions {
    var json: Bool { get }
}

extension ResultOptions {
    /// Writes a result: as one JSON document with `--json`, else as lines of text.
    func write(_ document: @autoclosure () -> JSONValue, _ layout: JSONLayout = .pretty, lines: @autoclosure () -> [String]) {
        let terminal = Terminal()
        if json { terminal.result(document(), layout) } else { lines().forEach { terminal.result($0) } }
    }

    /// Writes a result whose text is one line.
    func write(_ document: @autoclosure () -> JSONValue, _ layout: JSONLayout = .pretty, line: @autoclosure () -> String) {
        write(document(), layout, lines: [line()])
    }
}

/// Whether to go ahead with what cannot be undone.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Do not ask.")
    var yes = false

    /// Asks at the terminal unless `--yes` is given. Throws as ``Terminal/confirm(_:)``.
    func ask(_ question: @autoclosure () -> String) throws {
        if !yes { try Terminal().confirm(question()) }
    }
}

/// How a single result is written.
struct OutputOptions: ParsableArguments, ResultOptions {
    @Flag(help: "Write the result as JSON.")
    var json = false
}

/// How a result of many records is written.
struct RecordOutputOptions: ParsableArguments, ResultOptions {
    @Flag(help: "Write the result as one JSON document.")
    var json = false

    @Flag(help: "Write one JSON document for each record, each on a line.")
    var jsonl = false

    func validate() throws {
        if json && jsonl { throw ValidationError("--json and --jsonl exclude each other") }
    }

    /// Writes records: as one JSON document, as one a line with `--jsonl`, else as lines of text.
    func write(_ records: @autoclosure () -> [JSONValue], lines: @autoclosure () -> [String]) {
        guard jsonl else { return write(.array(records()), lines: lines()) }
        for record in records() { Terminal().result(record, .compact) }
    }
}

/// Records as lines of text: columns of equal width, `-` where a value is missing. Foreign control characters are not obeyed.
struct TextTable {
    let rows: [[String]]

    init(_ rows: [[String?]]) {
        self.rows = rows.map { row in row.map { $0.flatMap { $0.isEmpty ? nil : $0.harmless } ?? "-" } }
    }

    var lines: [String] {
        let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { $0 == row.count - 1 ? $1 : $1.padded(to: widths[$0] + 2) }.joined()
        }
    }
}
