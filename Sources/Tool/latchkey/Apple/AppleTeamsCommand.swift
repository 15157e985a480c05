import ArgumentParser
import JSONText
import PrivateFiles

struct AppleTeamsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "teams", abstract: "Manage the developer teams.", subcommands: [List.self, Add.self, AllowSender.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all teams.", example: "latchkey apple teams list")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.list("/teams", "teams", "id", "kind", "name", "emailSources") }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Create a team.", example: "latchkey apple teams add 'Example Inc.' --id ABCDE12345")
        @Argument(help: "The name of the team.") var name: String
        @Option(help: ArgumentHelp("The team ID; generated if omitted.", valueName: "team-id")) var id: String?
        @Flag(help: "Create an individual instead of an organization; it may have fewer websites.") var individual = false
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
            commandName: "allow-sender", abstract: "Allow a domain or address to write to the team's relay addresses.",
            example: "latchkey apple teams allow-sender ABCDE12345 example.com")
        @Argument(help: "The team ID.") var team: String
        @Argument(help: "The domain or address.") var source: String
        @Flag(help: "Remove the permission instead.") var remove = false
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
        commandName: "keys", abstract: "Manage the developers' keys for client secrets.",
        subcommands: [List.self, Add.self, Download.self, Revoke.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all keys.", example: "latchkey apple keys list")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list("/keys", "keys", "id", "team", "primary", "downloadedAt", "revokedAt", "name")
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Create a key; at most two for each primary App ID.",
            example: "latchkey apple keys add 'Web key' --primary com.example.app --out key.p8")
        @Argument(help: "The name of the key.") var name: String
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
            commandName: "download", abstract: "Download a key's private half, which is possible once, as at Apple.",
            example: "latchkey apple keys download ABC123DEFG --out key.p8")
        @Argument(help: "The key ID.") var id: String
        @Option(name: .customLong("out"), help: ArgumentHelp("The file to write.", valueName: "file")) var file: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.downloadKey(id, to: file) }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revoke a key; client secrets signed with it are rejected.",
            example: "latchkey apple keys revoke ABC123DEFG")
        @Argument(help: "The key ID.") var id: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.change(.delete, "/keys/\(id.pathSegment)") }
    }
}

extension AppleEmulatorOptions {
    /// Downloads a key and writes it. Checks the file first, because a key can be downloaded only once.
    fileprivate func downloadKey(_ id: String, to file: String) async throws {
        try PrivateFile.requireAbsent(file)
        let answer = try await ask(.post, "/keys/\(id.pathSegment)/download", .object(JSONObject()))
        try PrivateFile.write(answer?["pem"]?.string ?? "", to: file)
    }
}

struct AppleTransferCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Move an app and its group to another team.",
        example: "latchkey apple transfer com.example.app --to FGHIJ67890")

    @Argument(help: ArgumentHelp("The primary App ID.", valueName: "app-id")) var app: String
    @Option(help: ArgumentHelp("The receiving team.", valueName: "team-id")) var to: String
    @OptionGroup var emulator: AppleEmulatorOptions

    func run() async throws {
        try await emulator.change(
            .post, "/transfers", adminBody([("primary", .string(app)), ("to", .string(to))]), says: "primary", "from", "to", "at")
    }
}
