import AppleIdentityEmulator
import ArgumentParser
import Foundation
import JSONText
import Logging
import PrivateFiles
import ServiceLifecycle
import Synchronization
import UnixSignals

/// `latchkey apple serve`.
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
        } catch let error as EmulatorStartError {
            throw CommandFailure(error)
        } catch let error as EmulatorRefusal {
            throw CommandFailure(.usage, error.message)
        }
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
