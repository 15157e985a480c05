import ArgumentParser

/// `latchkey accounts`.
struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "Look after accounts as the operator, while the server runs or not.",
        subcommands: [
            AccountsListCommand.self, AccountsShowCommand.self, AccountsDeleteCommand.self, AccountsRevokeSessionsCommand.self,
            AccountsRemoveSecondFactorsCommand.self, AccountsPasswordLinkCommand.self, AccountsImportCommand.self,
            AccountsExportCommand.self,
            AccountsAnnounceTransfersCommand.self,
            AccountsFinishTransfersCommand.self,
        ])
}
