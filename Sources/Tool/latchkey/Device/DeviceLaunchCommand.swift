import ArgumentParser
import DeviceBroker
import DeviceProtocol
import Glibc
import JSONText

struct DeviceLaunchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch", abstract: "Run a program as an app of the device, or print what its LATCHKEY_DEVICE is to be.",
        usage: """
            latchkey device launch --app <identifier[,group…]> [--state <folder>] -- <program> [<argument> …]
            latchkey device launch <identifier[,group…]> [--state <folder>] [--json]
            """,
        discussion: """
            The app is who is named here, in the groups named here, whatever its program says. What stands after -- is run with LATCHKEY_DEVICE \
            in its environment, in place of this command: its exit code and its signals are the program's own. The tests of a package run so:
              latchkey device run --state ~/device &
              latchkey device launch --app TEAM.com.example.app --state ~/device -- swift test
            Without a program the value is printed, for whatever starts the app: LATCHKEY_DEVICE="$(latchkey device launch TEAM.com.example.app)" ./app
            The groups are in Apple's order: those of the entitlement keychain-access-groups, the app's identifier, its app groups. An identifier \
            that is not among them follows them. New items go to the first group.
            With --user it is the app of another user: that user's programs can open its socket, and no others, those of the device's user included.
            It is installed from then on: it has the same socket and the same groups at every later start of the device, and is launched by \
            its identifier alone. `latchkey device uninstall` ends that.
            """)

    @Argument(help: ArgumentHelp("The app's identifier, and its access groups in Apple's order.", valueName: "identifier[,group…]"))
    var identifier: App?

    @Option(name: .customLong("app"), help: ArgumentHelp("The same.", valueName: "identifier[,group…]"))
    var app: App?

    @Option(
        help: ArgumentHelp(
            "The user whose programs alone are the app; that of the device without. Needs device run --app-sockets.",
            valueName: "name"))
    var user: MachineUser?

    @Option(
        help: ArgumentHelp(
            "Why the app wants to use Face ID, as its Info.plist says under NSFaceIDUsageDescription. Without it may not.",
            valueName: "text"))
    var faceIdUsage: FaceUsage?

    @Argument(parsing: .postTerminator, help: ArgumentHelp("After --: the program and its arguments.", valueName: "program"))
    var program: [String] = []

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (identifier == nil) != (app == nil) else {
            throw ValidationError("which app? name it once: --app TEAM.com.example.app")
        }
        guard program.isEmpty || user == nil else {
            throw ValidationError("a program that is run here runs as this user; give --user without one")
        }
        guard program.isEmpty || !output.json else { throw ValidationError("--json is for launching without a program") }
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
        commandName: "uninstall", abstract: "Close an app's socket and forget its groups; its items stay.",
        discussion: """
            Whatever it asks is taken back. Its items are there for the app that is launched under this identifier next; delete them \
            first with `latchkey keychain delete --all`. Exits with 1 where no such app is installed.
            """)

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

    /// Refuses a name that no user has.
    init?(argument: String) {
        guard let entry = getpwnam(argument) else { return nil }
        number = entry.pointee.pw_uid
    }
}

extension FaceUsage: ExpressibleByArgument {}

extension App: ExpressibleByArgument {
    /// An identifier and groups, with commas between them; the identifier may be among the groups. Refuses more groups than an app may have, and
    /// one that is named twice.
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

/// A program that is to run as an app.
struct LaunchedProgram {
    /// The program, found by PATH where it holds no slash, and its arguments. Not empty.
    let arguments: [String]
    /// What its `LATCHKEY_DEVICE` is.
    let device: String

    /// Turns this process into the program. The owner's folder is not handed over: an app has no business there.
    ///
    /// - Throws: where there is no such program.
    func become() throws -> Never {
        setenv(CurrentDevice.variable, device, 1)
        unsetenv(DeviceOptions.variable)
        let words = arguments.map { strdup($0) } + [nil]
        execvp(arguments[0], words)
        let code = errno
        words.forEach { free($0) }
        throw CommandFailure(
            .usage, "\(arguments[0].harmless) cannot be run: \(String(cString: strerror(code)))",
            hint: "name a program after --, as in: -- swift test")
    }
}
