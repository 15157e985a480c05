import AccountServer
import Accounts
import AppleIdentityEmulator
import ArgumentParser
import DeviceSimulator
import FoundationEssentials
import Mail
import Secrets
import Traces

/// `latchkey dev`: everything on this machine, for development.
struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract: "Run a server, Apple's service and three phones on this machine for development.",
        discussion: """
            The server has a demo account and a mailbox; Apple's service, with its mail relay, is emulated, and the phones are \
            simulated. All data is deleted when the command ends, unless --data names a folder to keep it in.
            """,
        example: "latchkey dev --data ~/latchkey-dev")

    @Option(help: ArgumentHelp("The folder to keep all data in, phones too; created if it is missing.", valueName: "folder"))
    var data: String?

    @Option(help: ArgumentHelp("The port to listen on.", valueName: "port"))
    var port = 8_080

    @Option(help: ArgumentHelp("The port of the emulator of Apple's service; the one after --port if omitted.", valueName: "port"))
    var applePort: Int?

    @Option(
        help: ArgumentHelp(
            "The port of the simulated phones; the second one after --port if omitted. An app's server has the port after it.",
            valueName: "port"))
    var devicePort: Int?

    @Flag(inversion: .prefixedNo, help: "Run simulated phones.")
    var phones = true

    @Option(
        help: ArgumentHelp(
            "A folder with the phones' data about individual sites, like quirks/ of github.com/apple/password-manager-resources.",
            valueName: "folder"))
    var siteQuirks: String?

    @Option(
        help: ArgumentHelp(
            "A folder of leaked passwords, a file for each range of digests, in which the phones look up saved passwords; or the https address of a service of ranges.",
            valueName: "place"))
    var leakedPasswords: String?

    @Flag(help: "Write the log to standard error too. Without this flag only errors are written, and the desk shows all lines.")
    var log = false

    @Option(
        help: ArgumentHelp(
            "Set one configuration key; may be repeated.", valueName: "key=value"))
    var set: [String] = []

    func validate() throws {
        let others = [emulatorPort] + (phones ? [phonePort, phonePort + 1] : [])
        guard ([port] + others).allSatisfy((1...65_535).contains) else {
            throw ValidationError(
                "a port must be 1 to 65535; the emulator has the one after --port and the phones the next two, unless --apple-port and --device-port are given"
            )
        }
    }

    func run() async throws {
        let folder = try data.map { try DevelopmentFolder(keptAt: $0) } ?? DevelopmentFolder.temporary()
        defer { folder.removeIfTemporary() }
        try await folder.snapshots.completeRestoration()
        let access = try DevelopmentAccess(port: port)
        defer { access.withdraw(ports: ports) }
        let demo = folder.demoPassword().map { DemoAccount(password: $0) } ?? DemoAccount(random: SystemRandomBytes())
        let lines = DevelopmentLog()
        var (run, outcome) = (1, SnapshotOutcome?.none)
        while let change = try await runOnce(run, after: outcome, in: folder, access, demo: demo, keeping: lines) {
            run += 1
            outcome = try await folder.perform(change, keeping: lines)
        }
    }

    /// Runs everything until a signal or a request to restart ends it. Returns the change before the next run; nil to end.
    private func runOnce(
        _ run: Int, after outcome: SnapshotOutcome?, in folder: DevelopmentFolder, _ access: DevelopmentAccess, demo: DemoAccount,
        keeping lines: DevelopmentLog
    ) async throws -> RestartRequest.Change? {
        let traces = TraceStore(
            random: { UInt64.random(in: .min ... .max) }, now: { Int64(Date().timeIntervalSince1970 * 1_000_000) })
        let apple = try await DevelopmentApple.start(
            port: emulatorPort, for: origin, keptIn: folder, access: access, recorder: traces, hasPhones: phones)
        let restart = RestartRequest { [ports] in access.withdrawBearer(ports: ports) }
        do {
            // The environment is ignored: it may name the store and the key of a production server.
            let presets = try presets(folder, app: apple.juiceApp).merging(apple.presets) { own, _ in own }
            let reading = try ConfigurationReading(ConfigurationSources(presets: presets, flags: set))
            apple.nameWebsite(reading.server.site.name)
            let store = try OpenedStore.open(reading.store)
            let phones = phones ? try await makePhones(apple, folder, access, restart) : nil
            defer { phones?.stop() }
            for phone in phones?.phones ?? [] { phone.record(in: traces) }
            let mail = access.mail()
            var server = reading.server
            server.mail =
                try server.mail
                ?? MailConfiguration(
                    from: MailAddress(DevelopmentTransport.sender),
                    destination: .custom(apple.transport(keepingIn: mail.mailbox)))
            // Another store is not in the folder.
            let snapshots =
                reading.store == .sqlite(path: folder.storePath)
                ? RunningSnapshots(
                    folder: folder.snapshots, run: run, areKept: !folder.isTemporary, outcome: outcome, restart: restart) : nil
            let desk = DevelopmentDesk(
                access: access.access, command: "latchkey desk open", log: lines, traces: traces,
                services: DevelopmentParts.services(apple: apple, phones: phones, applePort: emulatorPort),
                apps: phones?.recordedApps(juice: apple.juiceApp, team: apple.team, server: origin) ?? [:],
                snapshots: snapshots, startOver: { restart.request(.startOver) })
            let parts = DevelopmentParts(
                apple: apple, phones: phones, access: access, mail: mail.pages, desk: desk, folder: folder, store: reading.store,
                demo: demo, log: lines, writesLog: log, restart: restart)
            try await runServer(server, store: store, development: parts)
        } catch {
            await apple.emulator.stop()
            throw error
        }
        await apple.emulator.stop()
        return restart.requested
    }

    private func makePhones(
        _ apple: DevelopmentApple, _ folder: DevelopmentFolder, _ access: DevelopmentAccess, _ restart: RestartRequest
    ) async throws -> DevelopmentPhones {
        try await DevelopmentPhones(
            port: phonePort, apple: apple, access: access, origin: origin, keptIn: folder, restart: restart,
            knowing: DevelopmentPhones.DataFolders(siteQuirks: siteQuirks, leakedPasswords: leakedPasswords))
    }

    private var emulatorPort: Int { applePort ?? port + 1 }

    private var phonePort: Int { devicePort ?? port + 2 }

    /// The ports whose servers require the bearer token.
    private var ports: [Int] { [port, emulatorPort, phonePort] }

    /// A name, because browsers reject passkeys at addresses.
    private var origin: String { "http://localhost:\(port)" }

    /// Returns the configuration for development. Metrics are off, so that a second server can run on this machine.
    private func presets(_ folder: DevelopmentFolder, app: String) throws -> [String: String] {
        [
            "wellKnown.associationFile": try folder.associationFile(naming: app),
            "site.publicOrigin": origin, "listener.host": "127.0.0.1", "listener.port": "\(port)",
            // The origin of an app on the phones: its relying party ID over https, without a port.
            "passkeys.origins": "https://localhost",
            "keys.currentFile": folder.keyPath, "store.path": folder.storePath, "metrics.enabled": "false",
            "tools.associatedDomains": "all",
        ]
    }
}
