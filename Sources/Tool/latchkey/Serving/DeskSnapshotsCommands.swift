import AccountServer
import ArgumentParser
import JSONText
import WebClient

/// `latchkey desk snapshots`: the data of `latchkey dev` at several moments.
struct DeskSnapshotsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshots", abstract: "Save and restore the data of `latchkey dev`.",
        subcommands: [
            DeskSnapshotsListCommand.self, DeskSnapshotsSaveCommand.self, DeskSnapshotsRestoreCommand.self,
            DeskSnapshotsDeleteCommand.self,
        ])
}

/// `latchkey desk snapshots list`.
struct DeskSnapshotsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the snapshots, the newest first.",
        discussion: "Result with --json: an array of {\"name\",\"savedAt\"}.",
        example: "latchkey desk snapshots list")

    @OptionGroup var server: DevelopmentServerOptions
    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let snapshots = try await server.snapshots()["snapshots"]?.array ?? []
        output.write(
            snapshots, lines: TextTable(["NAME", "SAVED"], snapshots.map { [$0["name"]?.string, $0["savedAt"]?.string] }).lines)
    }
}

/// `latchkey desk snapshots save`.
struct DeskSnapshotsSaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save accounts, Apple Accounts and phones under a name.",
        discussion: """
            Everything stops for a few seconds. The mailbox, traces and log lines are not part of a snapshot. Without --data, snapshots \
            are deleted when `latchkey dev` ends.

            Result with --json: {"name"}. Exits with 2 if the name is in use, or if there are 20 snapshots.
            """,
        example: "latchkey desk snapshots save before-upgrade")

    @OptionGroup var snapshot: SnapshotArgument
    @OptionGroup var server: DevelopmentServerOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await server.restart(to: .save, snapshot.checked())
        output.write(snapshot.json, .compact, line: snapshot.name)
    }
}

/// `latchkey desk snapshots restore`.
struct DeskSnapshotsRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Replace the data with a snapshot.",
        discussion: """
            Everything stops for a few seconds, and the current data is deleted. The account store is a restored backup: single-use codes \
            end, and signals about passkeys are off until `latchkey passkeys confirm-restore`.

            Result with --json: {"name"}. Exits with 2 if there is no such snapshot.
            """,
        example: "latchkey desk snapshots restore before-upgrade --yes")

    @OptionGroup var snapshot: SnapshotArgument
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var server: DevelopmentServerOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let name = try snapshot.checked()
        try confirmation.ask("replace all data of `latchkey dev` with the snapshot \(name)?")
        try await server.restart(to: .restore, name)
        output.write(snapshot.json, .compact, line: snapshot.name)
    }
}

/// `latchkey desk snapshots delete`.
struct DeskSnapshotsDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a snapshot.",
        discussion: "Result with --json: {\"name\"}. Exits with 2 if there is no such snapshot.",
        example: "latchkey desk snapshots delete before-upgrade --yes")

    @OptionGroup var snapshot: SnapshotArgument
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var server: DevelopmentServerOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let name = try snapshot.checked()
        try confirmation.ask("delete the snapshot \(name)?")
        _ = try await server.order("delete", name)
        output.write(snapshot.json, .compact, line: snapshot.name)
    }
}

/// The name of a snapshot on a command line.
struct SnapshotArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The name: \(SnapshotName.requirements).", valueName: "name"))
    var name: String

    func validate() throws { _ = try checked() }

    func checked() throws -> SnapshotName {
        guard let checked = SnapshotName(name) else {
            throw ValidationError("the name of a snapshot has \(SnapshotName.requirements)")
        }
        return checked
    }

    var json: JSONValue { ["name": .string(name)] }
}

extension DevelopmentServerOptions {
    /// Returns the snapshots of the desk, with the number of its run and the outcome of the last request.
    fileprivate func snapshots() async throws -> JSONValue {
        try JSONText.parse(try await ask(Self.snapshotPath)).root.value
    }

    /// Sends an order to the desk. Returns the number of its run.
    fileprivate func order(_ action: String, _ name: SnapshotName) async throws -> Int {
        let order: JSONValue = ["action": .string(action), "name": .string("\(name)")]
        let answer = try JSONText.parse(try await ask(Self.snapshotPath, order.bytes())).root.value
        guard let run = answer["run"]?.number?.int else {
            throw CommandFailure(.failure, "unexpected response from the desk at \(try base())")
        }
        return run
    }

    /// Sends an order, and waits until `latchkey dev` has performed it and has started again.
    ///
    /// - Throws: ``CommandFailure`` if the order is rejected or fails, or takes longer than two minutes.
    fileprivate func restart(to action: SnapshotOutcome.Action, _ name: SnapshotName) async throws {
        let ordered = try await order(action.rawValue, name)
        for _ in 0..<Self.attempts {
            try await Task.sleep(for: .milliseconds(500))
            // No server responds meanwhile, or one of another user.
            guard isPublished, let state = try? await snapshots(), let run = state["run"]?.number?.int, run > ordered else {
                continue
            }
            let outcome = state["outcome"]
            guard outcome?["action"]?.string == action.rawValue, outcome?["name"]?.string == "\(name)" else {
                throw CommandFailure(
                    .failure, "the snapshot was not \(action.participle): another request restarted `latchkey dev` first",
                    hint: "run the command again")
            }
            guard let failure = outcome?["failure"]?.string else { return }
            throw CommandFailure(.failure, failure)
        }
        throw CommandFailure(
            .failure, "`latchkey dev` has not started again within two minutes", hint: "its standard error has the reason")
    }

    /// Whether a server of this user listens at the address, and has left its bearer token.
    private var isPublished: Bool {
        (try? WebURL(base())).flatMap { RunFolder.ofThisUser().bearer(for: $0) } != nil
    }

    private static let snapshotPath = "/dev/snapshots"
    private static let attempts = 240
}
