import AccountServer
import AppleIdentityEmulator
import InternetAddresses
import Mail

/// The mail of `latchkey dev`. The mailbox keeps every message. A message to a hidden address of the emulator's users also goes
/// through the emulator's relay, by SMTP, and its outcome is that of the relay.
struct DevelopmentTransport: MailTransport {
    /// The address that messages come from. It is registered at the emulator as an e-mail source.
    static let sender = "accounts@example.com"

    private let mailbox: DevelopmentMailbox
    private let relay: any MailTransport

    init(keepingIn mailbox: DevelopmentMailbox, relay: any MailTransport) {
        self.mailbox = mailbox
        self.relay = relay
    }

    /// Creates a transport with the relay on a port of this machine.
    init(keepingIn mailbox: DevelopmentMailbox, relayPort: Int) throws {
        guard let server = SMTPServer.insecureLoopback(.loopback, port: relayPort) else {
            preconditionFailure("the address is a loopback address")
        }
        self.init(
            keepingIn: mailbox,
            relay: SMTPTransport(to: server, clientName: try MailAddress(Self.sender).domain, clock: ContinuousClock()))
    }

    func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
        var rest = messages.indices
        while let first = rest.first {
            let isHidden = Self.isHidden(messages[first].to)
            // One connection for consecutive messages, so that the order remains.
            let run = rest.prefix { Self.isHidden(messages[$0].to) == isHidden }
            rest = rest.dropFirst(run.count)
            let part = Array(messages[run])
            guard isHidden else {
                await mailbox.deliver(part) { number, outcome in await report(first + number, outcome) }
                continue
            }
            await relay.deliver(part) { number, outcome in
                // A message that is sent again is kept then.
                if case .tryAgain = outcome {} else { await mailbox.deliver([part[number]]) { _, _ in } }
                await report(first + number, outcome)
            }
        }
    }

    /// Whether the address is in a domain of Apple's private e-mail relay.
    private static func isHidden(_ address: MailAddress) -> Bool {
        AppleServiceSettings.RelayDomain(rawValue: address.domain.description) != nil
    }
}
