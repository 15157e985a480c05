import ArgumentParser

/// `latchkey apple-identity`: a backend's side of Sign in with Apple, by hand.
struct AppleIdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple-identity",
        abstract: "A backend's side of Sign in with Apple: verify tokens, make client secrets, ask Apple.",
        discussion: """
            Keys, codes and tokens are read from files or standard input, never from arguments, which every user of the machine can see. \
            They are printed only where a command exists for that, or with --reveal.
            """,
        subcommands: [
            AppleIdentityVerifyCommand.self, AppleIdentityNotificationCommand.self, AppleIdentityJWSCommand.self,
            AppleIdentityClientSecretCommand.self, AppleIdentityDiagnoseCommand.self, AppleIdentityExchangeCommand.self,
            AppleIdentityRefreshCommand.self, AppleIdentityRevokeCommand.self, AppleIdentityMigrateCommand.self,
        ])
}
