import ArgumentParser
import JSONText

struct AppleSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Print or change the emulator's behaviour where Apple's is not uniform.",
        example: "latchkey apple settings wireStyle=2019")

    @Argument(help: ArgumentHelp("The settings to change; all are printed if omitted.", valueName: "name=value")) var changes:
        [String] = []
    @OptionGroup var emulator: AppleEmulatorOptions

    func validate() throws {
        for change in changes where !change.dropFirst().contains("=") {
            throw ValidationError("\(change) does not have the form name=value")
        }
    }

    func run() async throws {
        var answer = try await emulator.ask(.get, "/settings")
        if !changes.isEmpty {
            let members = changes.map { change in
                let parts = change.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(parts[0]), Self.value(parts[1], like: answer?[String(parts[0])]))
            }
            answer = try await emulator.ask(.patch, "/settings", .object(JSONObject(members)))
        }
        let settings = answer
        emulator.write(settings) {
            (settings?.object?.members ?? []).map { "\($0.name)=\($0.value.string ?? $0.value.text())" }
        }
    }

    /// Returns the value with the type of the current one: `2024` is a string for one setting and a number for another.
    private static func value(_ text: Substring, like current: JSONValue?) -> JSONValue {
        switch current?.kind {
        case .number: Int(text).map { .integer($0) } ?? .string(String(text))
        case .boolean: ["true", "false"].contains(text) ? .boolean(text == "true") : .string(String(text))
        default: .string(String(text))
        }
    }
}

struct AppleClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "Print or change the emulator's time.", subcommands: [Show.self, Set.self, Advance.self],
        defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print the time, and its offset in seconds.", example: "latchkey apple clock show")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.change(.get, "/clock", says: "now", "offset") }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Set the time; the clock continues from there.",
            example: "latchkey apple clock set 2026-03-01T12:00:00Z")
        @Argument(help: ArgumentHelp("A time such as 2026-03-01T12:00:00Z.", valueName: "time")) var time: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(.put, "/clock", adminBody([("now", .string(time))]), says: "now", "offset")
        }
    }

    struct Advance: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "advance", abstract: "Advance the time.", example: "latchkey apple clock advance 61d")
        @Argument(help: ArgumentHelp("The duration: 90s, 5m, 2h, 61d; a number alone is seconds.", valueName: "time")) var by:
            String
        @OptionGroup var emulator: AppleEmulatorOptions

        func validate() throws { _ = try seconds() }

        func run() async throws {
            try await emulator.change(.put, "/clock", adminBody([("advance", .integer(try seconds()))]), says: "now", "offset")
        }

        private func seconds() throws -> Int {
            let units = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
            let unit = by.last.flatMap { units[String($0)] }
            let digits = unit == nil ? Substring(by) : by.dropLast()
            guard let number = Int(digits), number.magnitude <= 10_000_000_000 else {
                throw ValidationError("a duration must be a number followed by s, m, h or d")
            }
            return number * (unit ?? 1)
        }
    }
}

struct AppleFaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults", abstract: "Manage the errors that the emulator makes on purpose.",
        subcommands: [List.self, Add.self, Remove.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all faults.", example: "latchkey apple faults list")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.list("/faults", "faults", "id", "endpoint", "kind", "value", "remaining") }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a fault.",
            discussion: """
                Endpoints: discovery, keys, authorize, token, revoke, usermigrationinfo, native, notification.
                Kinds: delay (milliseconds), status (500 to 599), malformed-body, dropped-connection, wrong-issuer, wrong-audience, \
                foreign-email, stale, wrong-signature.
                """,
            example: "latchkey apple faults add token status 503 --count 2")
        @Argument(help: "The endpoint.") var endpoint: String
        @Argument(help: "The kind of the fault.") var kind: String
        @Argument(help: "The value of the kind, if it has one.") var value: String?
        @Option(help: ArgumentHelp("The number of requests; unlimited if omitted.", valueName: "number")) var count: Int?
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
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove one fault, or all.", example: "latchkey apple faults remove --all")
        @Argument(help: ArgumentHelp("The fault's number; omit it with --all.", valueName: "number")) var id: Int?
        @Flag(help: "Remove all.") var all = false
        @OptionGroup var emulator: AppleEmulatorOptions

        func validate() throws {
            guard all != (id != nil) else { throw ValidationError("give a fault's number, or --all") }
        }

        func run() async throws { try await emulator.change(.delete, id.map { "/faults/\($0)" } ?? "/faults") }
    }
}

struct AppleLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List the requests to the emulator, the oldest first.",
        example: "latchkey apple log --after 100")

    @Option(help: ArgumentHelp("Only requests after this number.", valueName: "number")) var after = 0
    @Flag(help: "Clear the log instead.") var clear = false
    @OptionGroup var emulator: AppleEmulatorOptions

    func run() async throws {
        if clear {
            try await emulator.change(.delete, "/log")
        } else {
            try await emulator.list("/log?after=\(after)", "requests", "id", "at", "endpoint", "status", "error", "explanation")
        }
    }
}

struct AppleNotificationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications", abstract: "List or repeat the notifications to apps.",
        subcommands: [List.self, Replay.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all notifications with their progress.",
            example: "latchkey apple notifications list")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list(
                "/notifications", "notifications", "id", "kind", "audience", "progress", "attempts", "lastOutcome", "url")
        }
    }

    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay", abstract: "Post a notification again, with the same content.",
            example: "latchkey apple notifications replay 3")
        @Argument(help: ArgumentHelp("The notification's number.", valueName: "number")) var id: Int
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(.post, "/notifications/\(id)/replay", .object(JSONObject()))
        }
    }
}

struct AppleRotateKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-keys", abstract: "Change the keys that sign identity tokens.",
        example: "latchkey apple rotate-keys --way abrupt")

    /// The kinds of rotation, by their names in the admin interface.
    enum Rotation: String, ExpressibleByArgument, CaseIterable, Sendable {
        case gradual, abrupt, unlisted
    }

    @Option(
        help: ArgumentHelp(
            "gradual keeps old keys listed; abrupt removes them at once; unlisted lists new keys while old ones sign.",
            valueName: "way"))
    var way = Rotation.gradual
    @OptionGroup var emulator: AppleEmulatorOptions

    func run() async throws {
        let answer = try await emulator.ask(.post, "/signing-keys/rotate", adminBody([("rotation", .string(way.rawValue))]))
        emulator.write(answer) {
            AdminTable(answer?["signingKeys"], ["id", "isListed", "signs", "createdAt"], hasHeader: true).lines
        }
    }
}
