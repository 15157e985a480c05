import ArgumentParser
import JSONText
import Secrets

struct AppleAccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "Manage the emulator's Apple Accounts.",
        subcommands: [List.self, Add.self, Change.self, ChangePassword.self, Codes.self, Mail.self, Delete.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all accounts.", example: "latchkey apple accounts list")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list("/accounts", "accounts", "id", "givenName", "familyName", "email", "hasTwoFactor", "isLocked")
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Create an account.",
            example: "latchkey apple accounts add Dora Berg dora@example.com --id dora")
        @Argument(help: ArgumentHelp("The first name.", valueName: "first-name")) var givenName: String
        @Argument(help: ArgumentHelp("The last name.", valueName: "last-name")) var familyName: String
        @Argument(help: ArgumentHelp("The e-mail address; omit it only with --organization.", valueName: "email")) var email:
            String?
        @Option(help: ArgumentHelp("The account's name in these commands.", valueName: "id")) var id: String?
        @Option(help: ArgumentHelp("Another address; may be repeated.", valueName: "email")) var otherEmail: [String] = []
        @OptionGroup var password: AppleAccountPasswordOptions
        @Flag(help: "Create the account without two-factor authentication.") var noTwoFactor = false
        @Flag(help: "Mark the account as a child's.") var underAge = false
        @Option(help: ArgumentHelp("A Work & School account of this organization.", valueName: "id")) var organization: String?
        @Flag(help: "Report that the real user status is unknown.") var realUserUnknown = false
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let body = adminBody([
                ("id", id.map { .string($0) }), ("givenName", .string(givenName)), ("familyName", .string(familyName)),
                ("email", email.map { .string($0) }),
                ("otherEmails", otherEmail.isEmpty ? nil : .array(otherEmail.map { .string($0) })),
                ("password", try password.read().map { .string($0) }), ("hasTwoFactor", noTwoFactor ? false : nil),
                ("isUnderAge", underAge ? true : nil), ("organization", organization.map { .string($0) }),
                ("realUserStatus", realUserUnknown ? 1 : nil),
            ])
            try await emulator.change(.post, "/accounts", body, says: "id")
        }
    }

    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change", abstract: "Change an account.", example: "latchkey apple accounts change anna --no-locked")
        @Argument(help: "The account.") var id: String
        @Option(help: ArgumentHelp("The first name.", valueName: "name")) var firstName: String?
        @Option(help: ArgumentHelp("The last name.", valueName: "name")) var lastName: String?
        @Option(help: ArgumentHelp("The e-mail address.", valueName: "email")) var email: String?
        @Option(help: ArgumentHelp("Another address; may be repeated, replaces all others.", valueName: "email"))
        var otherEmail: [String] = []
        @Flag(help: "Remove all addresses but the first.") var noOtherEmails = false
        @Flag(inversion: .prefixedNo, help: "Two-factor authentication.") var twoFactor: Bool?
        @Flag(inversion: .prefixedNo, help: "Mark the account as a child's.") var underAge: Bool?
        @Option(help: ArgumentHelp("A Work & School account of this organization.", valueName: "id")) var organization: String?
        @Flag(inversion: .prefixedNo, help: "Report that the real user status is unknown.") var realUserUnknown: Bool?
        @Flag(inversion: .prefixedNo, help: "Lock or unlock the account.") var locked: Bool?
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let body = adminBody([
                ("givenName", firstName.map { .string($0) }), ("familyName", lastName.map { .string($0) }),
                ("email", email.map { .string($0) }),
                ("otherEmails", otherEmail.isEmpty && !noOtherEmails ? nil : .array(otherEmail.map { .string($0) })),
                ("hasTwoFactor", twoFactor.map { .boolean($0) }),
                ("isUnderAge", underAge.map { .boolean($0) }), ("organization", organization.map { .string($0) }),
                ("realUserStatus", realUserUnknown.map { $0 ? 1 : 2 }), ("isLocked", locked.map { .boolean($0) }),
            ])
            try await emulator.change(.patch, "/accounts/\(id.pathSegment)", body)
        }
    }

    struct ChangePassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change-password", abstract: "Set an account's password, and revoke its refresh tokens.",
            discussion: "Without --password-file the password is typed without being shown, or comes from standard input.",
            example: "latchkey apple accounts change-password anna --password-file password.txt")
        @Argument(help: "The account.") var id: String
        @OptionGroup var password: AppleAccountPasswordOptions
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let new = try PasscodeInput.readNew(password.passwordFile, named: "password")
            try await emulator.change(
                .post, "/accounts/\(id.pathSegment)/password",
                adminBody([("password", .string(new.withBytes { String(decoding: $0, as: UTF8.self) }))]))
        }
    }

    struct Codes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "codes", abstract: "Print the codes that an account's trusted devices show.",
            example: "latchkey apple accounts codes anna")
        @Argument(help: "The account.") var id: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list("/accounts/\(id.pathSegment)/codes", "codes", "code", "expiresAt", "appName")
        }
    }

    struct Mail: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mail", abstract: "List the mail that the relay forwarded to an account, newest first.",
            discussion: "With --json, each message has its text too.", example: "latchkey apple accounts mail anna --json")
        @Argument(help: "The account.") var id: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list("/accounts/\(id.pathSegment)/mail", "mail", "id", "receivedAt", "from", "subject")
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete an account as its owner would; apps are notified.",
            example: "latchkey apple accounts delete anna")
        @Argument(help: "The account.") var id: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.change(.delete, "/accounts/\(id.pathSegment)") }
    }
}

/// The source of an Apple Account's password.
struct AppleAccountPasswordOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A file with the account's password, - for standard input.", valueName: "file"))
    var passwordFile: String?

    /// Returns the password; nil if no file is named.
    func read() throws -> String? {
        try passwordFile.map { file in
            try PasscodeInput.read(file, named: "password").withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }
}

struct AppleConsentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consents", abstract: "Manage the users' consents to apps.",
        subcommands: [List.self, Revoke.self, Forward.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all consents, with the shared addresses.",
            example: "latchkey apple consents list")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list("/consents", "consents", "account", "primary", "subject", "address", "forwards")
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Stop using an app as the user would; the app is notified.",
            example: "latchkey apple consents revoke anna com.example.app")
        @Argument(help: "The account.") var account: String
        @Argument(help: "The primary App ID.") var app: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(.delete, "/accounts/\(account.pathSegment)/consents/\(app.pathSegment)")
        }
    }

    struct Forward: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forward", abstract: "Turn forwarding from a relay address on or off; the app is notified.",
            example: "latchkey apple consents forward anna com.example.app --no-on")
        @Argument(help: "The account.") var account: String
        @Argument(help: "The primary App ID.") var app: String
        @Flag(inversion: .prefixedNo, help: "Whether mail is forwarded.") var on = true
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(
                .put, "/accounts/\(account.pathSegment)/consents/\(app.pathSegment)/forwarding",
                adminBody([("forwards", .boolean(on))]))
        }
    }
}
