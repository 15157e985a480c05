import AccountServer
import Accounts
import Glibc
import InternetAddresses
import Logging
import Mail
import PasswordHashing
import Secrets
import TestStores

/// The account server with a stopped clock, and a courier that is killed.
struct CourierHost {
    private struct Misuse: Error {}

    private let system: AccountSystem

    init(store: String, port: Int, seconds: Int64, step: KillingTransport.Step?) throws {
        guard let server = SMTPServer.insecureLoopback(.loopback, port: port) else { throw Misuse() }
        let sender = try MailAddress("accounts@example.com")
        let transport = SMTPTransport(to: server, clientName: sender.domain, clock: ContinuousClock())
        // The key of the server that queued the mail.
        var configuration = ServerConfiguration(
            publicOrigin: try PublicOrigin("https://accounts.example.com"),
            keys: MasterKeys(current: MasterKey.random(PredictableRandomBytes(seed: 3))))
        configuration.hashing.parameters = Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1)
        configuration.hashing.threads = 1
        configuration.mail = MailConfiguration(
            from: sender, destination: .custom(KillingTransport(transport: transport, step: step)))
        let now = Timestamp(seconds: 1_800_000_000 + seconds)
        system = try AccountSystem(
            configuration: configuration, storage: .at(store), now: { now }, logger: Logger(label: "courier"))
    }

    /// Sends the mail that is due, once.
    func run() async {
        await system.sendMail()
    }
}

/// Delivers by another transport, and kills the process at a step of a message.
struct KillingTransport: MailTransport {
    enum Step: String {
        case leased, accepted, recorded
    }

    let transport: any MailTransport
    let step: Step?

    func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
        reach(.leased)
        await transport.deliver(messages) { index, outcome in
            reach(.accepted)
            await report(index, outcome)
            reach(.recorded)
        }
    }

    private func reach(_ step: Step) {
        if step == self.step { kill(getpid(), SIGKILL) }
    }
}
