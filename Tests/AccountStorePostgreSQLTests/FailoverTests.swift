#if PostgreSQL
import AccountStore
import AccountStoreConformance
import Accounts
import Foundation
import PostgreSQLServer
import Secrets
import TestKit
import Testing

@testable import AccountStorePostgreSQL

/// An address with both hosts, as in docs/deployment.md.
@Suite(
    "A database with two hosts", .tags(.realParts), .serialized,
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"),
    .timeLimit(.minutes(20)))
struct FailoverTests {
    private let random = PredictableRandomBytes(seed: 1)

    @Test("the second host is used while the first accepts connections without responding")
    func silence() async throws {
        let (silent, server) = (try SilentServer(), try PostgreSQLServer.shared.get())
        let name = try server.makeNamedDatabase()
        var timeouts = Timeouts()
        timeouts.connecting = .seconds(4)
        let store = try PostgreSQLAccountStore.open(
            Self.address(of: name, at: [silent.folder, server.folder]), connections: 2, timeouts: timeouts)
        let anna = try Person("anna", random: random)
        try await store.create(anna)
        #expect(try await store.has(anna))
        #expect(silent.connectionCount > 0)
        await store.close()
    }

    @Test("the promoted standby is used when the primary is gone, and an unpromoted standby never is")
    func promotion() async throws {
        let primary = try PostgreSQLServer(settings: ["-c", "synchronous_standby_names=*"])
        // This is the name of the standby; before it exists, no commit waits for it.
        let standby = try PostgreSQLServer(following: primary)
        let name = try primary.makeNamedDatabase()
        let store = try PostgreSQLAccountStore.open(Self.address(of: name, at: [standby.folder, primary.folder]), connections: 2)
        let (anna, ben) = (try Person("anna", random: random), try Person("ben", random: random))
        try await store.create(anna)

        try primary.kill()
        // A standby rejects writes.
        await #expect(throws: StoreError.self) { try await store.create(ben) }
        try standby.query("ALTER SYSTEM SET synchronous_standby_names = ''", on: "postgres")
        try standby.query("SELECT pg_promote()", on: "postgres")
        await poll { await store.tryToCreate(ben) }
        #expect(try await store.has(anna))
        #expect(try await store.has(ben))
        await store.close()
    }

    private static func address(of database: String, at folders: [String]) throws -> ConnectionAddress {
        try ConnectionAddress(
            "postgres:///\(database)?host=\(folders.joined(separator: ","))&user=tester&target_session_attrs=read-write")
    }
}
#endif
