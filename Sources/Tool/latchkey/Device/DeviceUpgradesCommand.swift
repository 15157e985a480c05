import ArgumentParser
import DeviceProtocol
import DeviceServices
import Foundation
import JSONText

struct DeviceUpgradesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrades", abstract: "Manage apps' account-modification extensions and the accounts that they change.",
        discussion: """
            An extension belongs to an installed app. It changes accounts with a saved password for a site that the app is associated \
            with. The device prompts its owner before an account is changed. `latchkey device prompts` shows an extension's view.
            """,
        subcommands: [
            DeviceUpgradesRegisterCommand.self, DeviceUpgradesRemoveCommand.self, DeviceUpgradesListCommand.self,
            DeviceUpgradesStartCommand.self, DeviceUpgradesSettleCommand.self,
        ])
}

struct DeviceUpgradesRegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Register an app's extension, replacing a previous one.",
        usage: "latchkey device upgrades register <identifier> --info-plist <file> [--state <folder>] -- <program> [<argument> …]",
        discussion: """
            The program's principal class is a subclass of ASAccountAuthenticationModificationViewController, marked with @main. It \
            runs for each upgrade as the device's user, and the device treats it as its app. The registration lasts until `remove`, also \
            over a restart of the device.
            """,
        example: """
            latchkey device upgrades register TEAM.com.example.app \\
                --info-plist Info.plist -- .build/debug/AppUpgrade
            """)

    @Argument(help: "The installed app's identifier.")
    var app: AccessGroup

    @Option(help: ArgumentHelp("The extension's Info.plist, in XML or binary.", valueName: "file"))
    var infoPlist: String

    @Argument(parsing: .postTerminator, help: ArgumentHelp("After --: the program and its arguments.", valueName: "program"))
    var program: [String] = []

    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard !program.isEmpty else { throw ValidationError("missing program; name the extension's program after --") }
    }

    func run() throws {
        let plist = try LimitedFile.read(infoPlist, limit: ExtensionAttributes.maximumPlistLength)
        let path = URL(filePath: program[0]).standardizedFileURL.path
        try device.askServices(
            .upgrade(.register(app, path: path, arguments: Array(program.dropFirst()), infoPlist: plist)))
        Terminal().say("registered the extension of \(app.rawValue.quotedWords)")
    }
}

struct DeviceUpgradesRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove the registration of an app's extension.",
        discussion: "Exits with 1 if the app has no extension.",
        example: "latchkey device upgrades remove TEAM.com.example.app")

    @Argument(help: "The app's identifier.")
    var app: AccessGroup

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.askServices(.upgrade(.remove(app)))
        Terminal().say("removed the extension of \(app.rawValue.quotedWords)")
    }
}

struct DeviceUpgradesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the extensions, and the interrupted changes of accounts.",
        discussion: """
            A change is interrupted if the extension, the device or the network ended before the app's server responded. --reveal prints \
            the passwords that may sign in, after the owner has confirmed: the requested ones, numbered from 1, the latest first, and \
            the saved one.

            With --json: {"extensions":[{"app","program"}],"pending":[{"user","site","change","newPasswords","passwords"}]}.
            """,
        example: "latchkey device upgrades list")

    @Flag(help: "Print the passwords too.") var reveal = false
    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard case .upgrades(let all) = try device.askServices(.upgrade(.list(reveals: reveal))) else {
            throw CommandFailure.unexpectedAnswer
        }
        let terminal = Terminal()
        if output.json { return terminal.result(all.json, .compact) }
        for each in all.extensions {
            terminal.result("extension  \(each.app.sanitized)  \(([each.path] + each.arguments).joined(separator: " ").sanitized)")
        }
        for each in all.pending {
            terminal.result("pending    \(each.account.user.sanitized)  \(each.account.site.sanitized)  \(each.modification.word)")
            for (index, password) in each.passwords.enumerated() {
                terminal.result("           \(index < each.candidates ? "new \(index + 1)" : "saved")  \(password.sanitized)")
            }
        }
    }
}

struct DeviceUpgradesStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start an app's extension for an account with a saved password.",
        discussion: """
            Returns when the upgrade has ended. Exits with 1 if the owner cancels, with 2 if the account is not changed, and prints the \
            reason.
            """,
        example: "latchkey device upgrades start strong-password anna example.com")

    @Argument(help: "The change.")
    var change: AccountModification

    @Argument(help: "The user name.")
    var user: String

    @Argument(help: "The site of the saved password.")
    var site: String

    @Option(help: ArgumentHelp("The app of the extension; any app of the site if omitted.", valueName: "identifier"))
    var app: AccessGroup?

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.askServices(.upgrade(.start(.init(site: site, user: user), change, by: app)))
        Terminal().say("changed the account \(user.quotedWords) at \(site.sanitized), and its saved password")
    }
}

struct DeviceUpgradesSettleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle", abstract: "Report the result of an interrupted change of an account.",
        discussion: """
            Try to sign in first. `new` is the latest requested password, `new-2` the one before, as `list --reveal` numbers them; \
            `saved` is the saved one, which may sign in for a quarter of an hour after a change; `apple` is Sign in with Apple; \
            `nothing` means that none signs in. Exits with 1 if the change stays open.
            """,
        example: "latchkey device upgrades settle anna example.com new")

    @Argument(help: "The user name.")
    var user: String

    @Argument(help: "The site.")
    var site: String

    @Argument(help: "The way that signs in: new, new-2 …, saved, apple or nothing.")
    var word: OwnerUpgrade.SignInCredential

    @OptionGroup var device: DeviceOptions

    func run() throws {
        guard case .settled(let settlement) = try device.askServices(.upgrade(.settle(.init(site: site, user: user), word))) else {
            throw CommandFailure.unexpectedAnswer
        }
        switch settlement {
        case .nothing, .abandoned: Terminal().say("kept the saved password")
        case .completed: Terminal().say("saved the new password")
        case .converted: Terminal().say("removed the password: the account signs in with Apple")
        case .notYet:
            throw CommandFailure(
                .negative, "the previous password may sign in too shortly after a change",
                hint: "try again in a quarter of an hour")
        case .open where word == .apple:
            throw CommandFailure(
                .negative, "no app of this site uses the device's Apple Account; the password is kept")
        case .open: throw CommandFailure(.negative, "a change of the account is in progress")
        }
    }
}

extension AccountModification: ArgumentWord {
    var word: String {
        switch self {
        case .strongPassword: "strong-password"
        case .signInWithApple: "sign-in-with-apple"
        }
    }
}

extension OwnerUpgrade.SignInCredential: ExpressibleByArgument {
    /// Parses `new`, `new-2` and so on, `saved`, `apple` or `nothing`.
    public init?(argument: String) {
        switch argument {
        case "new": self = .new(0)
        case "saved": self = .saved
        case "apple": self = .apple
        case "nothing": self = .nothing
        default:
            guard argument.hasPrefix("new-"), let number = Int(argument.dropFirst(4)), number > 0 else { return nil }
            self = .new(number - 1)
        }
    }
}

extension OwnerUpgrades {
    fileprivate var json: JSONValue {
        [
            "extensions": .array(
                extensions.map { each in
                    ["app": .string(each.app), "program": .array(([each.path] + each.arguments).map(JSONValue.string))]
                }),
            "pending": .array(
                pending.map { each in
                    [
                        "user": .string(each.account.user), "site": .string(each.account.site),
                        "change": .string(each.modification.word), "newPasswords": .integer(each.candidates),
                        "passwords": .array(each.passwords.map(JSONValue.string)),
                    ]
                }),
        ]
    }
}
