import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import Foundation
import JSONText
import Secrets

/// `latchkey accounts announce-transfers`.
struct AccountsAnnounceTransfersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announce-transfers",
        abstract: "Before an app changes its team: write down who each person will be for the team that receives it.",
        discussion: """
            Reads lines of two words, a subject of the team that gives the app away and its transfer identifier, as `latchkey \
            apple-identity migrate --recipient` prints them. Whoever signs in with Apple at the new team within 60 days of the transfer then \
            finds their account. An announcement takes the place of an earlier one. Exits with 1 if any line was not taken.
            """)

    @Option(name: .customLong("from"), help: ArgumentHelp("The team that gives the app away.", valueName: "team"))
    var giver: String

    @Option(name: .customLong("to"), help: ArgumentHelp("The team that receives the app.", valueName: "team"))
    var receiver: String

    @OptionGroup var arguments: TransferArguments

    func run() async throws {
        let (giver, receiver) = (try AppleTeamID(operator: giver), try AppleTeamID(operator: receiver))
        guard giver != receiver else {
            throw CommandFailure(.usage, "both teams are \(giver)", hint: "an app is transferred from one team to another")
        }
        try await arguments.run { apple, _, words in
            guard words.count == 2, let subject = AppleSubject(words[0]), let transfer = AppleSubject(words[1]) else { return nil }
            let isKnown = try await apple.announce(
                AppleTransfer(team: receiver, subject: transfer), of: AppleIdentityKey(team: giver, subject: subject))
            return isKnown ? .done : .notFound("nobody here has this subject, or another person has the transfer identifier")
        }
    }
}

/// `latchkey accounts finish-transfers`.
struct AccountsFinishTransfersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish-transfers",
        abstract: "After an app has changed its team: give people who have not signed in since their subjects at the new team.",
        discussion: """
            Reads lines of a transfer identifier, the subject at the team that received the app, and maybe an e-mail address, as `latchkey \
            apple-identity migrate --received` prints them within 60 days of the transfer. The identifiers must have been announced. \
            Whoever has signed in meanwhile has been moved already and is told as not found. Exits with 1 if any line was not taken.
            """)

    @Option(name: .customLong("to"), help: ArgumentHelp("The team that received the app.", valueName: "team"))
    var receiver: String

    @OptionGroup var arguments: TransferArguments

    func run() async throws {
        let receiver = try AppleTeamID(operator: receiver)
        try await arguments.run { apple, client, words in
            guard (2...3).contains(words.count), let transfer = AppleSubject(words[0]), let subject = AppleSubject(words[1]) else {
                return nil
            }
            let transferring = AppleTransfer(team: receiver, subject: transfer)
            return switch try await apple.move(transferring, to: subject, client: client, now: .current) {
            case .moved: .done
            case .unknown: .notFound("nobody waits under this transfer identifier")
            case .taken: .taken("an account has this subject, or another one of the same team, already")
            }
        }
    }
}

extension AppleTeamID {
    fileprivate init(operator text: String) throws {
        guard let team = AppleTeamID(text) else {
            throw CommandFailure(.usage, "\(text) is no team", hint: "ten characters from A to Z and 0 to 9")
        }
        self = team
    }
}

/// What the two commands for an app's move between teams share: where lines come from, where accounts are, and how it is told.
struct TransferArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The file to read; standard input if left out.", valueName: "file"))
    var source: String?

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    /// Does `work` with the words of each line, and tells what became of it.
    ///
    /// - Parameter work: answers nil for words that say nothing.
    /// - Throws: a ``CommandFailure`` at the end where a line was not taken, or at once where the file or the store cannot be used.
    func run(
        _ work: @escaping @Sendable (AppleAccountService, Client, [String]) async throws -> TransferLine.Outcome?
    ) async throws {
        let file = try openSource()
        let (output, terminal) = (output, Terminal())
        let summary = try await options.withStore { store in
            try await Operator.over(store, options) { hand in
                let apple = hand.apple
                let run = TransferRun { words in try await work(apple, hand.client, words) }
                return try await run.answer(LineReader(file, limit: TransferRun.lineLimit)) { line in
                    if output.jsonl {
                        terminal.result(line.json, .compact)
                    } else if let reason = line.outcome.reason {
                        terminal.say("line \(line.number): \(reason)")
                    }
                }
            }
        }
        if output.json {
            terminal.result(summary.json)
        } else if output.jsonl {
            terminal.say(summary.description)
        } else {
            terminal.result(summary.description)
        }
        if summary.isIncomplete { throw CommandFailure(.negative, []) }
    }

    private func openSource() throws -> FileHandle {
        guard let source else { return .standardInput }
        guard let file = FileHandle(forReadingAtPath: source) else {
            throw CommandFailure(.usage, "\(source) cannot be read", hint: "check the path and who may read it")
        }
        return file
    }
}

extension Operator {
    /// Sign in with Apple, as far as nothing is sealed or opened: its key is as good as any.
    fileprivate var apple: AppleAccountService {
        let key = MasterKey.random(SystemRandomBytes())
        return AppleAccountService(accounts: service, sealingKeys: SealingKeys(current: key, purpose: .appleTokens))
    }
}

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
