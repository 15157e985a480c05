import ArgumentParser

/// `latchkey apple`: an emulator of Apple's side of Sign in with Apple, and the commands that operate it.
struct AppleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple", abstract: "Run an emulator of Sign in with Apple, and operate it.",
        discussion: """
            `latchkey apple serve` runs it. All other commands contact a running one, at --at. Its pages do the same in a browser.

            Exits with 1 if the object does not exist; with 2 if the emulator rejects the request; with 70 if none responds.
            """,
        subcommands: [AppleServeCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Accounts",
                subcommands: [
                    AppleAccountsCommand.self, AppleConsentsCommand.self, AppleNativeCommand.self, AppleSignInCommand.self,
                ]),
            CommandGroup(
                name: "Developers",
                subcommands: [
                    AppleTeamsCommand.self, AppleAppsCommand.self, AppleServicesCommand.self, AppleKeysCommand.self,
                    AppleTransferCommand.self,
                ]),
            CommandGroup(
                name: "Service",
                subcommands: [
                    AppleClockCommand.self, AppleFaultsCommand.self, AppleLogCommand.self, AppleNotificationsCommand.self,
                    AppleOpenCommand.self, AppleRotateKeysCommand.self, AppleSettingsCommand.self,
                ]),
        ])
}
