import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import Foundation
import JSONText
import Secrets

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
