import AppleIdentityEmulator
import ArgumentParser
import Foundation
import JSONText
import Logging
import PrivateFiles
import ServiceLifecycle
import Synchronization
import UnixSignals

struct AppleServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the emulator until it is stopped.",
        discussion: """
            Relying parties reach it by overriding Apple's base address, or as https://appleid.apple.com by a host mapping and its \
            certificate authority. It vouches for anybody: it listens on this machine only, unless --allow-others says so.

            A generic OpenID client, which follows discovery, needs --issuer own: without it discovery names Apple, and leads the client \
            to Apple with its secret. The server of latchkey expects Apple's issuer: leave the default for it.
            """)

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The port of plain HTTP; 0 lets the system choose.", valueName: "port"))
    var port = AppleEmulatorOptions.defaultPort

    @Option(help: ArgumentHelp("The port of HTTPS; 0 lets the system choose.", valueName: "port"))
    var httpsPort = 8_445

    @Option(help: ArgumentHelp("Keep the state in this file. It will hold private keys.", valueName: "file"))
    var state: String?

    @Option(help: ArgumentHelp("Keep the certificate authority in this folder.", valueName: "folder"))
    var certificates: String?

    @Flag(help: "Make some accounts and a relying party, if there are none yet.")
    var seedDemo = false

    @Flag(help: "Accept return URLs and notification URLs on this machine, by http too. Apple accepts none.")
    var allowLoopbackRedirects = false

    @Flag(help: "Listen for other machines too.")
    var allowOthers = false

    @Option(help: ArgumentHelp("A file with the token that opens the console to other machines.", valueName: "file"))
    var adminTokenFile: String?

    @Option(
        help: ArgumentHelp("A further name under which browsers open the pages; may be given several times.", valueName: "name"))
    var hostName: [String] = []

    @Option(help: ArgumentHelp("Where to write the demo's private key, as a .p8 file.", valueName: "file"))
    var demoKey: String?

    @Option(help: ArgumentHelp("A return URL of the demo's website; may be given several times.", valueName: "url"))
    var demoReturnURL: [String] = []

    @Option(help: ArgumentHelp("Where the demo app's notifications are posted.", valueName: "url"))
    var demoNotify: String?

    @Flag(help: "Take requests without User-Agent, which Apple refuses.")
    var allowMissingUserAgent = false

    @Option(
        help: ArgumentHelp(
            "What discovery and tokens name as issuer: apple, or own for this emulator's http address, which discovery then leads to.",
            valueName: "issuer"))
    var issuer = IssuerChoice.apple

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0...65_535).contains(port), (0...65_535).contains(httpsPort) else {
            throw ValidationError("a port is a number from 0 to 65535")
        }
        if !seedDemo, demoKey != nil || !demoReturnURL.isEmpty || demoNotify != nil {
            throw ValidationError("--demo-key, --demo-return-url and --demo-notify need --seed-demo")
        }
    }

    func run() async throws {
        var emulator = EmulatorConfiguration()
        emulator.host = host
        emulator.port = port
        emulator.securePort = httpsPort
        emulator.stateFile = state
        emulator.certificateFolder = certificates
        emulator.allowsOthers = allowOthers
        emulator.adminToken = try adminTokenFile.map(AdminToken.read)
        emulator.hostNames = Set(hostName)
        emulator.issuer = issuer == .own ? .own : .apple
        emulator.requiresUserAgent = !allowMissingUserAgent
        emulator.settings.allowsLoopbackURLs = allowLoopbackRedirects
        let runner = EmulatorRun(configuration: emulator, command: self)
        var group = ServiceGroupConfiguration(
            services: [.init(service: runner)], gracefulShutdownSignals: [.sigterm, .sigint], logger: emulator.logger)
        group.maximumGracefulShutdownDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as EmulatorError {
            throw CommandFailure(error)
        }
    }

    /// Says where the emulator can be reached. This is the result of the command, so it goes to standard output.
    func announce(_ apple: AppleIdentityEmulator, _ demo: DemoSetup?) {
        let terminal = Terminal()
        guard !output.json else { return terminal.result(document(apple, demo), .compact) }
        terminal.result("the Sign in with Apple emulator is running on \(apple.baseURL)")
        terminal.result("")
        terminal.result("  pages      \(apple.baseURL)/")
        if let secure = apple.secureBaseURL { terminal.result("  https      \(secure)") }
        terminal.result("  issuer     \(apple.service.issuer)")
        terminal.result("  authority  \(apple.baseURL)/emulator/ca.pem")
        for account in demo?.accounts ?? [] {
            let needs = account.hasTwoFactor ? "" : "  (no two-factor: is refused)"
            terminal.result("  account    \(account.id.description.padded(to: 8))\(account.email ?? "")\(needs)")
        }
        if demo != nil { terminal.result("  password   \(DemoSetup.password), of every account") }
        if let party = demo?.party {
            terminal.result("  team       \(party.team)")
            terminal.result("  client     \(party.website?.description ?? party.app.description)")
            terminal.result("  key        \(party.keyID)\(demoKey.map { ", in \($0)" } ?? ", see --demo-key")")
        }
        terminal.result("")
        terminal.result("  Ctrl-C stops it.")
    }

    func makeDemo(in service: AppleService) throws(EmulatorError) -> DemoSetup {
        guard !demoReturnURL.isEmpty else { return try DemoSetup(in: service, notificationURL: demoNotify) }
        return try DemoSetup(in: service, returnURLs: demoReturnURL, notificationURL: demoNotify)
    }

    private func document(_ apple: AppleIdentityEmulator, _ demo: DemoSetup?) -> JSONValue {
        var members: [(String, JSONValue)] = [("baseURL", .string(apple.baseURL)), ("issuer", .string(apple.service.issuer))]
        if let secure = apple.secureBaseURL { members.append(("secureBaseURL", .string(secure))) }
        if let demo {
            members.append(("accounts", .array(demo.accounts.map { .string($0.id.description) })))
            members.append(("team", .string(demo.party.team.description)))
            members.append(("app", .string(demo.party.app.description)))
            if let website = demo.party.website { members.append(("website", .string(website.description))) }
            members.append(("keyID", .string(demo.party.keyID.description)))
        }
        return .object(JSONObject(members))
    }
}

