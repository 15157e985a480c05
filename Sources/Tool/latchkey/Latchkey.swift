import ArgumentParser
import Foundation

/// The command: the only place that reads arguments and the environment, opens stores and joins them with the server.
@main
struct Latchkey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey",
        abstract: "Accounts for an app: passwords, sessions, pages, from one server.",
        discussion: ExitStatus.help,
        version: version,
        subcommands: [
            DevCommand.self, ServeCommand.self, ConfigCommand.self, StoreCommand.self, AccountsCommand.self,
            PasswordsCommand.self, AppleCommand.self, AppleIdentityCommand.self, DomainsCommand.self, CodesCommand.self,
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
