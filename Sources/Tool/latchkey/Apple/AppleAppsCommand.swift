import ArgumentParser
import JSONText

struct AppleAppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "Manage the App IDs.",
        subcommands: [List.self, Add.self, SignIn.self, Notify.self, Remove.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all App IDs.", example: "latchkey apple apps list")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list("/apps", "apps", "id", "team", "primary", "notificationURL", "signsInWithApple", "name")
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Register an App ID.",
            example: "latchkey apple apps add com.example.app --team ABCDE12345")
        @Argument(help: ArgumentHelp("The bundle identifier.", valueName: "bundle-id")) var id: String
        @Option(help: ArgumentHelp("The team.", valueName: "team-id")) var team: String
        @Option(help: ArgumentHelp("The name on the sheet; the identifier if omitted.", valueName: "name")) var name: String?
        @Option(help: ArgumentHelp("The primary App ID to group it with.", valueName: "app-id")) var groupWith: String?
        @Option(help: ArgumentHelp("The URL for notifications.", valueName: "url")) var notify: String?
        @Flag(help: "Without the capability Sign in with Apple.") var withoutSignIn = false
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let body = adminBody([
                ("id", .string(id)), ("team", .string(team)), ("name", .string(name ?? id)),
                ("primary", groupWith.map { .string($0) }), ("notificationURL", notify.map { .string($0) }),
                ("signsInWithApple", .boolean(!withoutSignIn)),
            ])
            try await emulator.change(.post, "/apps", body, says: "id")
        }
    }

    struct SignIn: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-in", abstract: "Grant or remove an App ID's capability Sign in with Apple.",
            discussion: "An app without it gets error 1000 on a device, and `latchkey apple log` says why.",
            example: "latchkey apple apps sign-in com.example.app off")
        @Argument(help: "The App ID.") var id: String
        @Argument(help: "on or off.") var setting: Setting
        @OptionGroup var emulator: AppleEmulatorOptions

        enum Setting: String, ExpressibleByArgument, CaseIterable {
            case on, off
        }

        func run() async throws {
            try await emulator.change(
                .put, "/apps/\(id.pathSegment)/sign-in-with-apple", adminBody([("isOn", .boolean(setting == .on))]))
        }
    }

    struct Notify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "notify", abstract: "Set the URL for an App ID's notifications.",
            example: "latchkey apple apps notify com.example.app https://example.com/notifications")
        @Argument(help: "The primary App ID.") var id: String
        @Argument(help: "The URL; no notifications are posted if omitted.") var url: String?
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(
                .put, "/apps/\(id.pathSegment)/notification-url", adminBody([("url", url.map { .string($0) } ?? .null)]))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an App ID that is not the primary one of a group.",
            example: "latchkey apple apps remove com.example.app")
        @Argument(help: "The App ID.") var id: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.change(.delete, "/apps/\(id.pathSegment)") }
    }
}

struct AppleServicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "services", abstract: "Manage the Services IDs, which identify websites.",
        subcommands: [List.self, Add.self, Websites.self, Remove.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all Services IDs.", example: "latchkey apple services list")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list("/services", "services", "id", "team", "primary", "domains", "returnURLs")
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Register a Services ID.",
            example: """
                latchkey apple services add com.example.web --primary com.example.app \\
                    --domain example.com --return-url https://example.com/apple/callback
                """)
        @Argument(help: "The identifier.") var id: String
        @Option(help: ArgumentHelp("The primary App ID that it belongs to.", valueName: "app-id")) var primary: String
        @Option(help: ArgumentHelp("The name on the sheet; the identifier if omitted.", valueName: "name")) var name: String?
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
            commandName: "websites", abstract: "Replace a Services ID's domains and return URLs.",
            example: """
                latchkey apple services websites com.example.web \\
                    --domain example.com --return-url https://example.com/apple/callback
                """)
        @Argument(help: "The Services ID.") var id: String
        @OptionGroup var websites: AppleWebsiteOptions
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(.put, "/services/\(id.pathSegment)/websites", adminBody(websites.members))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a Services ID.",
            example: "latchkey apple services remove com.example.web")
        @Argument(help: "The Services ID.") var id: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.change(.delete, "/services/\(id.pathSegment)") }
    }
}

/// The domains and return URLs of a website.
struct AppleWebsiteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A domain of the website; may be repeated.", valueName: "domain"))
    var domain: [String] = []

    @Option(help: ArgumentHelp("A return URL; may be repeated.", valueName: "url"))
    var returnURL: [String] = []

    var members: [(String, JSONValue?)] {
        [("domains", .array(domain.map { .string($0) })), ("returnURLs", .array(returnURL.map { .string($0) }))]
    }
}