/// What `--issuer` takes.
enum IssuerChoice: String, CaseIterable, ExpressibleByArgument {
    case apple, own
}

/// The emulator as a service of this process, so that a signal ends it gracefully.
private final class EmulatorRun: Service {
    private let configuration: EmulatorConfiguration
    private let command: AppleServeCommand
    /// Why the demo was not made.
    private let failure = Mutex<CommandFailure?>(nil)

    init(configuration: EmulatorConfiguration, command: AppleServeCommand) {
        self.configuration = configuration
        self.command = command
    }

    func run() async throws {
        try await AppleIdentityEmulator.run(configuration) { [self] apple in
            do {
                if command.allowLoopbackRedirects { try apple.service.changeSettings { $0.allowsLoopbackURLs = true } }
                let isWelcome = command.seedDemo && DemoSetup.isWelcome(in: apple.service)
                // Before anything is made, so that the state stays as it was.
                if isWelcome, let path = command.demoKey { try PrivateFile.requireAbsent(path) }
                let demo = isWelcome ? try command.makeDemo(in: apple.service) : nil
                if let demo, let path = command.demoKey { try PrivateFile.write(demo.party.key.pem, to: path) }
                command.announce(apple, demo)
            } catch {
                failure.withLock { $0 = CommandFailure(demo: error) }
                await apple.stop()
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}

extension CommandFailure {
    /// Why the demo was not made.
    init(demo error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let refusal as EmulatorError: self.init(.usage, "the demo was not made: \(refusal.reason)")
        default: self.init(.failure, "the demo was not made: \(error)")
        }
    }

    /// Why the emulator did not start, or which setting is out of range.
    init(_ error: EmulatorError) {
        switch error.code {
        case .notLoopback: self.init(.usage, error.reason, hint: "--allow-others says so")
        case .address:
            self.init(.address, error.reason, hint: "stop what listens there, or choose other ports: --port and --https-port")
        case .state: self.init(.store, error.reason, hint: "name another file, or move this one away")
        case .certificates: self.init(.store, error.reason, hint: "name another folder, or move this one away")
        default: self.init(.usage, error.reason)
        }
    }
}
