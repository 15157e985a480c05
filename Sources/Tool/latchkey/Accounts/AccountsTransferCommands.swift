import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText
import Secrets

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
            return isKnown
                ? .done
                : LineOutcome("not-found", "nobody here has this subject, or another person has the transfer identifier")
        }
    }
}

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
            case .unknown: LineOutcome("not-found", "nobody waits under this transfer identifier")
            case .taken: LineOutcome("taken", "an account has this subject, or another one of the same team, already")
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

    /// Does `work` with the words of each line, and tells what became of it. Of two lines about one person the later one holds.
    ///
    /// - Parameter work: answers nil for words that say nothing.
    /// - Throws: a ``CommandFailure`` at the end where a line was not taken, or at once where the file or the store cannot be used.
    func run(
        _ work: @escaping @Sendable (AppleAccountService, Client, [String]) async throws -> LineOutcome?
    ) async throws {
        let lines = try LineInput(path: source, limit: Self.lineLimit)
        let output = output
        let summary = try await options.withStore { store in
            try await Operator.over(store, options) { hand in
                let apple = hand.apple
                var lines = lines
                var summary = LineSummary("done", "not-found", "taken", "refused")
                while let line = try lines.nextWaiting() {
                    if line.bytes?.isEmpty == true { continue }
                    var outcome: LineOutcome?
                    if let bytes = line.bytes {
                        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
                        outcome = try await work(apple, hand.client, words)
                    }
                    summary.count(outcome ?? .refused)
                    output.report(outcome ?? .refused, line: line.number)
                }
                return summary
            }
        }
        try summary.finish(output)
    }

    /// The longest line in bytes: two identifiers and an e-mail address at their longest, and room.
    private static let lineLimit = 1_024
}

extension LineOutcome {
    fileprivate static let done = LineOutcome("done")
    fileprivate static let refused = LineOutcome("refused", "not two identifiers with a space between")
}

extension Operator {
    /// Sign in with Apple, as far as nothing is sealed or opened: its key is as good as any.
    fileprivate var apple: AppleAccountService {
        let key = MasterKey.random(SystemRandomBytes())
        return AppleAccountService(accounts: service, sealingKeys: SealingKeys(current: key, purpose: .appleTokens))
    }
}
