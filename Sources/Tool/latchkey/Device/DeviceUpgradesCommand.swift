import ArgumentParser
import DeviceProtocol
import DeviceServices
import Foundation
import JSONText

struct DeviceUpgradesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrades", abstract: "Extensions of apps that make accounts safer, and the accounts that they change.",
        discussion: """
            An extension is registered with its app, and changes accounts whose password is saved for a site that the app is associated with. The person is asked who they \
            are before an account is changed, and an extension's view is shown where sheets are: by `latchkey device prompts`.
            """,
        subcommands: [
            DeviceUpgradesRegisterCommand.self, DeviceUpgradesRemoveCommand.self, DeviceUpgradesListCommand.self,
            DeviceUpgradesStartCommand.self, DeviceUpgradesSettleCommand.self,
        ])
}

struct DeviceUpgradesRegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Register an app's extension, in place of the one that it had.",
        usage: "latchkey device upgrades register <identifier> --info-plist <file> [--state <folder>] -- <program> [<argument> …]",
        discussion: """
            The program is one whose principal class is ASAccountAuthenticationModificationViewController's, with @main before it. It is started for each upgrade, as the \
            device's user, and is the app to the device. The registration stands until `remove`, also after a restart of the device.
              latchkey device upgrades register TEAM.com.example.app --info-plist Info.plist -- .build/debug/AppUpgrade
            """)

    @Argument(help: "The installed app's identifier.")
    var app: AccessGroup

    @Option(help: ArgumentHelp("The extension's Info.plist, in XML or binary.", valueName: "file"))
    var infoPlist: String

    @Argument(parsing: .postTerminator, help: ArgumentHelp("After --: the program and its arguments.", valueName: "program"))
    var program: [String] = []

    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard !program.isEmpty else { throw ValidationError("name the extension's program after --") }
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
        commandName: "remove", abstract: "Forget an app's extension.", discussion: "Exits with 1 where the app has none.")

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
        commandName: "list", abstract: "Print the extensions, and the changes of accounts that broke off.",
        discussion: """
            A change broke off where the extension, the device or the network ended before the app's server had answered. --reveal prints the passwords that may sign in, once \
            the person has shown who they are: those that were asked for, numbered from 1, the latest first, and the one that is saved.

            With --json: {"extensions":[{"app","program"}],"pending":[{"user","site","change","newPasswords","passwords"}]}.
            """)

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
            terminal.result("extension  \(each.app.harmless)  \(([each.path] + each.arguments).joined(separator: " ").harmless)")
        }
        for each in all.pending {
            terminal.result("pending    \(each.account.user.harmless)  \(each.account.site.harmless)  \(each.modification.word)")
            for (index, password) in each.passwords.enumerated() {
                terminal.result("           \(index < each.candidates ? "new \(index + 1)" : "saved")  \(password.harmless)")
            }
        }
    }
}

struct DeviceUpgradesStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Have an app's extension change an account whose password is saved.",
        discussion:
            "Returns when it has ended. Exits with 1 where the person cancels, with 2 where the account is not changed, and says why."
    )

    @Argument(help: "What the account is to have: strong-password or sign-in-with-apple.")
    var change: AccountModification

    @Argument(help: "The user name.")
    var user: String

    @Argument(help: "The site that the password is saved for.")
    var site: String

    @Option(help: ArgumentHelp("Whose extension; that of any app of the site without.", valueName: "identifier"))
    var app: AccessGroup?

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.askServices(.upgrade(.start(.init(site: site, user: user), change, by: app)))
        Terminal().say("the account \(user.quotedWords) at \(site.harmless) is changed, and what is saved with it")
    }
}

struct DeviceUpgradesSettleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle", abstract: "Say how a change of an account ended that broke off.",
        discussion: """
            Try to sign in first. `new` is the latest password that was asked for, `new-2` the one before, as `list --reveal` numbers them; `saved` the one that is saved, which may \
            sign in beside the new one for a quarter of an hour; `apple` Sign in with Apple; `nothing` none of them. Exits with 1 where it is open still.
            """)

    @Argument(help: "The user name.")
    var user: String

    @Argument(help: "The site.")
    var site: String

    @Argument(help: "What signs in: new, new-2 …, saved, apple or nothing.")
    var word: OwnerUpgrade.Word

    @OptionGroup var device: DeviceOptions

    func run() throws {
        guard case .settled(let settlement) = try device.askServices(.upgrade(.settle(.init(site: site, user: user), word))) else {
            throw CommandFailure.unexpectedAnswer
        }
        switch settlement {
        case .nothing, .abandoned: Terminal().say("the saved password stays")
        case .completed: Terminal().say("the new password is saved")
        case .converted: Terminal().say("the password is removed: the account signs in with Apple")
        case .notYet:
            throw CommandFailure(
                .negative, "shortly after a change the former password may sign in too",
                hint: "try it again in a quarter of an hour")
        case .open where word == .apple:
            throw CommandFailure(
                .negative, "no app of this site is signed in to with the device's Apple account: the password is kept")
        case .open: throw CommandFailure(.negative, "the account is being changed at this moment")
        }
    }
}

extension AccountModification: ExpressibleByArgument {
    /// `strong-password` or `sign-in-with-apple`.
    public init?(argument: String) {
        guard let found = Self.allCases.first(where: { $0.word == argument }) else { return nil }
        self = found
    }

    fileprivate var word: String {
        switch self {
        case .strongPassword: "strong-password"
        case .signInWithApple: "sign-in-with-apple"
        }
    }
}

extension OwnerUpgrade.Word: ExpressibleByArgument {
    /// `new`, `new-2` and so on, `saved`, `apple` or `nothing`.
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
