import HTTPTypes
import JSONText
import PostgreSQLServer
import TestKit
import Testing

extension FleetTests {
    @Suite("Three servers over one database are one service")
    struct OneServiceTests {
        @Test("an account created at one server exists at every server, and a session ended at one ends at every server")
        func sessions() async throws {
            try await Fleet.run { fleet in
                let client = fleet.client
                for round in 0..<12 {
                    let member = { (step: Int) in fleet.members[(round + step) % 3] }
                    let name = "anna\(round)"
                    let first = try await client.register(name, at: member(0), from: "192.0.2.\(round + 1)")
                        .text("session", "token")
                    let second = try await client.signIn(name, at: member(1)).text("session", "token")
                    for step in 0..<3 {
                        #expect(try await client.status(of: first, at: member(step)) == 200)
                        #expect(try await client.status(of: second, at: member(step)) == 200)
                    }
                    #expect(try await client.send(.delete, "/v1/session", token: second, at: member(2)).status == 204)
                    for step in 0..<3 {
                        #expect(try await client.status(of: second, at: member(step)) == 401)
                        #expect(try await client.status(of: first, at: member(step)) == 200)
                    }
                }
            }
        }

        @Test("with a standby for session checks, a session still ends at once")
        func standby() async throws {
            try await Fleet.run(of: 2, replicaBound: 2_000) { fleet in
                let client = fleet.client
                let standby = try #require(fleet.standby)
                let database = try #require(fleet.database.wholeMatch(of: /postgres:\/\/\/([^?]+).*/)).output.1
                let token = try await client.register("anna", at: fleet.members[0]).text("session", "token")
                let asked = """
                    SELECT count(*) FROM pg_stat_activity WHERE application_name = 'latchkey' AND query LIKE '%FROM sessions%'
                    """
                repeat {
                    for member in fleet.members { #expect(try await client.status(of: token, at: member) == 200) }
                } while try standby.query(asked, on: String(database)) == "0"
                #expect(try await client.send(.delete, "/v1/session", token: token, at: fleet.members[1]).status == 204)
                for member in fleet.members { #expect(try await client.status(of: token, at: member) == 401) }
            }
        }

        @Test("a password change at one server ends the sessions and the old password at all of them")
        func passwordChange() async throws {
            try await Fleet.run { fleet in
                let client = fleet.client
                let own = try await client.register("anna").text("session", "token")
                var others: [String] = []
                for member in fleet.members { others.append(try await client.signIn("anna", at: member).text("session", "token")) }
                let renewed = try await client.send(
                    .put, "/v1/account/password", token: own,
                    json: ["newPassword": "copper-heron 72 meadow", "currentPassword": .string(FleetClient.password)],
                    at: fleet.members[0])
                let token = try renewed.text("session", "token")
                for member in fleet.members {
                    for other in others + [own] { #expect(try await client.status(of: other, at: member) == 401) }
                    #expect(try await client.status(of: token, at: member) == 200)
                    #expect(try await client.signIn("anna", at: member).status == 401)
                    #expect(try await client.signIn("anna", password: "copper-heron 72 meadow", at: member).status == 201)
                }
            }
        }

        @Test("of many concurrent registrations of one name, one succeeds")
        func names() async throws {
            try await Fleet.run { fleet in
                let answers = try await withThrowingTaskGroup(of: FleetClient.Answer.self) { group in
                    for index in 0..<18 {
                        group.addTask { try await fleet.client.register("anna", from: "192.0.2.\(index + 1)") }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.count { $0.status == 201 } == 1)
                #expect(answers.count { $0.code == "username-taken" } == 17)
                #expect(try await fleet.store("check") == 0)
            }
        }

        @Test("an attacker has one budget for all servers")
        func throttle() async throws {
            let settings = ["throttles:", "  failuresPerName:", "    attempts: 10", "    burst: 5", "    period: 30d"]
            try await Fleet.run(settings: settings) { fleet in
                let client = fleet.client
                _ = try await client.register("anna")
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for index in 0..<24 {
                        group.addTask {
                            try await client.signIn("anna", password: "wrong-otter 41 harbour", from: "192.0.2.\(index + 2)").status
                        }
                    }
                    return try await group.reduce(into: [Int]()) { $0.append($1) }
                }
                #expect(statuses.count { $0 == 401 } == 5)
                #expect(statuses.count { $0 == 429 } == 19)
                // Another name has its own budget.
                #expect(try await client.signIn("ben", from: "192.0.2.1").status == 401)
            }
        }

        @Test("access tokens of one server are verified with the keys of any")
        func signingKeys() async throws {
            try await Fleet.run { fleet in
                let token = try await fleet.client.register("anna").text("session", "token")
                // The first tokens are requested at all servers at once; the losers of the race use the winner's key.
                let algorithms = try await withThrowingTaskGroup(of: Int.self) { group in
                    for member in fleet.members {
                        group.addTask {
                            try await fleet.client.send(.post, "/v1/session/access-token", token: token, at: member).status
                        }
                    }
                    return try await group.reduce(into: [Int]()) { $0.append($1) }
                }
                #expect(algorithms == [200, 200, 200])
                var keySets: Set<[UInt8]> = []
                for member in fleet.members {
                    keySets.insert(try await fleet.client.send(.get, "/.well-known/jwks.json", at: member).body)
                }
                #expect(keySets.count == 1)
                #expect(keySets.first?.isEmpty == false)
            }
        }

        @Test("the proxy sends requests to all servers")
        func distribution() async throws {
            try await Fleet.run { fleet in
                for port in fleet.members.compactMap(\.port).dropFirst() { await fleet.proxy.withdraw(port) }
                _ = try await fleet.client.register("anna")
                // Without that server, no server responds, so the proxy was the only way.
                if let port = fleet.members[0].port { await fleet.proxy.withdraw(port) }
                #expect(try await fleet.client.signIn("anna").status == 502)
                #expect(fleet.proxy.failures == 1)
                for port in fleet.members.compactMap(\.port) { fleet.proxy.admit(port) }
                #expect(try await fleet.client.signIn("anna").status == 201)
            }
        }
    }
}

/// Real servers, as built. Each test starts several, so the tests run one at a time.
@Suite(
    "Many servers", .tags(.realParts), .serialized,
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"),
    .timeLimit(.minutes(20)))
enum FleetTests {}
