import Accounts
import Dispatch
import InternetAddresses
import Testing

@testable import AccountServer

@Suite("Limits of tools")
struct ToolBudgetTests {
    private let now = ServerBench.start

    private func isAdmitted(_ budget: AddressBudget, _ address: IPAddress, at moment: Timestamp) -> Bool {
        (try? budget.charge(address, now: moment)) != nil
    }

    @Test("each address has its own bucket, and an IPv6 /64 shares one")
    func addresses() throws {
        let budget = AddressBudget(try #require(Budget(burst: 1, refill: 1, per: .seconds(60))))
        #expect(isAdmitted(budget, try IPAddress("192.0.2.1"), at: now))
        #expect(!isAdmitted(budget, try IPAddress("192.0.2.1"), at: now))
        #expect(isAdmitted(budget, try IPAddress("192.0.2.2"), at: now))
        #expect(isAdmitted(budget, try IPAddress("2001:db8::1"), at: now))
        #expect(!isAdmitted(budget, try IPAddress("2001:db8::2"), at: now))
        #expect(isAdmitted(budget, try IPAddress("192.0.2.1"), at: now + .seconds(60)))
    }

    @Test("the number of tracked addresses is limited, and further ones share a bucket")
    func bounded() throws {
        let budget = AddressBudget(try #require(Budget(burst: 1, refill: 1, per: .seconds(60))), capacity: 10)
        let admitted = (0..<1_000).count { isAdmitted(budget, IPAddress(v4: UInt32($0)), at: now) }
        #expect(admitted == 11)
        #expect(budget.count == 11)
        // A refilled bucket makes room.
        #expect(isAdmitted(budget, IPAddress(v4: 5_000), at: now + .seconds(61)))
        #expect(budget.count == 1)
    }

    @Test("jobs run one at a time, and are rejected above the limit")
    func queue() async throws {
        let queue = ToolQueue(limit: 3)
        let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let rejected = await withTaskGroup(of: Bool.self) { tasks in
            tasks.addTask { await Self.isDone(queue, after: gate, telling: begun) }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    begun.wait()
                    continuation.resume()
                }
            }
            for _ in 0..<20 { tasks.addTask { await Self.isDone(queue) } }
            var rejected = 0
            for await isDone in tasks {
                rejected += isDone ? 0 : 1
                // Two jobs wait behind the running one; the others were rejected.
                if rejected == 18 { gate.signal() }
            }
            return rejected
        }
        #expect(rejected == 18)
        #expect(await Self.isDone(queue))
    }

    /// Returns whether the queue accepted a job, which waits for `gate`.
    private static func isDone(
        _ queue: ToolQueue, after gate: DispatchSemaphore? = nil, telling begun: DispatchSemaphore? = nil
    ) async -> Bool {
        do {
            return try await queue.run {
                begun?.signal()
                // Times out only if nothing is rejected: then the test fails and does not hang.
                _ = gate?.wait(timeout: .now() + .seconds(300))
                return true
            }
        } catch {
            return error.code != .overloaded
        }
    }
}
