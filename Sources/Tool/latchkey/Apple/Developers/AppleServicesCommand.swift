import ArgumentParser
import JSONText

/// `latchkey apple services`.
struct AppleServicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "services", abstract: "The Services IDs: websites.",
        subcommands: [List.self, Add.self, Websites.self, Remove.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Print all Services IDs.")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list("/services", "services", "id", "team", "primary", "domains", "returnURLs")
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Register a Services ID.")
        @Argument(help: "The identifier.") var id: String
        @Option(help: ArgumentHelp("The primary App ID that it belongs to.", valueName: "app-id")) var primary: String
        @Option(help: ArgumentHelp("The name, as the sheet shows it; the identifier when left out.", valueName: "name")) var name:
            String?
        @OptionGroup var websites: AppleWebsiteOptions
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let body = adminBody(
                [("id", .string(id)), ("primary", .string(primary)), ("name", .string(name ?? id))] + websites.members)
            try await emulator.change(.post, "/services", body, says: "id")
        }
    }

    struct Websites: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "websites", abstract: "Replace a Services ID's domains and return URLs.")
        @Argument(help: "The Services ID.") var id: String
        @OptionGroup var websites: AppleWebsiteOptions
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(.put, "/services/\(id.pathSegment)/websites", adminBody(websites.members))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a Services ID.")
        @Argument(help: "The Services ID.") var id: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.change(.delete, "/services/\(id.pathSegment)") }
    }
}

/// Where a website stands and takes answers.
struct AppleWebsiteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A domain of the website; may be given several times.", valueName: "domain"))
    var domain: [String] = []

    @Option(help: ArgumentHelp("Where answers may be sent; may be given several times.", valueName: "url"))
    var returnURL: [String] = []

    var members: [(String, JSONValue?)] {
        [("domains", .array(domain.map { .string($0) })), ("returnURLs", .array(returnURL.map { .string($0) }))]
    }
}
