import ArgumentParser

/// `latchkey domains daemon`.
struct DomainsDaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon", abstract: "Do what a device's own service for associated domains does, and say why.",
        discussion: """
            Nothing runs in the background: each run does what is due at that moment, and its memory is a file. A file is looked for on \
            installation and then every week; a site that fails is asked again three hours later, at most eight times a round.
            """,
        subcommands: [
            DomainsDaemonRunCommand.self, DomainsDaemonShowCommand.self, DomainsDaemonResetCommand.self,
            DomainsDaemonWatchCommand.self,
        ])
}
