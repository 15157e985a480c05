import Synchronization

/// Sends the messages in the queue. A loop calls ``runDue(now:)`` about once a second. Any number of processes may do so over one
/// store at the same time.
///
/// A message leaves the queue when a mail server accepts or permanently rejects it, or when it is no longer worth sending. A crash
/// between the acceptance and the removal sends it again, with the same identifier and content.
package struct MailJobs: Sendable {
    private let accounts: AccountService
    private let sealer: MailSealer
    private let carrier: any MailCarrier
    private let acceptanceIsDelivery: Bool

    /// - Parameter acceptanceIsDelivery: whether a message that a mail server accepted makes earlier rejections of its address
    ///   irrelevant. Where bounces are counted, a relay accepts every message and returns the bounce later.
    package init(
        accounts: AccountService, sealer: MailSealer, carrier: any MailCarrier, acceptanceIsDelivery: Bool = true
    ) {
        self.accounts = accounts
        self.sealer = sealer
        self.carrier = carrier
        self.acceptanceIsDelivery = acceptanceIsDelivery
    }

    private var stores: any AccountStores { accounts.stores }

    /// Sends the messages that are due, in batches that the carrier sends over one connection each.
    ///
    /// Throws the errors of the store. Messages without a recorded outcome become due again when their lease expires.
    package func runDue(now clock: @escaping @Sendable () -> Timestamp) async throws -> MailJobsRun {
        var run = MailJobsRun()
        for _ in 0..<Self.rounds where !Task.isCancelled {
            let now = clock()
            let jobs = try await stores.claim(.mail, now: now, lease: JobKind.mail.lease, limit: Self.batch)
            run += try await send(jobs, now: clock)
            if jobs.count < Self.batch { break }
        }
        return run
    }

    private func send(_ jobs: [Job], now clock: @escaping @Sendable () -> Timestamp) async throws -> MailJobsRun {
        let now = clock()
        var run = MailJobsRun()
        var due: [(job: Job, mail: OutgoingMail)] = []
        var deadline = now + Self.batchLimit
        for job in jobs {
            guard case .mail(let queued) = job.work else { continue }
            if queued.notAfter <= now {
                if try await stores.abandon(job) { run.expired += 1 }
            } else if let mail = sealer.open(queued) {
                due.append((job, mail))
                deadline = min(deadline, queued.notAfter)
            } else if try await stores.abandon(job) {
                run.unopened += 1
            }
        }
        guard !due.isEmpty else { return run }

        let outcomes = MailOutcomes()
        let batch = due
        await carrier.carry(batch.map(\.mail), until: deadline) { index, outcome in
            do {
                outcomes.add(.success(try await settle(batch[index].job, outcome, now: clock())))
            } catch {
                outcomes.add(.failure(error))
            }
        }
        return try outcomes.all.reduce(run) { $0 + (try $1.get()) }
    }

    /// Records the outcome of one message.
    private func settle(_ job: Job, _ outcome: MailCarriage, now: Timestamp) async throws -> MailJobsRun {
        var run = MailJobsRun()
        switch outcome {
        case .accepted:
            let isRemoved = acceptanceIsDelivery ? try await stores.finishMail(job) : try await stores.finish(job)
            if isRemoved { run.sent += 1 }
        case .rejected(let isAboutAddress, let reply):
            let event = accounts.undeliverableEvent(at: now)
            switch try await stores.rejectMail(job, event: isAboutAddress ? event : nil) {
            case .notHeld: return run
            case .rejected: break
            case .addressUndeliverable(let account): accounts.report(event.of(account))
            }
            run.rejected += 1
            run.rejections[reply ?? "not sent", default: 0] += 1
        case .postponed(let reply):
            let next = now + JobKind.mail.delay(after: job.retries, asked: nil)
            if try await stores.postponeMail(job, until: next, reply: reply) { run.postponed += 1 }
        }
        return run
    }

    /// The number of messages in a batch.
    package static var batch: Int { 20 }
    /// The number of batches in one run.
    package static var rounds: Int { 8 }
    /// The maximum time that a batch may take. After that, the message is leased again.
    package static var batchLimit: Duration { .seconds(300) }
}

/// Delivers messages to the outside. The server implements it with its mail library; the domain only sees the outcomes.
package protocol MailCarrier: Sendable {
    /// Delivers messages in order and reports the outcome of each once. At the deadline, it stops, and reports the messages without
    /// an outcome as postponed.
    func carry(
        _ mails: [OutgoingMail], until deadline: Timestamp, report: @escaping @Sendable (Int, MailCarriage) async -> Void) async
}

/// The outcome of one attempt to deliver a message.
package enum MailCarriage: Hashable, Sendable {
    /// A mail server took responsibility for the message.
    case accepted
    /// The message will never be accepted.
    ///
    /// - isAboutAddress: whether the address does not exist or is disabled.
    /// - reply: the code of the reply, such as `550 5.1.1`.
    case rejected(isAboutAddress: Bool, reply: String?)
    /// A later attempt may succeed. The message may have arrived nevertheless.
    case postponed(reply: String?)
}

/// The counts of one run, for the operator's log and metrics.
package struct MailJobsRun: Hashable, Sendable {
    package internal(set) var sent = 0
    package internal(set) var rejected = 0
    /// The replies to the rejected messages, such as `550 5.7.1`, and the number of each.
    package internal(set) var rejections: [String: Int] = [:]
    /// Messages that were not sent within their time.
    package internal(set) var expired = 0
    /// Attempts that failed and are repeated.
    package internal(set) var postponed = 0
    /// Messages whose key is missing. They are removed.
    package internal(set) var unopened = 0

    package init(expired: Int = 0, unopened: Int = 0) {
        self.expired = expired
        self.unopened = unopened
    }

    static func + (left: MailJobsRun, right: MailJobsRun) -> MailJobsRun {
        var sum = left
        sum.sent += right.sent
        sum.rejected += right.rejected
        sum.rejections.merge(right.rejections, uniquingKeysWith: +)
        sum.expired += right.expired
        sum.postponed += right.postponed
        sum.unopened += right.unopened
        return sum
    }

    static func += (left: inout MailJobsRun, right: MailJobsRun) { left = left + right }
}

/// Collects the recorded outcomes of a batch, and the errors of the store.
private final class MailOutcomes: Sendable {
    private let results = Mutex<[Result<MailJobsRun, any Error>]>([])

    var all: [Result<MailJobsRun, any Error>] { results.withLock { $0 } }

    func add(_ result: Result<MailJobsRun, any Error>) { results.withLock { $0.append(result) } }
}
