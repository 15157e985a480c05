import JSONText

/// The outcome of one line of a file: a word for programs, and a reason if the line was not accepted.
struct LineOutcome: Sendable {
    let word: String
    let reason: String?

    init(_ word: String, _ reason: String? = nil) {
        self.word = word
        self.reason = reason
    }
}

/// The outcome of all lines: the number of lines per word.
struct LineSummary: Sendable {
    private let words: [String]
    private var counts: [String: Int] = [:]

    /// - Parameter words: the words in the order of the summary; the first one counts accepted lines.
    init(_ words: String...) {
        self.words = words
    }

    mutating func count(_ outcome: LineOutcome) { counts[outcome.word, default: 0] += 1 }

    private func count(of word: String) -> Int { counts[word] ?? 0 }

    private var text: String {
        words.map { "\($0.replacing("-", with: " ")) \(count(of: $0))" }.joined(separator: ", ")
    }

    private var json: JSONValue {
        .object(JSONObject(words.map { ($0 == "not-found" ? "notFound" : $0, .integer(count(of: $0))) }))
    }

    /// Writes the summary. Ends the command with exit code 1 if a line was not accepted.
    func finish(_ output: RecordOutputOptions) throws {
        if output.jsonl { Terminal().say(text) } else { output.write(json, line: text) }
        if words.dropFirst().contains(where: { count(of: $0) > 0 }) { throw CommandFailure(.negative, []) }
    }
}

extension RecordOutputOptions {
    /// Reports one line: as a record with `--jsonl`, otherwise by its reason if it has one.
    func report(_ outcome: LineOutcome, line: Int) {
        if jsonl {
            var object = JSONObject([("line", .integer(line)), ("outcome", .string(outcome.word))])
            object["reason"] = outcome.reason.map(JSONValue.string)
            Terminal().result(.object(object), .compact)
        } else if let reason = outcome.reason {
            Terminal().say("line \(line): \(reason)")
        }
    }
}
