import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText
import Secrets

struct AccountsAnnounceTransfersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announce-transfers",
        abstract: "Store the users' transfer identifiers before an app moves to another team.",
        discussion: """
            Reads lines of two words, a subject at the team that gives the app away and its transfer identifier, as \
            `latchkey apple-identity migrate --recipient` prints them. A user who signs in with Apple at the new team within 60 days of \
            the transfer then finds the account. An announcement replaces an earlier one. Exits with 1 if any line was not stored.
            """,
        example: "latchkey accounts announce-transfers --from GIVER00001 --to TAKER00001 \\\n    --config latchkey.yaml transfers")

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
                : LineOutcome("not-found", "no account has this subject, or another account has the transfer identifier")
        }
    }
}

struct AccountsFinishTransfersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish-transfers",
        abstract: "Store the users' new subjects after an app has moved to another team.",
        discussion: """
            Reads lines of a transfer identifier, the subject at the team that received the app, and optionally an e-mail address, as \
            `latchkey apple-identity migrate --received` prints them within 60 days of the transfer. The identifiers must have been \
            announced. A user who has signed in since the transfer has the new subject already; the line is reported as not found. \
            Exits with 1 if any line was not stored.
            """,
        example: "latchkey accounts finish-transfers --to TAKER00001 \\\n    --config latchkey.yaml people")

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
            case .unknown: LineOutcome("not-found", "no account waits for this transfer identifier")
            case .taken: LineOutcome("taken", "an account already has this subject, or another subject of the same team")
            }
        }
    }
}

extension AppleTeamID {
    fileprivate init(operator text: String) throws {
        guard let team = AppleTeamID(text) else {
            throw CommandFailure(.usage, "\(text) is not a team ID", hint: "a team ID has ten characters from A to Z and 0 to 9")
        }
        self = team
    }
}

/// The arguments that both transfer commands share: the source of the lines, the store, and the form of the report.
struct TransferArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The file to read; standard input if omitted.", valueName: "file"))
    var source: String?

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    /// Calls `work` with the words of each line and reports the outcome. Of two lines about one user the later one takes effect.
    ///
    /// - Parameter work: returns nil for malformed words.
    /// - Throws: a ``CommandFailure`` at the end if a line was not accepted, or at once if the file or the store cannot be used.
    func run(
        _ work: @escaping @Sendable (AppleAccountService, Client, [String]) async throws -> LineOutcome?
    ) async throws {
        let lines = try LineInput(path: source, limit: Self.lineLimit)
        let output = output
        let summary = try await options.withStore { store in
            try await OperatorContext.with(store, options) { context in
                let apple = context.apple
                var lines = lines
                var summary = LineSummary("done", "not-found", "taken", "rejected")
                while let line = try lines.nextWaiting() {
                    if line.bytes?.isEmpty == true { continue }
                    var outcome: LineOutcome?
                    if let bytes = line.bytes {
                        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
                        outcome = try await work(apple, context.client, words)
                    }
                    summary.count(outcome ?? .rejected)
                    output.report(outcome ?? .rejected, line: line.number)
                }
                return summary
            }
        }
        try summary.finish(output)
    }

    /// The maximum length of a line in bytes: two identifiers and an e-mail address of maximum length, and a reserve.
    private static let lineLimit = 1_024
}

extension LineOutcome {
    fileprivate static let done = LineOutcome("done")
    fileprivate static let rejected = LineOutcome("rejected", "not two identifiers with a space between")
}

extension OperatorContext {
    /// A service for Sign in with Apple. It neither seals nor opens values, so it uses a random key.
    fileprivate var apple: AppleAccountService {
        let key = MasterKey.random(SystemRandomBytes())
        return AppleAccountService(accounts: service, sealingKeys: SealingKeys(current: key, purpose: .appleTokens))
    }
}
