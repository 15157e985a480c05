import ArgumentParser
import JSONText

/// `latchkey apple faults`.
struct AppleFaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults", abstract: "Mistakes that the emulator makes on purpose.",
        subcommands: [List.self, Add.self, Remove.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Print the faults that are set.")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.list("/faults", "faults", "id", "endpoint", "kind", "value", "remaining") }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Set a fault.",
            discussion: """
                Endpoints: discovery, keys, authorize, token, revoke, usermigrationinfo, native, notification.
                Kinds: delay (milliseconds), status (500 to 599), malformed-body, dropped-connection, wrong-issuer, wrong-audience, \
                foreign-email, stale, wrong-signature.
                """)
        @Argument(help: "Where.") var endpoint: String
        @Argument(help: "What goes wrong.") var kind: String
        @Argument(help: "Its value, where it takes one.") var value: String?
        @Option(help: ArgumentHelp("For how many requests; left out, until it is removed.", valueName: "number")) var count: Int?
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let body = adminBody([
                ("endpoint", .string(endpoint)), ("kind", .string(kind)), ("value", value.map { .string($0) }),
                ("count", count.map { .integer($0) }),
            ])
            try await emulator.change(.post, "/faults", body, says: "id")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a fault, or all of them.")
        @Argument(help: ArgumentHelp("The fault's number; left out with --all.", valueName: "number")) var id: Int?
        @Flag(help: "Remove all.") var all = false
        @OptionGroup var emulator: AppleEmulatorOptions

        func validate() throws {
            guard all != (id != nil) else { throw ValidationError("give a fault's number, or --all") }
        }

        func run() async throws { try await emulator.change(.delete, id.map { "/faults/\($0)" } ?? "/faults") }
    }
}
