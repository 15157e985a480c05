import ArgumentParser
import AssociatedDomains
import Foundation
import JSONText
import UnixSignals

struct DomainsDaemonWatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print the daemon's log as it grows, until stopped.",
        discussion: """
            Prints each new line that another command writes to the log: `daemon run` or `daemon reset`, which a timer may start. It \
            changes nothing itself, and waits for a missing state file. Control-C ends it, with exit code 0.

            With --jsonl: {"time","subject","message"} a line. With --json: {"log":[…]}, written as it grows.
            """,
        example: "latchkey domains daemon watch")

    @Option(help: ArgumentHelp("The file with the daemon's state.", valueName: "file"))
    var state = DaemonOptions.defaultState

    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let watch = try DaemonWatch(DaemonStateFile(path: state), as: output.json ? .document : output.jsonl ? .records : .text)
        // Traps signals before the message, so that a program that reads the message can stop the command at once.
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        Terminal().say("watching \(state.sanitized); control-C ends it")
        let changes = FileChanges(path: state)
        try await withThrowingTaskGroup { group in
            group.addTask {
                for await _ in signals { break }
            }
            group.addTask {
                var watch = watch
                do {
                    try await watch.follow(changes)
                } catch is CancellationError {
                    try watch.end()
                }
            }
            try await group.next()
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}

/// Writes the new lines of the daemon's log.
struct DaemonWatch {
    /// The form of the log's lines.
    enum Form {
        /// Text.
        case text
        /// JSON, one object a line.
        case records
        /// One JSON document, which is complete after ``end()``.
        case document
    }

    private let stateFile: DaemonStateFile
    private let form: Form
    private var log: DaemonLogFollower
    private var output = LineOutput()
    private var hasWritten = false

    /// Creates a watch of the lines after the current state.
    ///
    /// - Throws: a ``CommandFailure`` for a malformed state file.
    init(_ stateFile: DaemonStateFile, as form: Form) throws {
        self.stateFile = stateFile
        self.form = form
        log = DaemonLogFollower(try stateFile.daemon().log)
    }

    /// Reads the state after each change. Returns at the end of the changes. Rethrows their errors and those of the state file.
    mutating func follow(_ changes: some AsyncSequence<Void, any Error>) async throws {
        for try await _ in changes {
            for entry in log.news(in: try stateFile.daemon().log) { write(entry) }
            try output.flush()
        }
    }

    /// Writes the end of the document.
    mutating func end() throws {
        guard form == .document else { return }
        output.write(hasWritten ? "]}\n" : "{\"log\":[]}\n")
        try output.flush()
    }

    private mutating func write(_ entry: DaemonLogEntry) {
        switch form {
        case .text: output.write("\(entry)".sanitized + "\n")
        case .records: output.write(entry.json)
        // The comma precedes the next entry, so that each line is written whole.
        case .document: output.write((hasWritten ? "," : "{\"log\":[\n") + entry.json.text(.compact) + "\n")
        }
        hasWritten = true
    }
}

/// The changes of a file. The first element comes at once. A check four times a second adds one if the file was replaced, written,
/// created or removed. Throws when its task is cancelled.
struct FileChanges: AsyncSequence {
    let path: String

    func makeAsyncIterator() -> Iterator { Iterator(path: path) }

    struct Iterator: AsyncIteratorProtocol {
        private let path: String
        private var last: Mark?

        init(path: String) {
            self.path = path
        }

        mutating func next() async throws -> Void? {
            while true {
                let mark = Mark(path)
                guard mark == last else {
                    last = mark
                    return ()
                }
                try await Task.sleep(for: FileChanges.pause)
            }
        }
    }

    /// The identity of a file's version. Replacing a file changes its inode.
    private struct Mark: Equatable {
        private let inode: UInt64?
        private let size: UInt64?
        private let time: Date?

        init(_ path: String) {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            inode = (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
            size = (attributes?[.size] as? NSNumber)?.uint64Value
            time = attributes?[.modificationDate] as? Date
        }
    }

    private static let pause = Duration.milliseconds(250)
}
