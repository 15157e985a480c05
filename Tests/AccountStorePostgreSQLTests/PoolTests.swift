#if PostgreSQL
import AccountStore
import Accounts
import Foundation
import PostgreSQLServer
import Synchronization
import TestKit
import Testing
import Threads

@testable import AccountStorePostgreSQL

@Suite("The connection pool", .tags(.realParts), .timeLimit(.minutes(20)))
struct PoolTests {
    @Test(
        "an operation that timed out while all connections were in use is not started",
        .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
    func late() async throws {
        let address = try ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase())
        let pool = try ConnectionPool(address, size: 1, queueLimit: 8, timeouts: .patient)
        let (isHeld, isBegun) = (Watched(true), Watched(false))
        let holder = try await pool.holder(while: isHeld)
        let (outcomes, teller) = AsyncStream.makeStream(of: String.self)
        // Its time is over when the connection is free.
        pool.submit(
            PoolJob(
                work: .work { _ in
                    isBegun.value = true
                    return { teller.yield("late") }
                }, deadline: .now, fail: { teller.yield($0 is PostgreSQLError ? "timed out" : "failed") }))
        pool.submit(
            PoolJob(
                work: .work { _ in { teller.yield("in time") } }, deadline: .now + .seconds(600),
                fail: { _ in teller.yield("failed") }))
        isHeld.value = false
        try await holder.value
        var found: [String] = []
        for await outcome in outcomes.prefix(2) { found.append(outcome) }
        #expect(found == ["timed out", "in time"])
        #expect(!isBegun.value)
        await pool.close()
    }

    @Test(
        "one of four connections serves reads while slow changes want all of them, and closing waits for those",
        .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
    func reads() async throws {
        let address = try ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase())
        let pool = try ConnectionPool(address, size: 4, queueLimit: 64, timeouts: .patient)
        let (isHeld, begun) = (Watched(true), Watched(0))
        let (outcomes, teller) = AsyncStream.makeStream(of: Bool.self)
        for _ in 0..<8 {
            pool.submit(
                PoolJob(
                    work: .work { _ in
                        begun.change { $0 += 1 }
                        isHeld.waitUntil { !$0 }
                        return { teller.yield(true) }
                    }, deadline: .now + .seconds(600), fail: { _ in teller.yield(false) }))
        }
        await begun.until { $0 == 3 }
        #expect(pool.waitingCount == 5)
        for number in 0..<16 { #expect(try await pool.number(from: StoreStatement("SELECT $1::bigint", [number])) == number) }
        #expect(pool.waitingCount == 5)

        pool.beginClosing()
        async let closed: Void = pool.close()
        isHeld.value = false
        for await isDone in outcomes.prefix(8) { #expect(isDone) }
        await closed
    }

    @Test("a pool without a thread is not made, and one with fewer threads than it wants closes")
    func threads() async throws {
        let address = try ConnectionAddress("postgres:///accounts?host=/nowhere&user=tester")
        #expect(throws: StoreError.self) {
            try ConnectionPool(address, size: 2, queueLimit: 8, timeouts: Timeouts(), start: { _ in false })
        }
        let starts = Mutex(0)
        let pool = try ConnectionPool(
            address, size: 3, queueLimit: 8, timeouts: Timeouts(),
            start: { body in
                let isSecond = starts.withLock { count in
                    count += 1
                    return count == 2
                }
                return isSecond && WorkerThread.start(body)
            })
        await pool.close()
        #expect(starts.withLock { $0 } == 3)
    }

    @Test(
        "while a server accepts connections without responding, one operation at a time detects it, and the rest fail at once"
    )
    func silence() async throws {
        let server = try SilentServer()
        var timeouts = Timeouts()
        timeouts.connecting = .seconds(1)
        let pool = try ConnectionPool(
            try ConnectionAddress("postgres:///accounts?host=\(server.folder)&user=tester"), size: 4, queueLimit: 1_024,
            timeouts: timeouts)
        // All at once, rather than each when its task is scheduled.
        let (outcomes, teller) = AsyncStream.makeStream(of: Bool.self)
        for _ in 0..<64 {
            pool.submit(
                PoolJob(
                    work: .work { _ in { teller.yield(true) } }, deadline: .now + .seconds(600), fail: { _ in teller.yield(false) })
            )
        }
        var count = 0
        for await isDone in outcomes.prefix(64) {
            #expect(!isDone)
            count += 1
        }
        #expect(count == 64)
        #expect((1...32).contains(server.connectionCount))
        await pool.close()
    }
}

extension ConnectionPool {
    /// Occupies a connection while the value is true. Returns when it is occupied, and throws if it cannot be opened.
    func holder(while isHeld: Watched<Bool>) async throws -> Task<Void, any Error> {
        // Nil until the connection is occupied or the attempt has failed.
        let isOccupied = Watched<Bool?>(nil)
        let holder = Task {
            defer { isOccupied.change { $0 = $0 ?? false } }
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                self.submit(
                    .work(deadline: .now + .seconds(600), continuation) { _ in
                        isOccupied.value = true
                        isHeld.waitUntil { !$0 }
                    })
            }
        }
        await isOccupied.until { $0 != nil }
        if isOccupied.value == false { try await holder.value }
        return holder
    }
}

@Suite(
    "A connection to PostgreSQL", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct ConnectionTests {
    @Test("statements that could not be prepared do not block others")
    func names() throws {
        let connection = try Connection.open(
            to: ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase()), timeouts: Timeouts())
        for round in 0..<3 {
            let answers = try connection.answers(to: [
                StoreStatement("SELECT nonsense\(round)"), StoreStatement("SELECT \(round)::bigint"),
            ])
            #expect(throws: PostgreSQLError.self) { _ = try answers[0].get() }
            #expect(try answers[1].get().first { try $0.next(as: Int.self) } == round)
        }
        #expect(try connection.first("SELECT 7::bigint") { try $0.next(as: Int.self) } == 7)
    }
}
#endif
