import ArgumentParser
import AssociatedDomains
import JSONText

/// `latchkey domains daemon show`.
struct DomainsDaemonShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what the daemon knows, in the form of `swcutil show`.",
        discussion: """
            With --json: {"associations":[{"appID","service","domain","mode","associated","site","user","reason":{"code","status","text"},\
            "tries","lastChecked","nextCheck"}],"developerMode","log":[{"time","subject","message"}]}.
            """)

    @Flag(help: "Show the log too.")
    var log = false

    @Option(help: ArgumentHelp("Where the daemon's memory is.", valueName: "file"))
    var state = DaemonOptions.defaultState

    @OptionGroup var output: OutputOptions

    func run() throws {
        let daemon = try DaemonMemory(path: state).daemon()
        if output.json {
            Terminal().result([
                "associations": .array(daemon.associations.map(\.json)), "developerMode": .boolean(daemon.isDeveloperModeOn),
                "log": .array(daemon.log.map(\.json)),
            ])
            return
        }
        daemon.shown().split(separator: "\n", omittingEmptySubsequences: false).dropLast().forEach {
            Terminal().result($0.harmless)
        }
        if log { daemon.log.forEach { Terminal().result("\($0)".harmless) } }
    }
}
