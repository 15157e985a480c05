import HTTPTypes
import JSONText
import TestKit
import Testing

extension FleetTests {
    @Suite("Rolling upgrades")
    struct RollingRestartTests {
        @Test("servers that are replaced one after the other fail no request and lose nothing")
        func rollingRestart() async throws {
            try await Fleet.run { fleet in
                let visitors = (0..<4).map { Visitor(number: $0, fleet: fleet) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for visitor in visitors {
                        group.addTask { while !visitor.isGone { try await visitor.visit() } }
                    }
                    defer { for visitor in visitors { visitor.leave() } }
                    for _ in 0..<2 {
                        // The new program migrates, accidentally twice, while the old one serves.
                        async let one = fleet.store("migrate")
                        async let other = fleet.store("migrate")
                        #expect(try await [one, other] == [0, 0])
                        for member in fleet.members {
                            #expect(try await fleet.restart(member) == 0)
                            // Each server handles some traffic before the next one stops.
                            for (visitor, seen) in visitors.map({ ($0, $0.visits) }) { await visitor.visits(reach: seen + 3) }
                        }
                    }
                    for visitor in visitors { visitor.leave() }
                    try await group.waitForAll()
                }
                #expect(visitors.flatMap(\.surprises) == [])
                #expect(fleet.proxy.failures == 0)
                #expect(visitors.allSatisfy { $0.visits >= 12 })
                #expect(try await fleet.store("check") == 0)
            }
        }
    }
}

/// A client that signs up, returns and leaves repeatedly, and records every unexpected response.
private final class Visitor: Sendable {
    private let number: Int
    private let fleet: Fleet
    private let state = Watched((visits: 0, surprises: [String](), isGone: false))

    init(number: Int, fleet: Fleet) {
        self.number = number
        self.fleet = fleet
    }

    var visits: Int { state.value.visits }
    /// Whether this visit is the last.
    var isGone: Bool { state.value.isGone }
    var surprises: [String] { state.value.surprises }

    func visits(reach count: Int) async {
        await state.until { $0.visits >= count }
    }

    func leave() {
        state.change { $0.isGone = true }
    }

    func visit() async throws {
        let client = fleet.client
        let count = visits
        // So many registrations must come from many addresses.
        let address = "10.\(number).\(count / 250).\(count % 250 + 1)"
        let name = "visitor\(number)n\(count)"
        let answer = try await client.register(name, from: address)
        note("sign-up", answer.status, 201)
        guard answer.status == 201 else { return }
        let token = try answer.text("session", "token")
        note("session", try await client.status(of: token), 200)
        let other = try await client.signIn(name, from: address)
        note("sign-in", other.status, 201)
        note("sign-out", try await client.send(.delete, "/v1/session", token: token).status, 204)
        note("ended session", try await client.status(of: token), 401)
        state.change { $0.visits += 1 }
    }

    private func note(_ what: String, _ status: Int, _ expected: Int) {
        if status != expected { state.change { $0.surprises.append("\(what): \(status)") } }
    }
}
