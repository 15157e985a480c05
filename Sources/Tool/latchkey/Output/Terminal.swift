import ArgumentParser
import Foundation
import JSONText

/// The output of this command.
///
/// - Results go to standard output, one record a line, and nothing else does, so that they can be piped.
/// - Messages go to standard error: prefixed with `latchkey:`, in lower case, without a full stop. A hint about what to do may
///   follow.
/// - With `--json` the result is one JSON document; with `--jsonl`, one for each record. Member names never change their meaning.
/// - The command asks questions only if a user is at a terminal to answer.
struct Terminal: Sendable {
    /// Writes a line of the result.
    func result(_ line: String) {
        Self.write(line + "\n", to: .standardOutput)
    }

    /// Writes the result as a JSON document: indented, or on one line if it is one record of several.
    func result(_ value: JSONValue, _ layout: JSONLayout = .pretty) {
        result(value.text(layout))
    }

    /// Writes a message to standard error.
    func say(_ line: String) {
        clearProgress()
        Self.write("latchkey: \(line)\n", to: .standardError)
    }

    /// Writes a hint about the last message.
    func hint(_ line: String) {
        clearProgress()
        Self.write("  hint: \(line)\n", to: .standardError)
    }

    /// Shows the progress of a long operation on one line, which the next call replaces. Does nothing if standard error is not a
    /// terminal.
    func progress(_ line: String) {
        guard isErrorInteractive else { return }
        Self.write("\r\u{1B}[K\(line)", to: .standardError)
    }

    /// Asks for a confirmation, which only `yes` gives.
    ///
    /// - Throws: a ``CommandFailure``: `negative` after another answer, `usage` without a terminal.
    func confirm(_ question: String) throws {
        guard isInputInteractive, isErrorInteractive else {
            throw CommandFailure(.usage, "confirmation requires a terminal", hint: "give --yes to continue without a confirmation")
        }
        Self.write("latchkey: \(question) [yes/no] ", to: .standardError)
        guard readLine() == "yes" else { throw CommandFailure(.negative, "not confirmed; nothing was changed") }
    }

    /// Reports the error and exits with its code. Exits with success for `--help` and `--version`.
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

    /// Returns the argument parser's message in the form of this command.
    private static func usage(_ message: String) -> String {
        message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let colon = line.firstIndex(of: ":"), ["Error", "Help", "Usage"].contains(line[..<colon]) else {
                return String(line)
            }
            let rest = line[line.index(after: colon)...].drop { $0 == " " }
            if line.hasPrefix("Error") {
                // The parser reports an unknown subcommand as an unexpected argument.
                let unknown = rest.contains("nexpected argument") ? UnknownSubcommand(in: CommandLine.arguments.dropFirst()) : nil
                return "latchkey: " + (unknown?.description ?? rest.prefix(1).lowercased() + rest.dropFirst())
            }
            return "  " + line[..<colon].lowercased() + ": " + rest
        }.joined(separator: "\n")
    }

    func clearProgress() {
        progress("")
    }

    private var isInputInteractive: Bool { isatty(0) == 1 }
    private var isErrorInteractive: Bool { isatty(2) == 1 }

    private static func write(_ text: String, to file: FileHandle) {
        // Standard output or error may be closed; the text is then lost.
        try? file.write(contentsOf: Data(text.utf8))
    }
}

/// Options that choose between JSON and text.
protocol ResultOptions {
    var json: Bool { get }
}

extension ResultOptions {
    /// Writes a result: as one JSON document with `--json`, otherwise as lines of text.
    func write(_ document: @autoclosure () -> JSONValue, _ layout: JSONLayout = .pretty, lines: @autoclosure () -> [String]) {
        let terminal = Terminal()
        if json { terminal.result(document(), layout) } else { lines().forEach { terminal.result($0) } }
    }

    /// Writes a result whose text is one line.
    func write(_ document: @autoclosure () -> JSONValue, _ layout: JSONLayout = .pretty, line: @autoclosure () -> String) {
        write(document(), layout, lines: [line()])
    }
}

/// The option to skip the confirmation of a step that cannot be undone.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    /// Asks at the terminal unless `--yes` is given. Throws the errors of ``Terminal/confirm(_:)``.
    func ask(_ question: @autoclosure () -> String) throws {
        if !yes { try Terminal().confirm(question()) }
    }
}

/// The form of a single result.
struct OutputOptions: ParsableArguments, ResultOptions {
    @Flag(help: "Write the result as JSON.")
    var json = false
}

/// The form of a result with many records.
struct RecordOutputOptions: ParsableArguments, ResultOptions {
    @Flag(help: "Write the result as one JSON document.")
    var json = false

    @Flag(help: "Write one JSON document per record, each on one line.")
    var jsonl = false

    func validate() throws {
        if json && jsonl { throw ValidationError("--json and --jsonl exclude each other") }
    }

    /// Writes records: as one JSON document, as one document a line with `--jsonl`, otherwise as lines of text.
    func write(_ records: @autoclosure () -> [JSONValue], lines: @autoclosure () -> [String]) {
        guard jsonl else { return write(.array(records()), lines: lines()) }
        for record in records() { Terminal().result(record, .compact) }
    }
}

/// Records as lines of text: a header if there is one, then columns of equal width, with `-` for a missing value. Replaces control
/// characters of untrusted text.
struct TextTable {
    let rows: [[String]]

    /// - Parameter header: the names of the columns; empty for a table without a header. A table without rows has none.
    init(_ header: [String], _ rows: [[String?]]) {
        let body = rows.map { row in row.map { $0.flatMap { $0.isEmpty ? nil : $0.sanitized } ?? "-" } }
        self.rows = (header.isEmpty || rows.isEmpty ? [] : [header]) + body
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
