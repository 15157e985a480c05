import ArgumentParser

/// `latchkey domains`: association files, what is wrong with them, and which links they give to which apps.
struct DomainsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domains", abstract: "Check association files, and tell why a link does or does not open an app.",
        discussion: """
            A file is the apple-app-site-association of a site. Links are compared with it exactly as Apple's swcutil compares them.

            With --jsonl, lint, match and explain read one JSON object a line from standard input and answer each with one on a line, in \
            the same order; members that they do not know are passed over. A line that cannot be answered gives \
            {"error":{"code","message","line"}}, the batch goes on, and the exit code is 1 at its end. The codes are listed in \
            docs/commands.md.
            """,
        subcommands: [
            DomainsCheckCommand.self, DomainsLintCommand.self, DomainsMatchCommand.self, DomainsExplainCommand.self,
            DomainsEntitlementsCommand.self, DomainsCapabilitiesCommand.self, DomainsDaemonCommand.self, DomainsServeCommand.self,
        ])
}
