import AssociatedDomains
import JSONText

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
