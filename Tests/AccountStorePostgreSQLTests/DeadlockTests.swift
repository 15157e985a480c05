#if PostgreSQL
import AccountStore
import Accounts
import Foundation
import PostgreSQLServer
import TestKit
import Testing

@testable import AccountStorePostgreSQL

@Suite(
    "Deadlocks", .tags(.realParts),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"),
    .timeLimit(.minutes(20)))
struct DeadlockTests {
    @Test("of two deadlocked changes, each is made once: the database aborts one, and the store retries it")
    func crosswise() async throws {
        let server = try PostgreSQLServer.shared.get()
        let name = try server.makeNamedDatabase()
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: name)), connections: 2)
        try server.query("CREATE TABLE crossed AS SELECT number, 0 AS changes FROM generate_series(1, 2) AS number", on: name)
        let (begun, holds) = ([Watched(false), Watched(false)], [Watched(false), Watched(false)])
        let repeated = Watched(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for mine in [0, 1] {
                group.addTask {
                    try await store.write { connection in
                        if begun[mine].value { repeated.value = true }
                        begun[mine].value = true
                        try connection.execute("UPDATE crossed SET changes = changes + 1 WHERE number = $1", [mine + 1])
                        holds[mine].value = true
                        holds[1 - mine].waitUntil { $0 }
                        try connection.execute("UPDATE crossed SET changes = changes + 1 WHERE number = $1", [2 - mine])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(repeated.value)
        #expect(try server.query("SELECT string_agg(changes::text, ' ') FROM crossed", on: name) == "2 2")
        await store.close()
    }
}
#endif
