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

@Suite(
    "Pipelined statements", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct PipeliningTests {
    private let random = PredictableRandomBytes(seed: 1)

    @Test("waiting session checks are sent over one connection before the first response")
    func checks() async throws {
        let (proxy, address) = try Self.proxiedDatabase()
        defer { proxy.close() }
        let store = try PostgreSQLAccountStore.open(address, connections: 1, timeouts: .patient)
        let people = try (0..<32).map { try Person("person\($0)", random: random) }
        for person in people { try await store.create(person) }

        // No response is sent until all requests arrive, so waiting for a response before the next request would time out.
        let answers = try await store.pool.carryOut(32, behind: proxy) { try await store.has(people[$0]) }
        #expect(answers.allSatisfy { $0 })
        await store.close()
    }

    @Test("a failing statement among pipelined ones fails alone, when it is prepared or executed")
    func neighbours() async throws {
        let (proxy, address) = try Self.proxiedDatabase()
        defer { proxy.close() }
        let pool = try ConnectionPool(address, size: 1, queueLimit: 64, timeouts: .patient)
        let failed = try await pool.carryOut(16, behind: proxy) { (number) async throws -> Int? in
            // Returns the number, except that the third divides by zero and the seventh is invalid.
            let statement =
                number == 7
                ? StoreStatement("SELECT nonsense") : StoreStatement("SELECT $1::bigint WHERE 1 / ($1::bigint - 3) < 2", [number])
            do {
                let answer = try await pool.number(from: statement)
                #expect(answer == number)
                return nil
            } catch let error as PostgreSQLError {
                #expect(error.cause == .rejected(number == 7 ? "42703" : "22012"))
                return number
            }
        }
        #expect(Set(failed.compactMap { $0 }) == [3, 7])
        await pool.close()
    }

    @Test("an account with its session is written in at most three round trips")
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
        // The server sends no response before one of the latter two.
        #expect(counts[0] >= 8)
        #expect(counts[1] <= 3)
        #expect(counts[2] == 0)
        await store.close()
    }

    /// Returns a new database behind its own proxy.
    private static func proxiedDatabase() throws -> (CuttingProxy, ConnectionAddress) {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let proxy = try CuttingProxy(to: server.folder)
        return (proxy, try ConnectionAddress(address.replacingOccurrences(of: server.folder, with: proxy.folder)))
    }
}

extension ConnectionPool {
    /// Runs this many reads on the only connection. They start when all of them wait, and responses follow when all are sent.
    fileprivate func carryOut<Outcome: Sendable>(
        _ count: Int, behind proxy: CuttingProxy, _ read: @escaping @Sendable (Int) async throws -> Outcome
    ) async throws -> [Outcome] {
        let isHeld = Watched(true)
        let holder = try await holder(while: isHeld)
        let reads = Task { try await race(count, read) }
        await poll { waitingCount >= count }
        proxy.holdAnswers(untilSynchronizations: count)
        isHeld.value = false
        try await holder.value
        return try await reads.value
    }

    /// Returns the first column of the first row.
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
