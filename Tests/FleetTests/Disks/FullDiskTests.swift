import HTTPTypes
import Testing

extension FleetTests {
    @Suite("A server with a full disk", .enabled(if: SmallDisk.isAvailable, "mounting is not permitted"))
    struct FullDiskTests {
        @Test(
            "rejects changes with 503, keeps acknowledged ones, still checks sessions, and accepts changes again when there is room"
        )
        func fullDisk() async throws {
            let disk = try SmallDisk(bytes: 4 << 20)
            let server = try StandaloneServer(store: disk.path + "/accounts.sqlite", under: disk.prefix)
            defer { withExtendedLifetime((disk, server)) {} }
            let member = server.member
            try await FleetClient.use { client in
                try await member.start()
                var people = try await Self.register(0..<3, client, member).acknowledged
                #expect(people.count == 3)

                try disk.fill()
                // Free space inside the store's files may suffice for some changes.
                var rejected: [String] = []
                for number in 1...200 where rejected.isEmpty {
                    let outcome = try await Self.register(number * 100..<number * 100 + 4, client, member)
                    people.merge(outcome.acknowledged) { $1 }
                    rejected = outcome.rejected
                }
                #expect(!rejected.isEmpty)
                #expect(server.words.contains("full"))
                for (name, token) in people { #expect(try await client.status(of: token, at: member) == 200, "\(name)") }
                #expect(try await client.send(.get, "/health/live", at: member).status == 200)
                // The session ended if the response said so.
                let (name, token) = try #require(people.first)
                let ending = try await client.send(.delete, "/v1/session", token: token, at: member).status
                #expect(ending == 503 || ending == 204)
                #expect(try await client.status(of: token, at: member) == (ending == 503 ? 200 : 401))
                people[name] = ending == 503 ? token : nil

                // After a kill and a restart on the full disk, it still serves reads.
                await member.kill()
                try await member.start()
                for (name, token) in people { #expect(try await client.status(of: token, at: member) == 200, "\(name)") }
                disk.empty()
                // Rejected registrations left nothing: each name is free.
                for name in rejected { #expect(try await client.register(name, at: member).status == 201, "\(name)") }
                await member.kill()
            }
        }

        @Test("does not start without room for SQLite's companion files, and reports the reason")
        func noRoomToOpen() async throws {
            let disk = try SmallDisk(bytes: 4 << 20)
            let server = try StandaloneServer(store: disk.path + "/accounts.sqlite", under: disk.prefix)
            defer { withExtendedLifetime((disk, server)) {} }
            try await server.member.start()
            #expect(await server.member.stop() == 0)
            #expect(try disk.size(of: "accounts.sqlite-wal") == 0)
            try disk.fill()
            #expect(try await server.startInVain() == 4)
            #expect(server.words.contains("free space on the disk"), "\(server.words)")
            disk.empty()
            try await server.member.start()
            #expect(await server.member.stop() == 0)
        }

        @Test("continues without a restart when there is room")
        func recovery() async throws {
            let disk = try SmallDisk(bytes: 4 << 20)
            let server = try StandaloneServer(store: disk.path + "/accounts.sqlite", under: disk.prefix)
            defer { withExtendedLifetime((disk, server)) {} }
            let member = server.member
            try await FleetClient.use { client in
                try await member.start()
                var people: [String: String] = [:]
                for round in 1...3 {
                    try disk.fill()
                    var rejected: [String] = []
                    for number in 0..<200 where rejected.isEmpty {
                        let first = round * 10_000 + number * 10
                        let outcome = try await Self.register(first..<first + 4, client, member)
                        people.merge(outcome.acknowledged) { $1 }
                        rejected = outcome.rejected
                    }
                    #expect(!rejected.isEmpty)
                    disk.empty()
                    for name in rejected {
                        let answer = try await client.register(name, at: member)
                        #expect(answer.status == 201)
                        people[name] = try answer.text("session", "token")
                    }
                    for (name, token) in people { #expect(try await client.status(of: token, at: member) == 200, "\(name)") }
                }
                await member.kill()
            }
        }

        /// Requests this many accounts at once. Returns the sessions of those created, and the names of those rejected with 503.
        private static func register(_ numbers: Range<Int>, _ client: FleetClient, _ member: Member) async throws
            -> (acknowledged: [String: String], rejected: [String])
        {
            try await withThrowingTaskGroup(of: (String, FleetClient.Answer).self) { group in
                for number in numbers {
                    group.addTask {
                        let name = "person\(number)"
                        return (name, try await client.register(name, at: member, from: "192.0.2.\(number % 250 + 1)"))
                    }
                }
                return try await group.reduce(into: (acknowledged: [:], rejected: [])) { outcome, each in
                    let (name, answer) = each
                    if answer.status == 201 {
                        outcome.acknowledged[name] = try answer.text("session", "token")
                    } else {
                        #expect(answer.status == 503 && answer.code == "overloaded", "\(answer.status)")
                        outcome.rejected.append(name)
                    }
                }
            }
        }
    }
}
