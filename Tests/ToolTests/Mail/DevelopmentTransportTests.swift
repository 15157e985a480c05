import Accounts
import Mail
import Secrets
import Synchronization
import Testing

@testable import AccountServer
@testable import latchkey

@Suite("The mail of latchkey dev")
struct DevelopmentTransportTests {
    /// A relay with one outcome for every message.
    private final class Relay: MailTransport {
        let outcome: MailOutcome
        private let calls = Mutex<[[String]]>([])

        init(_ outcome: MailOutcome) {
            self.outcome = outcome
        }

        /// The recipients of each call.
        var received: [[String]] { calls.withLock { $0 } }

        func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
            calls.withLock { $0.append(messages.map(\.to.text)) }
            for index in messages.indices { await report(index, outcome) }
        }
    }

    private static let hidden = "dpdcnf87nu@privaterelay.appleid.com"
    private static let newHidden = "dpdcnf87nu@private.icloud.com"

    private static func message(to address: String) throws -> MailMessage {
        let mail = MailConfiguration(
            from: try MailAddress(DevelopmentTransport.sender), destination: .custom(DevelopmentMailbox()))
        let site = SiteConfiguration(publicOrigin: try PublicOrigin("https://accounts.example.com"))
        return try MailComposer(mail, site: site).testMessage(
            to: MailAddress(address), id: MailMessageID(domain: mail.from.domain, random: PredictableRandomBytes(seed: 1)),
            at: Timestamp(seconds: 1_800_000_000))
    }

    /// Delivers a message to each address. Returns the outcomes by index, in the order of the reports.
    private func outcomes(_ transport: DevelopmentTransport, _ addresses: [String]) async throws -> [(index: Int, MailOutcome)] {
        let reports = Mutex<[(index: Int, MailOutcome)]>([])
        await transport.deliver(try addresses.map(Self.message)) { index, outcome in
            reports.withLock { $0.append((index, outcome)) }
        }
        return reports.withLock { $0 }
    }

    @Test("messages to hidden addresses also go through the relay, in order, and all are in the mailbox")
    func routing() async throws {
        let (mailbox, relay) = (DevelopmentMailbox(), Relay(.delivered))
        let addresses = [
            "a@example.org", Self.hidden, Self.newHidden, "b@icloud.com", "c@privaterelay.appleid.com.example", Self.hidden,
        ]
        let reported = try await outcomes(DevelopmentTransport(keepingIn: mailbox, relay: relay), addresses)
        #expect(reported.map { $0.index } == [0, 1, 2, 3, 4, 5] && reported.allSatisfy { $0.1 == .delivered })
        #expect(relay.received == [[Self.hidden, Self.newHidden], [Self.hidden]])
        #expect(mailbox.messages.map(\.message.to.text) == addresses.reversed())
    }

    @Test("the outcome is the relay's, and a message is stored only after a final outcome")
    func relayOutcomes() async throws {
        let rejected = MailOutcome.rejected(MailRejection(.address, code: MailReplyCode(550, enhanced: EnhancedStatus("5.1.1"))))
        for (outcome, isKept) in [(rejected, true), (.tryAgain(.unreachable), false), (.unknown(.closed), true)]
            as [(MailOutcome, Bool)]
        {
            let mailbox = DevelopmentMailbox()
            let reported = try await outcomes(DevelopmentTransport(keepingIn: mailbox, relay: Relay(outcome)), [Self.hidden])
            #expect(reported.map { $0.1 } == [outcome])
            #expect(mailbox.messages.count == (isKept ? 1 : 0))
        }
    }
}
