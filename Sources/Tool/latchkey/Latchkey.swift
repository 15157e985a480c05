import ArgumentParser
import Foundation

/// The command `latchkey`. It alone reads the server's arguments and environment, opens stores, and connects them to the server.
@main
struct Latchkey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey",
        abstract: "Run a server for accounts, and work with passwords, domains, codes and devices.",
        discussion: ExitStatus.help,
        version: version,
        subcommands: [
            DevCommand.self, DeskCommand.self, ServeCommand.self, ConfigCommand.self, StoreCommand.self, AccountsCommand.self,
            OperatorsCommand.self, MailCommand.self, EventsCommand.self, PasswordsCommand.self, PasskeysCommand.self,
            AppleCommand.self,
            AppleIdentityCommand.self,
            DomainsCommand.self,
            CodesCommand.self,
            FieldsCommand.self, DeviceCommand.self, PhoneCommand.self, KeychainCommand.self,
        ])

    static let version = "0.1.0"

    static func main() async {
        let terminal = Terminal()
        do {
            var command = try await asyncParseAsRoot(nil)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            terminal.end(with: error)
        }
    }
}

extension CommandConfiguration {
    /// Creates the configuration of a command without subcommands. The description in its help ends with the example.
    ///
    /// - Parameter example: a command line that works as printed, or after the user has replaced its placeholders.
    init(commandName: String, abstract: String, usage: String? = nil, discussion: String = "", example: String) {
        self.init(
            commandName: commandName, abstract: abstract, usage: usage,
            discussion: (discussion.isEmpty ? "" : discussion + "\n\n") + "Example:\n  " + example)
    }
}

/// A word of a command line that is in the position of a subcommand but names none.
struct UnknownSubcommand: CustomStringConvertible {
    private let word: String
    private let suggestion: String?

    /// Follows the words of a command line from the root. Returns nil if they lead to an option or to a command without
    /// subcommands.
    init?(in words: some Sequence<String>) {
        var subcommands = Latchkey.configuration.subcommands
        for word in words {
            if subcommands.isEmpty || word.hasPrefix("-") { return nil }
            guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
                self.word = word
                let names = subcommands.compactMap { $0.configuration.commandName }
                let distances = names.map { ($0, $0.difference(from: word).count) }.filter { $1 <= 1 + word.count / 3 }
                suggestion = distances.min { $0.1 < $1.1 }?.0 ?? names.first { $0.hasPrefix(word) }
                return
            }
            subcommands = next.configuration.subcommands
        }
        return nil
    }

    var description: String {
        "unknown subcommand '\(word.sanitized)'" + (suggestion.map { ". Did you mean '\($0)'?" } ?? "")
    }
}
