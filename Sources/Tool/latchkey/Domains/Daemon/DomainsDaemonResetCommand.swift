import ArgumentParser
import AssociatedDomains

/// `latchkey domains daemon reset`.
struct DomainsDaemonResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Forget what the sites said, and ask all of them anew.",
        discussion: "The apps stay installed. Exits with 0 if every association holds then; with 1 if one does not.")

    @OptionGroup var memory: DaemonOptions

    func run() async throws {
        var session = try DaemonSession(memory)
        var log = DaemonLogFollower(session.daemon.log)
        try await session.handle(.reset)
        log.news(in: session.daemon.log).forEach { Terminal().result("\($0)".harmless) }
        if !session.daemon.associations.allSatisfy(\.isAssociated) { throw CommandFailure(.negative, []) }
    }
}
