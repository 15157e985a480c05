import Accounts
import HTTPTypes
import JSONText
import Secrets
import Testing

@testable import AccountServer

@Suite("Replays of events that an operator orders")
struct OperatorReplayTests {
    private static let path = "/v1/operators/events/replay"
    private let bench: OperatorBench

    init() throws {
        bench = try OperatorBench(delivers: true)
    }

    private func queueLength() async throws -> Int {
        try await bench.stores.eventQueue(to: try #require(EventTargetName("crm"))).length
    }

    /// Registers an account with three events, and returns it with their identifiers, the oldest first.
    private func anna(_ client: ServerClient) async throws -> (account: TestedAccount, events: [AuditEventID]) {
        let anna = try await bench.account("anna.k", by: client)
        for _ in 0..<2 { #expect(try await client.signIn("anna.k").status == .created) }
        return (anna, try await bench.stores.events(of: anna.id, before: nil, limit: 10).map(\.id).reversed())
    }

    @Test("an administrator queues the events of an account after one of them, in parts, each with a record and its reason")
    func parts() async throws {
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .administrator, by: client)
            let (anna, events) = try await anna(client)
            let queued = try await queueLength()
            var after = events[0]
            for (next, isComplete) in [(events[1], false), (events[2], false), (nil, true)] as [(AuditEventID?, Bool)] {
                let answer = try await client.send(
                    .post, Self.path, token: lead.token,
                    json: [
                        "target": "crm", "after": .string(after.description), "account": .string(anna.id.description), "limit": 1,
                        "reason": "Case 7",
                    ])
                #expect(answer.status == .ok, "\(answer.text)")
                #expect(answer.json["target"] == "crm" && answer.json["complete"] == .boolean(isComplete))
                #expect(answer.json["queued"]?.number?.int == (next == nil ? 0 : 1))
                #expect(answer.json["last"]?.string == next?.description)
                if let next { after = next }
            }
            #expect(try await queueLength() == queued + 2)
            let records = try await client.send(.get, "/v1/operators/records?account=\(anna.id)", token: lead.token).json["records"]
            #expect(records?.array?.count == 3)
            #expect(records?[0]?["kind"] == "replayed" && records?[0]?["reason"] == "Case 7")
            #expect(records?[0]?["operator"]?.string == lead.id.description && records?[0]?["act"] == .null)
        }
    }

    @Test("a replay of all accounts from the oldest event has a record with the operator's own account")
    func all() async throws {
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .administrator, by: client)
            let (anna, events) = try await anna(client)
            let queued = try await queueLength()
            let answer = try await client.send(
                .post, Self.path, token: lead.token, json: ["target": "crm", "reason": "Case 7"])
            let count = try #require(answer.json["queued"]?.number?.int)
            #expect(answer.json["complete"] == .boolean(true) && count > events.count)
            #expect(answer.json["last"]?.string == events.last?.description)
            #expect(try await queueLength() == queued + count)
            #expect(try await client.trail(of: lead.id, by: lead.token).first == "replayed")
            #expect(try await client.trail(of: anna.id, by: lead.token) == [])
        }
    }

    @Test("a malformed or unknown event, one of another account, another target, and a missing reason queue and record nothing")
    func rejected() async throws {
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .administrator, by: client)
            let (anna, events) = try await anna(client)
            let missing = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
            let before = (
                queue: try await queueLength(), own: try await client.trail(of: lead.id, by: lead.token),
                of: try await client.trail(of: anna.id, by: lead.token)
            )
            let event = JSONValue.string(events[0].description)
            let cases: [(JSONValue, HTTPResponse.Status)] = [
                (["target": "crm", "after": "x", "reason": "Case 7"], .badRequest),
                (["target": "crm", "after": .string(missing), "reason": "Case 7"], .notFound),
                (
                    ["target": "crm", "after": event, "account": .string(lead.id.description), "reason": "Case 7"],
                    .notFound
                ),
                (["target": "crm", "account": .string(missing), "reason": "Case 7"], .notFound),
                (["target": "crm", "account": "anna.k", "reason": "Case 7"], .badRequest),
                (["target": "audit", "after": event, "reason": "Case 7"], .badRequest),
                (["target": "CRM", "after": event, "reason": "Case 7"], .badRequest),
                (["target": "crm", "after": event, "reason": "ab"], .badRequest),
                (["target": "crm", "after": event], .badRequest),
                (["target": "crm", "after": event, "limit": 0, "reason": "Case 7"], .badRequest),
                (["target": "crm", "after": event, "limit": 10_001, "reason": "Case 7"], .badRequest),
                (["target": "crm", "after": event, "since": "2026-11-27T09:00:00Z", "reason": "Case 7"], .badRequest),
            ]
            for (json, status) in cases {
                let answer = try await client.send(.post, Self.path, token: lead.token, json: json)
                #expect(answer.status == status, "\(json.text()): \(answer.text)")
            }
            #expect(try await queueLength() == before.queue)
            #expect(try await client.trail(of: lead.id, by: lead.token) == before.own)
            #expect(try await client.trail(of: anna.id, by: lead.token) == before.of)
        }
    }

    @Test("without targets, every target is unknown")
    func withoutTargets() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .administrator, by: client)
            let answer = try await client.send(
                .post, Self.path, token: lead.token, json: ["target": "crm", "reason": "Case 7"])
            #expect(answer.status == .badRequest && answer.code == "invalid-fields", "\(answer.text)")
        }
    }
}
