import AccountServer
import Accounts
import ArgumentParser

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
