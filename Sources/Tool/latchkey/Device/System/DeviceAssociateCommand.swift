import ArgumentParser
import DeviceProtocol
import DeviceServices
import JSONText

/// `latchkey device associate`.
struct DeviceAssociateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "associate", abstract: "Give an app its associated domains, and ask their sites.",
        discussion: """
            They take the place of those that it had. Prints the hosts that the app belongs to now: those whose association files name it. With --json: {"app","hosts"}.
            """)

    @Argument(help: "The application identifier.")
    var app: String

    @Argument(help: "The entries of its entitlement, such as webcredentials:example.com; none takes all away.")
    var domains: [String] = []

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard let identifier = AccessGroup(rawValue: app) else { throw CommandFailure(.usage, "an identifier has 1 to 255 bytes") }
        guard case .hosts(let hosts) = try device.askServices(.associate(identifier, domains: domains)) else {
            throw CommandFailure.unexpectedAnswer
        }
        let terminal = Terminal()
        if output.json {
            return terminal.result(["app": .string(app), "hosts": .array(hosts.map(JSONValue.string))], .compact)
        }
        for host in hosts { terminal.result(host) }
        let asked = Set(domains).count
        if hosts.count < asked { terminal.say("\(hosts.count) of \(asked) name the app; latchkey domains check tells why") }
    }
}
