import JSONText

/// Many lines of an app's move between teams, one after the other: of two lines about one person the later one holds.
struct TransferRun {
    let work: @Sendable ([String]) async throws -> TransferLine.Outcome?

    /// Answers each line; empty ones are passed over.
    func answer(_ lines: LineReader, report: (TransferLine) -> Void) async throws -> TransferSummary {
        var lines = lines
        var summary = TransferSummary()
        while let line = try lines.next() {
            if line.bytes?.isEmpty == true { continue }
            let answer = try await answer(line)
            summary.count(answer.outcome)
            report(answer)
        }
        return summary
    }

    private func answer(_ line: LineReader.Line) async throws -> TransferLine {
        let words = line.bytes.map { String(decoding: $0, as: UTF8.self).split(separator: " ").map(String.init) }
        let outcome = if let words { try await work(words) } else { TransferLine.Outcome?.none }
        return TransferLine(number: line.number, outcome: outcome ?? .refused)
    }

    /// The longest line in bytes: two identifiers and an e-mail address at their longest, and room.
    static let lineLimit = 1_024
}

/// What became of one line.
struct TransferLine: Sendable {
    enum Outcome: Sendable {
        case done
        case notFound(String)
        case taken(String)
        /// It does not say what it should.
        case refused

        /// Why it was not done; nil where it was.
        var reason: String? {
            switch self {
            case .done: nil
            case .notFound(let reason), .taken(let reason): reason
            case .refused: "not two identifiers with a space between"
            }
        }

        fileprivate var word: String {
            switch self {
            case .done: "done"
            case .notFound: "not-found"
            case .taken: "taken"
            case .refused: "refused"
            }
        }
    }

    let number: Int
    let outcome: Outcome

    var json: JSONValue {
        var object = JSONObject([("line", .integer(number)), ("outcome", .string(outcome.word))])
        object["reason"] = outcome.reason.map(JSONValue.string)
        return .object(object)
    }
}

/// What became of all lines.
struct TransferSummary: CustomStringConvertible {
    private var done = 0
    private var notFound = 0
    private var taken = 0
    private var refused = 0

    init() {}

    mutating func count(_ outcome: TransferLine.Outcome) {
        switch outcome {
        case .done: done += 1
        case .notFound: notFound += 1
        case .taken: taken += 1
        case .refused: refused += 1
        }
    }

    /// Whether a line was not taken.
    var isIncomplete: Bool { notFound + taken + refused > 0 }

    var description: String { "done \(done), not found \(notFound), taken \(taken), refused \(refused)" }

    var json: JSONValue {
        [
            "done": .integer(done), "notFound": .integer(notFound), "taken": .integer(taken), "refused": .integer(refused),
        ]
    }
}
