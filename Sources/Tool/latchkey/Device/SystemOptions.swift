import ArgumentParser
import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Dispatch
import Foundation
import JSONText
import WebClient

/// The world around a device that runs: Apple's service, and websites.
struct SystemOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of Apple's service, such as the emulator's; without it nobody signs in with Apple here.", valueName: "url")
    )
    var apple: String?

    @Option(
        help: ArgumentHelp(
            "A server of this machine that stands for a website when its association file is asked for; repeatable.",
            valueName: "host=url"))
    var site: [StandIn] = []

    func validate() throws {
        guard apple.map({ (try? WebURL($0 + "/emulator")) != nil }) ?? true else {
            throw ValidationError("--apple takes an address such as http://127.0.0.1:8081")
        }
    }

    /// One for the process, which is never let go: a client must be shut down before that, and calls may wait for it until the end.
    private static let client = try? WebClient(userAgent: agent)
    private static let agent = "latchkey/\(Latchkey.version)"

    /// Puts the system around the device.
    ///
    /// - Parameter patience: in seconds, how long a sheet waits for somebody to take it.
    func system(around device: RunningDevice, patience: Int) throws -> DeviceSystem {
        guard let client = Self.client else { throw CommandFailure(.failure, "there is no way to the network") }
        let policy = DaemonPolicy(route: .direct)
        return try DeviceSystem(
            device.device, folder: device.folder.path,
            apple: try apple.map { try AppleServiceClient(transport: LocalTransport(client: client), base: $0) }, policy: policy,
            loader: SitesWithStandIns(
                standIns: Dictionary(site.map { ($0.host, $0.base) }) { _, last in last }, client: client,
                others: try SiteLoader(userAgent: Self.agent, policy: policy)),
            ownApp: { [weak device] name in device?.installed.first { $0.app.identifier == name && $0.user == nil }?.app },
            patience: .seconds(patience), now: { Date.now })
    }
}

/// What `--site` takes.
struct StandIn: ExpressibleByArgument {
    let host: DomainName
    /// Without a slash at its end.
    let base: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let host = try? DomainName(parts[0]), (try? WebURL(parts[1] + "/")) != nil else { return nil }
        self.host = host
        base = parts[1].hasSuffix("/") ? String(parts[1].dropLast()) : parts[1]
    }
}

/// The sites of the world, but for those that servers of this machine stand for.
private struct SitesWithStandIns: AssociationLoader {
    let standIns: [DomainName: String]
    let client: WebClient
    let others: SiteLoader

    func load(_ fetch: SiteFetch) async -> SiteAnswer {
        guard let base = standIns[fetch.domain] else { return await others.load(fetch) }
        guard let target = try? WebURL(fetch.url).target, let url = try? WebURL(base + target) else {
            return .connectionFailed("\(base) is no address")
        }
        return await client.siteAnswer(at: url)
    }
}

extension DeviceOptions {
    /// A connection to its services.
    func services() throws -> ServicesLink {
        let folder = try folder()
        do {
            return try ServicesLink(path: DeviceSystem.socket(in: folder))
        } catch {
            throw CommandFailure(.failure, Words.of(error), hint: "start it: latchkey device run --state \(folder.harmless)")
        }
    }

    /// Asks the services for one thing. Throws a ``CommandFailure`` for what they refuse.
    @discardableResult
    func askServices(_ request: OwnerRequest) throws -> OwnerAnswer {
        let link = try services()
        do {
            return try link.perform(request)
        } catch {
            throw CommandFailure(refused: error)
        }
    }
}

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
