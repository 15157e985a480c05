import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

/// `latchkey apple-identity migrate`.
struct AppleIdentityMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Take the people of an app along when it changes its team, on either side.",
        discussion: """
            Reads identifiers from standard input, one a line, and answers each with a line. The team that gives the app away names the \
            recipient, gives subjects and gets transfer identifiers; the team that received it says --received, gives those and \
            gets its own subjects, within 60 days of the transfer.

            Lines of the answer: both identifiers with a space between, and an e-mail address where there is one. With --jsonl one object a \
            line: {"sub","transferSub"} or {"transferSub","sub","email","isPrivateEmail"}, or {"line","error":{…}}; with --json they \
            stand in a list. What Apple refuses is told with its line, and the others are asked; what makes all of them fail ends the \
            run. Exits with 1 if a line was refused.
            """)

    @OptionGroup var service: ServiceOptions

    @Option(help: ArgumentHelp("The team that receives the app; never the own one.", valueName: "id"))
    var recipient: String?

    @Flag(help: "This is the team that received the app.")
    var received = false

    @OptionGroup var output: RecordOutputOptions

    func validate() throws {
        guard (recipient != nil) != received else { throw ValidationError("give either --recipient or --received") }
    }

    func run() async throws {
        let recipient = try recipient.map { text in try CredentialFailure.explaining { try TeamID(text) } }
        let lines = try TextInput.read(nil, named: "the identifiers").split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let output = output
        try await service.asking { client in
            var run = MigrationRun(client: client, recipient: recipient, output: output)
            try await run.answer(lines.map(String.init))
        }
    }
}
