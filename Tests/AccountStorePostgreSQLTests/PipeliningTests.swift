#if PostgreSQL
import AccountStoreConformance
import AccountStore
import Accounts
import Foundation
import PostgreSQLServer
import Secrets
import TestKit
import Testing

@testable import AccountStorePostgreSQL

@Suite("What is sent together", .tags(.realParts), .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct PipeliningTests {
    private let random = PredictableRandomBytes(seed: 1)

    @Test("session checks that wait go out over one connection before the first of them is answered")
    func checks() async throws {
        let (proxy, address) = try Self.proxiedDatabase()
        defer { proxy.close() }
        let store = try PostgreSQLAccountStore.open(address, connections: 1, timeouts: .patient)
        let people = try (0..<32).map { try Person("person\($0)", random: random) }
        for person in people { try await store.create(person) }

        // Whoever waited for an answer before sending on would wait until the time-out: none comes until all of them are there.
        let answers = try await store.pool.carryOut(32, behind: proxy) { try await store.has(people[$0]) }
        #expect(answers.allSatisfy { $0 })
        await store.close()
    }

    @Test("a statement that fails among those that were sent together fails alone, whether prepared or carried out")
    func neighbours() async throws {
        let (proxy, address) = try Self.proxiedDatabase()
        defer { proxy.close() }
        let pool = ConnectionPool(address, size: 1, queueLimit: 64, timeouts: .patient)
        let failed = try await pool.carryOut(16, behind: proxy) { (number) async throws -> Int? in
            // The number itself, but for the third, by which nothing can be divided; and the seventh has no meaning at all.
            let statement =
                number == 7
                ? StoreStatement("SELECT nonsense") : StoreStatement("SELECT $1::bigint WHERE 1 / ($1::bigint - 3) < 2", [number])
            do {
                let answer = try await pool.number(from: statement)
                #expect(answer == number)
                return nil
            } catch let error as PostgreSQLError {
                #expect(error.cause == .refused(number == 7 ? "42703" : "22012"))
                return number
            }
        }
        #expect(Set(failed.compactMap { $0 }) == [3, 7])
        await pool.close()
    }

    @Test("an account with its session is written in no more than three round trips")
    func roundTrips() async throws {
        let (proxy, address) = try Self.proxiedDatabase()
        defer { proxy.close() }
        let store = try PostgreSQLAccountStore.open(address, connections: 1, timeouts: .patient)
        try await store.create(try Person("anna", random: random))
        func sent() -> [Int] {
            [ClientMessages.execute, ClientMessages.synchronization, ClientMessages.flush].map { proxy.count(of: $0) }
        }
        let before = sent()
        try await store.create(try Person("ben", random: random))
        let counts = zip(sent(), before).map { $0 - $1 }
        // The server says nothing before it is asked to, by the two latter.
        #expect(counts[0] >= 8)
        #expect(counts[1] <= 3)
        #expect(counts[2] == 0)
        await store.close()
    }

    /// A new database, behind a proxy of its own.
    private static func proxiedDatabase() throws -> (CuttingProxy, ConnectionAddress) {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let proxy = try CuttingProxy(to: server.folder)
        return (proxy, try ConnectionAddress(address.replacingOccurrences(of: server.folder, with: proxy.folder)))
    }
}

extension ConnectionPool {
    /// Carries so many reads out over the only connection, which begins with them when all of them wait, and which is answered when it has
    /// asked all of them.
    fileprivate func carryOut<Outcome: Sendable>(
        _ count: Int, behind proxy: CuttingProxy, _ read: @escaping @Sendable (Int) async throws -> Outcome
    ) async throws -> [Outcome] {
        let (isHeld, isBegun) = (Watched(true), Watched(false))
        let holder = Task {
            try await self.run(within: .seconds(600)) { _ in
                isBegun.value = true
                isHeld.waitUntil { !$0 }
            }
        }
        await isBegun.until { $0 }
        let reads = Task { try await race(count, read) }
        await poll { waitingCount >= count }
        proxy.holdAnswers(untilSynchronizations: count)
        isHeld.value = false
        try await holder.value
        return try await reads.value
    }

    /// The first column of the first row.
    func number(from statement: StoreStatement) async throws -> Int? {
        try await withCheckedThrowingContinuation { continuation in
            submit(
                .read(statement, deadline: .now + .seconds(600), continuation) { answer in
                    try answer.first { columns in try columns.next(as: Int.self) }
                })
        }
    }
}
#endif
