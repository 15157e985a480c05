import ArgumentParser
import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Dispatch
import Foundation
import JSONText
import WebClient

/// The services around a running device: Apple's service, and websites.
struct SystemOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of Apple's service, such as the emulator's; without it apps cannot sign in with Apple.", valueName: "url")
    )
    var apple: String?

    @Option(
        help: ArgumentHelp(
            "A server of this machine to fetch a website's association file from; may be repeated.",
            valueName: "host=url"))
    var site: [SiteReplacement] = []

    func validate() throws {
        guard apple.map({ (try? WebURL($0 + "/emulator")) != nil }) ?? true else {
            throw ValidationError("--apple must be an address such as http://127.0.0.1:8081")
        }
    }

    /// The HTTP client of the process. It is never released, because a client must be shut down before its release, and calls may
    /// use it until the process ends.
    private static let client = try? WebClient(userAgent: agent)
    private static let agent = "latchkey/\(Latchkey.version)"

    /// Creates the services around the device.
    ///
    /// - Parameters:
    ///   - timeout: the timeout of a sheet that no terminal shows, in seconds.
    ///   - securityKey: the security key that apps can use; nil for none.
    func system(
        around device: RunningDevice, timeout: Int, securityKey: (any SecurityKey)?
    ) throws -> DeviceSystem {
        guard let client = Self.client else { throw CommandFailure(.failure, "the network client did not start") }
        let policy = DaemonPolicy(route: .direct)
        return try DeviceSystem(
            device.device, folder: device.folder.path,
            apple: try apple.map { try AppleServiceClient(transport: LocalTransport(client: client), base: $0) }, policy: policy,
            loader: ReplacingLoader(
                replacements: Dictionary(site.map { ($0.host, $0.base) }) { _, last in last }, client: client,
                others: try SiteLoader(userAgent: Self.agent, policy: policy)),
            ownApp: { [weak device] name in device?.installed.first { $0.app.identifier == name && $0.user == nil }?.app },
            timeout: .seconds(timeout), securityKey: securityKey, now: { Date.now })
    }
}

/// A website and the server that replaces it, as `--site` names them.
struct SiteReplacement: ExpressibleByArgument {
    let host: DomainName
    /// The address without a trailing slash.
    let base: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let host = try? DomainName(parts[0]), (try? WebURL(parts[1] + "/")) != nil else { return nil }
        self.host = host
        base = parts[1].hasSuffix("/") ? String(parts[1].dropLast()) : parts[1]
    }
}

/// Loads association files from replacement servers of this machine, and from all other sites.
private struct ReplacingLoader: AssociationLoader {
    let replacements: [DomainName: String]
    let client: WebClient
    let others: SiteLoader

    func load(_ fetch: SiteFetch) async -> SiteAnswer {
        guard let base = replacements[fetch.domain] else { return await others.load(fetch) }
        guard let target = try? WebURL(fetch.url).target, let url = try? WebURL(base + target) else {
            return .connectionFailed("malformed address: \(base)")
        }
        return await client.siteAnswer(at: url)
    }
}

extension DeviceOptions {
    /// Opens a link to the services.
    func services() throws -> ServicesLink {
        let folder = try folder()
        do {
            return try ServicesLink(path: DeviceSystem.socket(in: folder))
        } catch {
            throw CommandFailure(
                .failure, DeviceErrorText.of(error), hint: "start it: latchkey device run --state \(folder.sanitized)")
        }
    }

    /// Sends a request to the services. Throws a ``CommandFailure`` if they reject it.
    @discardableResult
    func askServices(_ request: OwnerRequest) throws -> OwnerAnswer {
        let link = try services()
        do {
            return try link.perform(request)
        } catch {
            throw CommandFailure(rejected: error)
        }
    }
}

struct DeviceAssociateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "associate", abstract: "Set an app's associated domains, and fetch from their sites.",
        discussion: """
            Replaces the previous domains. Prints the hosts whose association files name the app. With --json: {"app","hosts"}.
            """,
        example: "latchkey device associate TEAM.com.example.app webcredentials:example.com")

    @Argument(help: "The application identifier.")
    var app: String

    @Argument(help: "The entries of its entitlement, such as webcredentials:example.com; without entries all are removed.")
    var domains: [String] = []

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard let identifier = AccessGroup(rawValue: app) else {
            throw CommandFailure(.usage, "an app identifier must have 1 to 255 bytes")
        }
        guard case .hosts(let hosts) = try device.askServices(.associate(identifier, domains: domains)) else {
            throw CommandFailure.unexpectedAnswer
        }
        let terminal = Terminal()
        if output.json {
            return terminal.result(["app": .string(app), "hosts": .array(hosts.map(JSONValue.string))], .compact)
        }
        for host in hosts { terminal.result(host) }
        let asked = Set(domains).count
        if hosts.count < asked { terminal.say("\(hosts.count) of \(asked) name the app; `latchkey domains check` explains why") }
    }
}
