import ArgumentParser
import UnixSignals

/// `latchkey domains daemon watch`.
struct DomainsDaemonWatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print what the daemon does as it happens, until it is stopped.",
        discussion: """
            Prints each new line of the log that another command writes: `daemon run` and `daemon reset`, such as a timer starts them. It \
            does nothing itself. The memory may be missing as yet. Control-C ends it, with exit code 0.

            With --jsonl: {"time","subject","message"} a line. With --json: {"log":[…]}, written as it grows.
            """)

    @Option(help: ArgumentHelp("Where the daemon's memory is.", valueName: "file"))
    var state = DaemonOptions.defaultState

    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let watch = try DaemonWatch(DaemonMemory(path: state), as: output.json ? .document : output.jsonl ? .records : .text)
        // Before anything is said, so that who reads it may stop this.
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        Terminal().say("watching \(state.harmless); control-C ends it")
        let changes = FileChanges(path: state)
        try await withThrowingTaskGroup { group in
            group.addTask {
                for await _ in signals { break }
            }
            group.addTask {
                var watch = watch
                do {
                    try await watch.follow(changes)
                } catch is CancellationError {
                    try watch.end()
                }
            }
            try await group.next()
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}
