#if PostgreSQL
import AccountStoreConformance
import AccountStore
import Accounts
import Foundation
import PostgreSQLServer
import Secrets
import TestKit
import Testing
import WebAuthn

@testable import AccountStorePostgreSQL

/// With a primary and a standby that really follows it. The bound is the longest, so that a loaded machine meets it.
@Suite(
    "Session checks on a standby", .tags(.realParts), .serialized,
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(20)))
struct ReplicaTests {
    private let random = PredictableRandomBytes(seed: 1)

    @Test("a fresh standby responds, and the primary responds for missing changes")
    func fresh() async throws {
        let scene = try await Scene()
        let anna = try Person("anna", random: random)
        try await scene.reader.create(anna)
        // At once, from either.
        #expect(try await scene.reader.has(anna))
        try await scene.wait { $0.isFresh }
        try scene.standby.query("SELECT pg_wal_replay_pause()", on: scene.name)
        let ben = try Person("ben", random: random)
        try await scene.writer.create(ben)
        #expect(try await scene.reader.has(ben))
        try scene.standby.query("SELECT pg_wal_replay_resume()", on: scene.name)
        let before = scene.replica.answerCount
        try await scene.wait { _ async throws in
            #expect(try await scene.reader.has(anna))
            return scene.replica.answerCount > before
        }
        await scene.close()
    }

