import ArgumentParser
import AssociatedDomains
import Foundation
import JSONText
import UnixSignals

struct DomainsDaemonWatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print what the daemon does as it happens, until it is stopped.",
        discussion: """
            Prints each new line of the log that another command writes: `daemon run` and `daemon reset`, such as a timer starts them. It \
            does nothing itself. The memory may be missing as yet. Control-C ends it, with exit code 0.

            With --jsonl: {"time","subject","message"} a line. With --json: {"log":[…]}, written as it grows.
            """)

    @Option(help: ArgumentHelp("Where the daemon's memory is.", valueName: "file"))
    var state = DaemonOptions.defaultState

    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let watch = try DaemonWatch(DaemonMemory(path: state), as: output.json ? .document : output.jsonl ? .records : .text)
        // Before anything is said, so that who reads it may stop this.
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        Terminal().say("watching \(state.harmless); control-C ends it")
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

/// Writes what the log of the daemon's memory gains.
struct DaemonWatch {
    /// How the lines of the log are written.
    enum Form {
        /// As text.
        case text
        /// As JSON, each on a line of its own.
        case records
        /// As one JSON document, which is complete when ``end()`` has been called.
        case document
    }

    private let memory: DaemonMemory
    private let form: Form
    private var log: DaemonLogFollower
    private var output = LineOutput()
    private var hasWritten = false

    /// Begins after what the memory holds now.
    ///
    /// - Throws: a ``CommandFailure`` for a memory that is none.
    init(_ memory: DaemonMemory, as form: Form) throws {
        self.memory = memory
        self.form = form
        log = DaemonLogFollower(try memory.daemon().log)
    }

    /// Looks at the memory at each of these moments. Returns at their end, and throws what they and the memory throw.
    mutating func follow(_ changes: some AsyncSequence<Void, any Error>) async throws {
        for try await _ in changes {
            for entry in log.news(in: try memory.daemon().log) { write(entry) }
            try output.flush()
        }
    }

    /// Writes what ends the document.
    mutating func end() throws {
        guard form == .document else { return }
        output.write(hasWritten ? "]}\n" : "{\"log\":[]}\n")
        try output.flush()
    }

    private mutating func write(_ entry: DaemonLogEntry) {
        switch form {
        case .text: output.write("\(entry)".harmless + "\n")
        case .records: output.write(entry.json)
        // The comma goes before the next one, so that each line is written whole.
        case .document: output.write((hasWritten ? "," : "{\"log\":[\n") + entry.json.text(.compact) + "\n")
        }
        hasWritten = true
    }
}

/// The moments at which a file became another one, was written, came or went: the first at once, then whenever a look at it, four
/// times a second, finds it changed. Ends by throwing when its task is cancelled.
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

    /// What tells a file from the one that was there before. Whoever replaces a file makes another inode.
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
