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
        commandName: "serve", abstract: "Run the emulator until stopped.",
        discussion: """
            Relying parties reach the emulator by overriding Apple's base address, or as https://appleid.apple.com with a host mapping \
            and its certificate authority. It signs in any account, so it listens on this machine only unless --allow-others is given.

            A generic OpenID client, which follows discovery, needs --issuer own: by default discovery names Apple, and the client would \
            send its secret to Apple. The server of latchkey expects Apple's issuer; keep the default for it.
            """,
        example: "latchkey apple serve --seed-demo")

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The port of plain HTTP; 0 lets the system choose one.", valueName: "port"))
    var port = AppleEmulatorOptions.defaultPort

    @Option(help: ArgumentHelp("The port of HTTPS; 0 lets the system choose one.", valueName: "port"))
    var httpsPort = 8_445

    @Option(
        help: ArgumentHelp(
            "The port of the private e-mail relay (SMTP); 0 lets the system choose one, and without the option there is no relay.",
            valueName: "port"))
    var relayPort: Int?

    @Option(help: ArgumentHelp("The file for the state. It contains private keys.", valueName: "file"))
    var state: String?

    @Option(help: ArgumentHelp("The folder for the certificate authority.", valueName: "folder"))
    var certificates: String?

    @Flag(help: "Create some accounts and a relying party in an empty emulator.")
    var seedDemo = false

    @Flag(help: "Accept return URLs and notification URLs on this machine, also over http. Apple rejects them.")
    var allowLoopbackRedirects = false

    @Flag(help: "Listen for other machines.")
    var allowOthers = false

    @Option(help: ArgumentHelp("A file with the token with which other machines can use the console.", valueName: "file"))
    var adminTokenFile: String?

    @Option(
        help: ArgumentHelp("A further name under which browsers open the pages; may be repeated.", valueName: "name"))
    var hostName: [String] = []

    @Option(help: ArgumentHelp("The file for the demo's private key, a .p8 file.", valueName: "file"))
    var demoKey: String?

    @Option(help: ArgumentHelp("A return URL of the demo's website; may be repeated.", valueName: "url"))
    var demoReturnURL: [String] = []

    @Option(help: ArgumentHelp("The URL for notifications of the demo app.", valueName: "url"))
    var demoNotify: String?

    @Option(
        help: ArgumentHelp(
            "A domain or address that may write to the relay addresses of the demo's users; may be repeated.", valueName: "source"))
    var demoSender: [String] = []

    @Flag(help: "Accept requests without User-Agent, which Apple rejects.")
    var allowMissingUserAgent = false

    @Option(
        help: ArgumentHelp(
            "The issuer in discovery and tokens: apple, or own for this emulator's http address.",
            valueName: "issuer"))
    var issuer = IssuerChoice.apple

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [port, httpsPort, relayPort ?? 0].allSatisfy((0...65_535).contains) else {
            throw ValidationError("--port, --https-port and --relay-port must be 0 to 65535")
        }
        if !seedDemo, demoKey != nil || !demoReturnURL.isEmpty || demoNotify != nil || !demoSender.isEmpty {
            throw ValidationError("--demo-key, --demo-return-url, --demo-notify and --demo-sender require --seed-demo")
        }
        if let source = demoSender.first(where: { EmailSource($0) == nil }) {
            throw ValidationError("--demo-sender \(source.prefix(100)): \(EmailSource.rule)")
        }
    }

    func run() async throws {
        var emulator = EmulatorConfiguration()
        emulator.host = host
        emulator.port = port
        emulator.securePort = httpsPort
        emulator.relayPort = relayPort
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

    /// Prints the addresses of the emulator. They are the result of the command, so they go to standard output.
    func announce(_ apple: AppleIdentityEmulator, _ demo: DemoSetup?) {
        let terminal = Terminal()
        guard !output.json else { return terminal.result(document(apple, demo), .compact) }
        terminal.result("the Sign in with Apple emulator is running on \(apple.baseURL)")
        terminal.result("")
        terminal.result("  pages      \(apple.baseURL)/")
        if let secure = apple.secureBaseURL { terminal.result("  https      \(secure)") }
        if let port = apple.relayPort { terminal.result("  relay      \(host):\(port)  (SMTP)") }
        terminal.result("  issuer     \(apple.service.issuer)")
        terminal.result("  authority  \(apple.baseURL)/emulator/ca.pem")
        for account in demo?.accounts ?? [] {
            let needs = account.hasTwoFactor ? "" : "  (no two-factor authentication: rejected)"
            terminal.result("  account    \(account.id.description.padded(to: 8))\(account.email ?? "")\(needs)")
        }
        if demo != nil { terminal.result("  password   \(DemoSetup.password), for every account") }
        if let party = demo?.party {
            terminal.result("  team       \(party.team)")
            terminal.result("  client     \(party.website?.description ?? party.app.description)")
            terminal.result("  key        \(party.keyID)\(demoKey.map { ", in \($0)" } ?? ", see --demo-key")")
        }
        terminal.result("")
        terminal.result("  Ctrl-C stops it.")
    }

    func makeDemo(in service: AppleService) throws(EmulatorError) -> DemoSetup {
        let sources = demoSender.compactMap { EmailSource($0) }
        guard !demoReturnURL.isEmpty else {
            return try DemoSetup(in: service, notificationURL: demoNotify, emailSources: sources)
        }
        return try DemoSetup(in: service, returnURLs: demoReturnURL, notificationURL: demoNotify, emailSources: sources)
    }

    private func document(_ apple: AppleIdentityEmulator, _ demo: DemoSetup?) -> JSONValue {
        var members: [(String, JSONValue)] = [("baseURL", .string(apple.baseURL)), ("issuer", .string(apple.service.issuer))]
        if let secure = apple.secureBaseURL { members.append(("secureBaseURL", .string(secure))) }
        if let port = apple.relayPort { members.append(("relayPort", .integer(port))) }
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

/// The values of `--issuer`.
enum IssuerChoice: String, CaseIterable, ExpressibleByArgument {
    case apple, own
}

/// The emulator as a service of this process, so that a signal ends it gracefully.
private final class EmulatorRun: Service {
    private let configuration: EmulatorConfiguration
    private let command: AppleServeCommand
    /// The reason why the demo was not created.
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
                // Checks the file before any change, so that a failure leaves the state as it was.
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
    /// Creates the failure of an error during the creation of the demo.
    init(demo error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let rejection as EmulatorError: self.init(.usage, "the demo was not created: \(rejection.reason)")
        default: self.init(.failure, "the demo was not created: \(error)")
        }
    }

    /// Creates the failure of an error at the start of the emulator, or of a setting out of range.
    init(_ error: EmulatorError) {
        switch error.code {
        case .notLoopback: self.init(.usage, error.reason, hint: "--allow-others permits other machines")
        case .address:
            self.init(
                .address, error.reason,
                hint: "stop the program that listens there, or choose other ports: --port, --https-port and --relay-port")
        case .state: self.init(.store, error.reason, hint: "name another file, or move this one away")
        case .certificates: self.init(.store, error.reason, hint: "name another folder, or move this one away")
        default: self.init(.usage, error.reason)
        }
    }
}
