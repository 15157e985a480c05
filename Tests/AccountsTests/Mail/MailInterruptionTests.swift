import Testing

@testable import Accounts

/// A server that is killed stops between two operations of the store, because each operation is one transaction. These tests stop the
/// courier and a recovery before each of their operations.
@Suite("Mail after a server is killed")
struct MailInterruptionTests {
    private static let start = MailBench.start
    /// The time when another courier gets the messages of a killed one.
    private static let later = start + JobKind.mail.lease

    private struct Killed: Error {}

    private static let outcomes: [(MailCarriage, StoreOperation)] = [
        (.accepted, .finishMail), (.rejected(isAboutAddress: true, reply: "550 5.1.1"), .rejectMail),
        (.postponed(reply: "451 4.7.1"), .postponeMail),
    ]

    @Test("a notice survives a courier that is killed before any of its operations, and keeps its identifier", arguments: outcomes)
    func courier(_ outcome: MailCarriage, _ record: StoreOperation) async throws {
        for step in [StoreOperation.claimJobs, record] {
            let bench = try MailBench()
            let anna = try await bench.bench.account()
            _ = try await bench.verifiedAddress("first@example.org", of: anna.active)
            _ = try await bench.verifiedAddress("second@example.org", of: anna.active)
            let carried = bench.carrier.carried.count
            bench.carrier.answer { _ in outcome }
            bench.bench.stores.before(step) { throw Killed() }
            await #expect(throws: Killed.self, "\(step)") { try await bench.run() }

            bench.carrier.answer { _ in .accepted }
            #expect(try await bench.run(at: Self.later).sent == 1, "\(step)")
            let attempts = bench.carrier.carried.dropFirst(carried)
            #expect(attempts.count == (step == record ? 2 : 1) && Set(attempts.map(\.id)).count == 1)
            #expect(try await bench.run(at: Self.later + JobKind.mail.lease) == MailJobsRun())
        }
    }

    @Test("a code that a killed courier had claimed is not sent after its time", arguments: outcomes)
    func code(_ outcome: MailCarriage, _ record: StoreOperation) async throws {
        let bench = try MailBench()
        _ = try await bench.claim(of: try await bench.bench.account().active)
        bench.carrier.answer { _ in outcome }
        bench.bench.stores.before(record) { throw Killed() }
        await #expect(throws: Killed.self) { try await bench.run() }
        let carried = bench.carrier.carried.count
        #expect(try await bench.run(at: Self.later) == MailJobsRun(expired: 1))
        #expect(bench.carrier.carried.count == carried)
    }

    @Test("a recovery that was interrupted anywhere changes nothing, and succeeds when the client begins again")
    func recovery() async throws {
        let whole = try RecoveryBench()
        _ = try await whole.anna()
        whole.mail.bench.stores.forget()
        #expect(try await recover(whole) == .recovered)
        let steps = whole.mail.bench.stores.operations
        #expect(steps.contains(.openRecovery) && steps.contains(.completeRecovery))
        for (number, step) in steps.enumerated() {
            let bench = try RecoveryBench()
            _ = try await bench.anna()
            let stores = bench.mail.bench.stores
            var interruption: RecordingStores.Interruption = { throw Killed() }
            for _ in steps[..<number].filter({ $0 == step }) {
                let next = interruption
                interruption = { stores.before(step, next) }
            }
            stores.before(step, interruption)
            await #expect(throws: Killed.self, "\(step)") { try await recover(bench) }
            #expect(try await bench.mail.bench.signIn(at: Self.later).signedIn != nil, "\(step)")

            #expect(try await recover(bench, at: Self.later) == .recovered, "\(step)")
            #expect(try await bench.mail.bench.signIn(at: Self.later).signedIn == nil)
            #expect(try await bench.mail.bench.signIn(password: RecoveryBench.new, at: Self.later).signedIn != nil)
        }
    }

    private func recover(_ bench: RecoveryBench, at now: Timestamp = start) async throws -> RecoveryOutcome {
        try await bench.set(in: try await bench.opened(at: now), at: now)
    }
}