    @Test("after an acknowledged end of a session, no server accepts it, even if the standby stops replaying")
    func revocation() async throws {
        let scene = try await Scene()
        let (anna, ben) = (try Person("anna", random: random), try Person("ben", random: random))
        try await scene.writer.create(anna)
        try await scene.writer.create(ben)
        try await scene.wait { $0.isFresh }
        try await scene.wait { _ in try scene.standby.query("SELECT count(*) FROM sessions", on: scene.name) == "2" }
        try await scene.wait { $0.isFresh }
        try scene.standby.query("SELECT pg_wal_replay_pause()", on: scene.name)

        // This shows the risk: without waiting, an end is not visible.
        try scene.primary.query("DELETE FROM sessions WHERE number = (SELECT min(number) FROM sessions)", on: scene.name)
        let isServed = try await scene.reader.has(anna)
        if scene.replica.isFresh { #expect(isServed) }
        try scene.standby.query("SELECT pg_wal_replay_resume()", on: scene.name)
        try await scene.wait { _ in try await !scene.reader.has(anna) }

        // With another server that has no standby configured.
        try await scene.wait { $0.isFresh }
        try scene.standby.query("SELECT pg_wal_replay_pause()", on: scene.name)
        let event = AuditEvent(
            id: AuditEventID(random: random), kind: .sessionRevoked, account: ben.account.id, at: ben.account.createdAt,
            client: ben.opening.event.client)
        #expect(try await scene.writer.revoke(ben.opening.session.id, of: ben.account.id, device: .forgotten, event: event))
        #expect(try await !scene.reader.has(ben))
        await scene.close()
    }

    @Test("each connection to a standby proves its own position")
    func proofs() async throws {
        let scene = try await Scene()
        let anna = try Person("anna", random: random)
        try await scene.writer.create(anna)
        try await scene.wait { $0.isFresh }
        try await scene.wait { _ async throws in
            #expect(try await scene.reader.has(anna))
            return scene.replica.answerCount > 0
        }
        let primary = try Connection.open(to: ConnectionAddress(scene.primary.address(of: scene.name)), timeouts: Timeouts())
        let standby = try Connection.open(to: ConnectionAddress(scene.standby.address(of: scene.name)), timeouts: Timeouts())
        func isProved(_ place: WALPosition, by connection: Connection) throws -> Bool {
            try connection.answers(to: [place.proof])[0].get().first { try $0.next(as: Bool.self) } == true
        }
        let place = try WALPosition(of: primary)
        try await scene.wait { _ in try isProved(place, by: standby) }
        // The primary itself, another timeline, another cluster, and a later position.
        #expect(try !isProved(place, by: primary))
        for (timeline, cluster, position) in [
            (place.timeline + 1, place.cluster, place.position), (place.timeline, "1", place.position),
            (place.timeline, place.cluster, "FFFF/0"),
        ] {
            let other = WALPosition(moment: place.moment, position: position, timeline: timeline, cluster: cluster)
            #expect(try !isProved(other, by: standby))
        }

        // Another connection saw a fresh standby; this one detects that it is stale.
        try scene.standby.query("SELECT pg_wal_replay_pause()", on: scene.name)
        try scene.primary.query("DELETE FROM sessions", on: scene.name)
        try await scene.wait { !$0.isFresh }
        let ahead = WALPosition(moment: .now, position: "FFFF/0", timeline: place.timeline, cluster: place.cluster)
        scene.replica.confirm(ahead)
        #expect(try await !scene.reader.has(anna))
        await scene.close()
    }

    @Test("every end of a session waits for the bound, and without a bound nothing waits")
    func waiting() async throws {
        let scene = try await Scene(bound: 300)
        for isBound in [true, false] {
            if !isBound {
                try scene.primary.query("ALTER DATABASE \(scene.name) RESET latchkey.replica_bound", on: scene.name)
            }
            let anna = try Person("anna", random: random)
            try await scene.writer.create(anna)
            let start = ContinuousClock.now
            _ = try await scene.writer.deleteAccount(anna.account.id, at: anna.account.createdAt)
            let bound = try await scene.writer.snapshot { try $0.replicaBound() }
            #expect(bound == (isBound ? ReplicaBound(milliseconds: 300) : nil))
            if isBound { #expect(start.duration(to: .now) >= .milliseconds(337)) }
        }
        await scene.close()
    }

    @Test("an unavailable or promoted standby is not used, and the server works without it")
    func absence() async throws {
        let scene = try await Scene(bound: 1_000)
        let anna = try Person("anna", random: random)
        try await scene.writer.create(anna)
        try await scene.wait { $0.isFresh }
        try scene.standby.kill()
        try await scene.wait { !$0.isFresh }
        #expect(try await scene.reader.has(anna))
        try scene.standby.restart()
        try await scene.wait { $0.isFresh }
        try scene.standby.query("SELECT pg_promote()", on: scene.name)
        try await scene.wait { !$0.isFresh }
        try scene.standby.query("DELETE FROM accounts", on: scene.name)
        #expect(try await scene.reader.has(anna))
        await scene.close()
    }

    @Test("the passkeys for password managers never come from a standby")
    func signals() async throws {
        let scene = try await Scene()
        let anna = try Person("anna", random: random)
        try await scene.writer.create(anna)
        _ = try await scene.writer.userHandle(of: anna.account.id, orElse: UserHandle([7]))
        try await scene.wait { _ in try scene.standby.query("SELECT count(*) FROM user_handles", on: scene.name) == "1" }
        try await scene.wait { $0.isFresh }
        try scene.standby.query("SELECT pg_wal_replay_pause()", on: scene.name)
        try scene.primary.query("UPDATE user_handles SET handle = '\\x08'", on: scene.name)
        let answers = scene.replica.answerCount
        #expect(try await scene.reader.acceptedPasskeys(of: anna.account.id)?.user == UserHandle([8]))
        #expect(try await scene.reader.areSignalsConfirmed())
        #expect(scene.replica.answerCount == answers)
        try scene.standby.query("SELECT pg_wal_replay_resume()", on: scene.name)
        await scene.close()
    }

    /// A promoted standby may lack the last passkeys of its primary.
    @Test("a promoted standby sends no signals until the operator confirms it")
    func promotedSignals() async throws {
        let scene = try await Scene()
        let anna = try Person("anna", random: random)
        try await scene.writer.create(anna)
        _ = try await scene.writer.userHandle(of: anna.account.id, orElse: UserHandle([7]))
        #expect(try await scene.writer.areSignalsConfirmed())
        try await scene.wait { _ in try scene.standby.query("SELECT count(*) FROM user_handles", on: scene.name) == "1" }
        try scene.standby.query("SELECT pg_promote()", on: scene.name)
        let promoted = try PostgreSQLAccountStore.open(ConnectionAddress(scene.standby.address(of: scene.name)), connections: 1)
        #expect(try await !promoted.areSignalsConfirmed())
        #expect(try await promoted.acceptedPasskeys(of: anna.account.id) == nil)
        try await promoted.confirmSignals()
        #expect(try await promoted.acceptedPasskeys(of: anna.account.id)?.user == UserHandle([7]))
        await promoted.close()
        await scene.close()
    }

    @Test("without a bound in the database, no standby is used")
    func unbounded() throws {
        let address = try ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase())
        let error = #expect(throws: StoreError.self) { _ = try PostgreSQLAccountStore.open(address, replica: address) }
        #expect(error?.reason.contains("latchkey.replica_bound") == true)
    }

    @Test("an invalid bound counts as the longest", arguments: [-1, 0, 99, 10_001])
    func senselessBound(_ milliseconds: Int) {
        #expect(ReplicaBound(milliseconds: milliseconds).staleness == .seconds(10))
        #expect(ReplicaBound(milliseconds: 100).staleness == .milliseconds(100))
    }
}

/// A primary, its standby, a server that reads from it and a server that does not.
private final class Scene: Sendable {
    let primary: PostgreSQLServer
    let standby: PostgreSQLServer
    let name: String
    let reader: PostgreSQLAccountStore
    let writer: PostgreSQLAccountStore
    let replica: Replica

    init(bound: Int = 10_000) async throws {
        primary = try PostgreSQLServer()
        name = try primary.makeNamedDatabase()
        writer = try PostgreSQLAccountStore.open(ConnectionAddress(primary.address(of: name)), connections: 2)
        try primary.query("ALTER DATABASE \(name) SET latchkey.replica_bound = '\(bound)'", on: name)
        standby = try PostgreSQLServer(following: primary)
        reader = try PostgreSQLAccountStore.open(
            ConnectionAddress(primary.address(of: name)), replica: ConnectionAddress(standby.address(of: name)), connections: 2)
        replica = try #require(reader.replica)
    }

    func wait(until isSo: (Replica) async throws -> Bool) async throws {
        try await poll { try await isSo(replica) }
    }

    func close() async {
        await reader.close()
        await writer.close()
    }
}
#endif
