package import Accounts
import Foundation
import Logging
package import Mail
import Secrets
import ServiceLifecycle

/// Delivers the messages of the domain with a transport of the mail library.
package struct MailCourier: MailCarrier {
    private let transport: any MailTransport
    private let composer: MailComposer
    private let now: @Sendable () -> Timestamp
    private let clock: any Clock<Duration>

    /// - Parameter clock: measures the time until the deadline of a batch.
    package init(
        _ transport: any MailTransport, composer: MailComposer, now: @escaping @Sendable () -> Timestamp, clock: any Clock<Duration>
    ) {
        self.transport = transport
        self.composer = composer
        self.now = now
        self.clock = clock
    }

    package func carry(
        _ mails: [OutgoingMail], until deadline: Timestamp, report: @escaping @Sendable (Int, MailCarriage) async -> Void
    ) async {
        var messages: [MailMessage] = []
        var indexes: [Int] = []
        for (index, mail) in mails.enumerated() {
            if let message = composer.message(for: mail) {
                messages.append(message)
                indexes.append(index)
            } else {
                // The mail library does not accept the address or a text, and never will.
                await report(index, .rejected(isAboutAddress: false, reply: nil))
            }
        }
        let (batch, positions) = (messages, indexes)
        let limit = deadline - now()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await transport.deliver(batch) { index, outcome in await report(positions[index], MailCarriage(outcome)) }
            }
            group.addTask { try? await clock.sleep(for: limit) }
            // The first to end cancels the other: the deadline stops the delivery, which reports the remaining messages.
            await group.next()
            group.cancelAll()
        }
    }
}

extension MailCarriage {
    init(_ outcome: MailOutcome) {
        switch outcome {
        case .delivered: self = .accepted
        case .rejected(let rejection):
            self = .rejected(isAboutAddress: rejection.subject == .address, reply: rejection.code?.description)
        case .tryAgain(let fault), .unknown(let fault): self = .postponed(reply: fault.reply)
        }
    }
}

extension MailFault {
    /// The code of the reply, or the kind of failure; at most 64 characters.
    package var reply: String {
        switch self {
        case .reply(let code): code.description
        case .unreachable: "unreachable"
        case .untrusted: "untrusted certificate"
        case .encryptionMissing: "no STARTTLS"
        case .authentication(let code): "authentication\(code.map { " \($0)" } ?? "")"
        case .timedOut(let phase): "timeout in \(phase.rawValue)"
        case .malformedReply: "malformed reply"
        case .closed: "connection closed"
        case .command(let status): status.map { "exit status \($0)" } ?? "command failed"
        case .response(let status): "HTTP \(status)"
        case .signing: "signing failed"
        case .cancelled: "cancelled"
        }
    }
}

/// Sends the queued messages until the server stops. Several servers may share a store: each message is leased by one server at a
/// time.
struct MailWork: Service {
    let jobs: MailJobs
    let store: any AccountStores
    let metrics: MailMetrics
    var interval: Duration = .seconds(1)
    let now: @Sendable () -> Timestamp
    let logger: Logger

    func run() async throws {
        await runTurns(every: interval) { await turn() }
    }

    /// Runs one turn. A store error is logged; the next turn retries.
    func turn() async {
        do {
            let run = try await jobs.runDue(now: now)
            metrics.count(run)
            if run != MailJobsRun() { logger.info("mail jobs run", metadata: run.metadata) }
            if !run.rejections.isEmpty { logger.warning("mail rejected", metadata: ["replies": "\(run.rejectionText)"]) }
            let oldest = try await store.oldestMail()
            metrics.show(waiting: try await store.countJobs(.mail), age: oldest.map { now() - $0 } ?? .zero)
        } catch {
            logger.warning("mail jobs failed; retrying later", metadata: ["error": "\(error)"])
        }
    }
}

extension MailJobsRun {
    fileprivate var metadata: Logger.Metadata {
        Dictionary(uniqueKeysWithValues: outcomes.filter { $0.count > 0 }.map { ($0.name, "\($0.count)") })
    }

    fileprivate var rejectionText: String {
        rejections.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }

    var outcomes: [(name: String, count: Int)] {
        [("sent", sent), ("rejected", rejected), ("expired", expired), ("postponed", postponed), ("unopened", unopened)]
    }
}
