import ArgumentParser
import DeviceBroker
import DeviceProtocol
import Glibc
import JSONText

struct DeviceLaunchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch", abstract: "Run a program as an app of the device, or print its LATCHKEY_DEVICE.",
        usage: """
            latchkey device launch --app <identifier[,group…]> [--state <folder>] -- <program> [<argument> …]
            latchkey device launch <identifier[,group…]> [--state <folder>] [--json]
            """,
        discussion: """
            The identifier and the groups come from this command, not from the program. The command becomes the program after --, with \
            LATCHKEY_DEVICE in its environment, so exit code and signals are the program's. Without a program it prints the value:

              LATCHKEY_DEVICE="$(latchkey device launch TEAM.com.example.app)" ./app

            The groups are in Apple's order: those of the entitlement keychain-access-groups, the app's identifier, its app groups. An \
            identifier that is not among them follows them. New items go to the first group.

            With --user only that user's programs can open the app's socket; those of the device's user cannot. The app is installed: it \
            has the same socket and groups at every later start of the device, and its identifier alone launches it. \
            `latchkey device uninstall` removes it.
            """,
        example: "latchkey device launch --app TEAM.com.example.app -- swift test")

    @Argument(help: ArgumentHelp("The app's identifier, and its access groups in Apple's order.", valueName: "identifier[,group…]"))
    var identifier: App?

    @Option(
        name: .customLong("app"),
        help: ArgumentHelp("The identifier and groups, if a program follows --.", valueName: "identifier[,group…]"))
    var app: App?

    @Option(
        help: ArgumentHelp(
            "The user whose programs can use the app; the device's user if omitted. Requires `device run --app-sockets`.",
            valueName: "name"))
    var user: MachineUser?

    @Option(
        help: ArgumentHelp(
            "The reason to use Face ID, as in NSFaceIDUsageDescription of an Info.plist. Without it the app must not use Face ID.",
            valueName: "text"))
    var faceIdUsage: FaceUsage?

    @Argument(parsing: .postTerminator, help: ArgumentHelp("After --: the program and its arguments.", valueName: "program"))
    var program: [String] = []

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (identifier == nil) != (app == nil) else {
            throw ValidationError("name one app: --app TEAM.com.example.app")
        }
        guard program.isEmpty || user == nil else {
            throw ValidationError("--user and a program exclude each other: the program runs as this user")
        }
        guard program.isEmpty || !output.json else { throw ValidationError("--json and a program exclude each other") }
    }

    func run() throws {
        guard let named = identifier ?? app else { return }
        let app = App(identifier: named.identifier, accessGroups: named.accessGroups, faceUsage: faceIdUsage)
        guard case .launched(let launched) = try device.ask(.launch(app, user: user?.number)) else {
            throw CommandFailure.unexpectedAnswer
        }
        if !program.isEmpty {
            try LaunchedProgram(arguments: program, device: launched.device).become()
        } else if output.json {
            Terminal().result(launched.json)
        } else {
            Terminal().result(launched.device)
        }
    }
}

struct DeviceUninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Close an app's socket and remove its groups, but keep its items.",
        discussion: """
            Cancels the app's prompts. The next app with this identifier finds the items; to delete them first, use \
            `latchkey keychain delete --all`. Exits with 1 if the app is not installed.
            """,
        example: "latchkey device uninstall TEAM.com.example.app")

    @Argument(help: "The app's identifier.")
    var app: AccessGroup

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.uninstall(app))
        Terminal().say("uninstalled \(app.rawValue.quotedWords)")
    }
}

/// A user of this machine, by name.
struct MachineUser: ExpressibleByArgument {
    let number: UInt32

    /// Returns nil if the user does not exist.
    init?(argument: String) {
        guard let entry = getpwnam(argument) else { return nil }
        number = entry.pointee.pw_uid
    }
}

extension FaceUsage: ExpressibleByArgument {}

extension App: ExpressibleByArgument {
    /// Parses an identifier and groups, separated by commas; the identifier may be among the groups. Returns nil for more groups
    /// than an app may have, and for a repeated one.
    public init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map { AccessGroup(rawValue: String($0)) }
        let known = names.compactMap(\.self)
        guard known.count == names.count, let identifier = known.first else { return nil }
        let groups = known.dropFirst()
        guard Set(groups).count == groups.count else { return nil }
        self.init(identifier: identifier, accessGroups: Array(groups))
        guard accessGroups.count <= Self.maximumAccessGroups else { return nil }
    }
}

extension LaunchedApp {
    var json: JSONValue {
        let members: [(String, JSONValue)] = [
            ("app", .string(app.identifier.rawValue)), ("groups", .array(app.accessGroups.map { .string($0.rawValue) })),
            ("device", .string(device)),
        ]
        return .object(JSONObject(members + (user.map { [("user", .integer($0))] } ?? [])))
    }
}

/// A program to run as an app.
struct LaunchedProgram {
    /// The program, looked up in PATH if it contains no slash, and its arguments. Not empty.
    let arguments: [String]
    /// The value of its `LATCHKEY_DEVICE`.
    let device: String

    /// Replaces this process by the program. Removes the owner's folder from the environment, because an app must not use it.
    ///
    /// - Throws: a ``CommandFailure`` if the program cannot be executed.
    func become() throws -> Never {
        setenv(CurrentDevice.variable, device, 1)
        unsetenv(DeviceOptions.variable)
        let words = arguments.map { strdup($0) } + [nil]
        execvp(arguments[0], words)
        let code = errno
        words.forEach { free($0) }
        throw CommandFailure(
            .usage, "\(arguments[0].sanitized) cannot be run: \(String(cString: strerror(code)))",
            hint: "name a program after --, as in: -- swift test")
    }
}
