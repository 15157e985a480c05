import ArgumentParser
import DeviceBroker
import DeviceProtocol
import JSONText

/// `latchkey device launch`.
struct DeviceLaunchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch", abstract: "Open a socket for an app and print what its LATCHKEY_DEVICE is to be.",
        discussion: """
            The app is who is named here, in the groups named here, whatever its program says. Start it with the printed value in its \
            environment: LATCHKEY_DEVICE="$(latchkey device launch TEAM.com.example.app)" ./app
            """)

    @Argument(help: ArgumentHelp("The app's identifier, and the access groups it shares.", valueName: "identifier[,group…]"))
    var app: App

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard case .launched(let launched) = try device.ask(.launch(app)) else { throw CommandFailure.unexpectedAnswer }
        if output.json {
            Terminal().result(launched.json)
        } else {
            Terminal().result(launched.device)
        }
    }
}

extension App: ExpressibleByArgument {
    /// An identifier and groups, with commas between them. Refuses more groups than an app may have, and one that is named twice.
    public init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map { AccessGroup(rawValue: String($0)) }
        let groups = names.compactMap(\.self)
        guard groups.count == names.count, let identifier = groups.first, groups.count <= Self.maximumSharedGroups + 1,
            Set(groups).count == groups.count
        else { return nil }
        self.init(identifier: identifier, sharedGroups: Array(groups.dropFirst()))
    }
}

extension LaunchedApp {
    var json: JSONValue {
        [
            "app": .string(app.identifier.rawValue), "groups": .array(app.accessGroups.map { .string($0.rawValue) }),
            "device": .string(device),
        ]
    }
}
