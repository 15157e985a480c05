import AccountServer
import Accounts
import ArgumentParser
import Foundation
import Mail
import MailPeers
import Secrets
import TestKit
import Testing

@testable import latchkey

@Suite(
    "latchkey mail bounce behind Postfix", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: MailPeers.hasPrograms, MailPeers.missingPrograms))
struct ForeignBounceTests {
    /// What Postfix pipes to its program for bounces: the recipient of the envelope, and the message with LF between its lines.
    private struct Bounce: Decodable {
        let mailbox: String
        let message: Data
    }

    @Test("a bounce that Postfix makes counts for its address, and one to the tag of another server counts nothing")
    func bounces() async throws {
        try await MailPeers.inFolder { files in
            let relay = try await PeerServer("relay.py", [files.path], in: files)
            let folder = try MailQueueTests.folder(
                """
                mail: {transport: smtp, host: 127.0.0.1, security: loopback, port: \(relay.port), from: accounts@example.com, \
                bounces: bounces@example.com}

                """)
            let options = try StoreOptions.parse(["--config", folder.path + "/latchkey.yaml"])
            let server = try ConfigurationReading(try options.sources()).server
            let mail = try server.requiredMail()
            let sealer = MailSealer(keys: server.keys.sealingKeys(for: .mail), random: SystemRandomBytes())
            let otherKeys = MasterKeys(current: MasterKey.random(SystemRandomBytes()))
            let courier = try Self.courier(of: server, keys: server.keys)
            let otherCourier = try Self.courier(of: server, keys: otherKeys)

            let (account, sent) = try await options.withStore(creating: true) { store in
                try await OperatorContext.with(store, options) { context async throws -> (AccountID, OutgoingMail) in
                    let (account, queued) = try await context.queueMail(sealer: sealer, now: .current)
                    let sent = try #require(sealer.open(queued))
                    await otherCourier.carry([sent], until: Timestamp.current + .seconds(60)) { _, outcome in
                        #expect(outcome == .accepted)
                    }
                    let jobs = MailJobs(
                        accounts: context.service, sealer: sealer, carrier: courier, acceptanceIsDelivery: false)
                    #expect(try await jobs.runDue { .current }.sent == 1)
                    return (account, sent)
                }
            }
            #expect(try await relay.stop() == 0)
            let bounces = try relay.printed(as: Bounce.self)
            #expect(bounces.count == 2)

            let base = try #require(mail.bounces)
            for (keys, outcome) in [(otherKeys, "ignored"), (server.keys, "counted")] {
                let sender = BounceSender(base, tags: BounceTags(keys: keys)).address(for: sent).text
                let bounce = try #require(bounces.first { $0.mailbox == sender })
                #expect(DeliveryReport(bounce.message)?.condemnsAddress == true)
                let run = try CommandRun(
                    ["mail", "bounce", bounce.mailbox, "--config", "latchkey.yaml"], in: folder,
                    input: String(decoding: bounce.message, as: UTF8.self))
                #expect(run.transcript == "\(outcome)\n= 0")
                let addresses = try await options.withStore { store in try await store.addresses(of: account) }
                #expect(
                    addresses.map(\.rejectedAt) == [outcome == "counted" ? Timestamp(seconds: sent.queuedAt.seconds) : nil])
            }
        }
    }

    /// Returns a courier whose envelope senders have tags under these keys.
    private static func courier(of server: ServerConfiguration, keys: MasterKeys) throws -> MailCourier {
        let mail = try server.requiredMail()
        let delivery = mail.delivery(clock: ContinuousClock(), now: { .current })
        return MailCourier(
            delivery.transport, composer: try MailComposer(mail, site: server.site, keys: keys), now: { .current },
            clock: ContinuousClock())
    }
}
