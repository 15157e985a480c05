import ArgumentParser
import JSONText
import PrivateFiles

struct AppleTeamsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "teams", abstract: "The developer teams.", subcommands: [List.self, Add.self, AllowSender.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Print all teams.")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.list("/teams", "teams", "id", "kind", "name", "emailSources") }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Enrol a team.")
        @Argument(help: "Its name.") var name: String
        @Option(help: ArgumentHelp("Its Team ID; made up when left out.", valueName: "team-id")) var id: String?
        @Flag(help: "One person rather than an organization: fewer websites.") var individual = false
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let body = adminBody([
                ("id", id.map { .string($0) }), ("name", .string(name)), ("kind", individual ? "individual" : nil),
            ])
            try await emulator.change(.post, "/teams", body, says: "id")
        }
    }

    struct AllowSender: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "allow-sender", abstract: "Let a domain or address write to the team's relay addresses.")
        @Argument(help: "The Team ID.") var team: String
        @Argument(help: "The domain or address.") var source: String
        @Flag(help: "Take the right away again.") var remove = false
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let path = "/teams/\(team.pathSegment)/email-sources"
            if remove {
                try await emulator.change(.delete, path + "/" + source.pathSegment)
            } else {
                try await emulator.change(.post, path, adminBody([("source", .string(source))]))
            }
        }
    }
}

struct AppleKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "The developers' keys for client secrets.",
        subcommands: [List.self, Add.self, Download.self, Revoke.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Print all keys.")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list("/keys", "keys", "id", "team", "primary", "downloadedAt", "revokedAt", "name")
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a key; at most two for each primary App ID.")
        @Argument(help: "Its name.") var name: String
        @Option(help: ArgumentHelp("The primary App ID.", valueName: "app-id")) var primary: String
        @Option(name: .customLong("out"), help: ArgumentHelp("Write the private key to this file at once.", valueName: "file"))
        var file: String?
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let made = try await emulator.ask(
                .post, "/keys", adminBody([("name", .string(name)), ("primary", .string(primary))]))
            if let file, let id = made?["id"]?.string { try await emulator.downloadKey(id, to: file) }
            emulator.write(made) { [made?["id"]?.string ?? ""] }
        }
    }

    struct Download: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "download", abstract: "Take a key's private half: once, as at Apple.")
        @Argument(help: "The key id.") var id: String
        @Option(name: .customLong("out"), help: ArgumentHelp("The file to write.", valueName: "file")) var file: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.downloadKey(id, to: file) }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revoke a key: client secrets by it are refused.")
        @Argument(help: "The key id.") var id: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.change(.delete, "/keys/\(id.pathSegment)") }
    }
}

extension AppleEmulatorOptions {
    /// Takes a key and writes it. The file is checked first: the emulator gives the key out once.
    fileprivate func downloadKey(_ id: String, to file: String) async throws {
        try PrivateFile.requireAbsent(file)
        let answer = try await ask(.post, "/keys/\(id.pathSegment)/download", .object(JSONObject()))
        try PrivateFile.write(answer?["pem"]?.string ?? "", to: file)
    }
}

struct AppleTransferCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Move an app with its group to another team.")

    @Argument(help: ArgumentHelp("The primary App ID.", valueName: "app-id")) var app: String
    @Option(help: ArgumentHelp("The team that receives it.", valueName: "team-id")) var to: String
    @OptionGroup var emulator: AppleEmulatorOptions

    func run() async throws {
        try await emulator.change(
            .post, "/transfers", adminBody([("primary", .string(app)), ("to", .string(to))]), says: "primary", "from", "to", "at")
    }
}
