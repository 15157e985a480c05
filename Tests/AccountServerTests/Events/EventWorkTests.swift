import Accounts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Secrets
import Synchronization
import TestKit
import TestStores
import Testing
import WebClient

@testable import AccountServer

@Suite("Events of a server")
struct EventWorkTests {
    private static func bench(_ receiver: EventReceiver, targets: [String] = ["crm"]) throws -> ServerBench {
        try ServerBench(events: receiver) { configuration in
            configuration.events = EventConfiguration(
                targets: try targets.map { try EventCourierTests.target($0, "https://\($0).example.com/hooks") })
        }
    }

    @Test("what a user does is delivered to every target, in order, and a failed sign-in is not")
    func delivered() async throws {
        let receiver = EventReceiver()
        let bench = try Self.bench(receiver, targets: ["crm", "audit"])
        try await bench.run { client in
            _ = try await client.register()
            #expect(try await client.signIn(password: "wrong").status == .unauthorized)
            #expect(try await client.signIn().status == .created)
        }
        await bench.system.deliverEvents()
        for name in ["crm", "audit"] {
            let requests = receiver.requests.filter { $0.url.host == "\(name).example.com" }
            #expect(requests.map(\.eventType) == ["account.created", "account.signed-in"])
        }
        #expect(receiver.requests.count == 4)
    }

    @Test("the metrics show the queue, the age of its oldest event, and the outcomes of deliveries")
    func metrics() async throws {
        let receiver = EventReceiver(.success(WebResponse(status: .serviceUnavailable)))
        let bench = try Self.bench(receiver)
        try await bench.run { client in _ = try await client.register() }
        bench.clock.advance(by: .seconds(2))
        await bench.system.deliverEvents()
        let waiting = bench.system.metrics.exposition()
        for line in [
            #"event_queue_length{target="crm"} 1"#, #"event_oldest_seconds{target="crm"} 2"#,
            #"event_target_disabled{target="crm"} 0"#, #"event_deliveries_total{outcome="failed",target="crm"} 1"#,
        ] { #expect(waiting.contains(line), "\(waiting)") }
        receiver.answer(.success(WebResponse(status: .ok)))
        bench.clock.advance(by: .seconds(5))
        await bench.system.deliverEvents()
        let sent = bench.system.metrics.exposition()
        for line in [
            #"event_queue_length{target="crm"} 0"#, #"event_oldest_seconds{target="crm"} 0"#,
            #"event_deliveries_total{outcome="delivered",target="crm"} 1"#,
        ] { #expect(sent.contains(line), "\(sent)") }
    }

    @Test("a target that answers 410 receives nothing until the server starts again, and then what it missed")
    func gone() async throws {
        let receiver = EventReceiver(.success(WebResponse(status: .gone)))
        let storage = try AccountStorage.forTest()
        let adjust = { @Sendable (configuration: inout ServerConfiguration) throws in
            configuration.events = EventConfiguration(targets: [try EventCourierTests.target()])
        }
        let bench = try ServerBench(storage: storage, events: receiver, adjust: adjust)
        try await bench.run { client in _ = try await client.register() }
        await bench.system.deliverEvents()
        receiver.answer(.success(WebResponse(status: .ok)))
        bench.clock.advance(by: .seconds(3_600))
        await bench.system.deliverEvents()
        #expect(receiver.requests.count == 1)
        #expect(bench.system.metrics.exposition().contains(#"event_target_disabled{target="crm"} 1"#))

        let next = try ServerBench(storage: storage, events: receiver, adjust: adjust)
        next.clock.advance(by: .seconds(3_600))
        await next.system.deliverEvents()
        #expect(receiver.requests.map(\.eventType) == ["account.created", "account.created"])
    }

    @Test("events are dropped after three days, which a metric counts")
    func dropped() async throws {
        let bench = try Self.bench(EventReceiver(.failure(.timedOut)))
        try await bench.run { client in _ = try await client.register() }
        bench.clock.advance(by: EventDelivery.lifetime)
        await bench.system.deliverEvents()
        let metrics = bench.system.metrics.exposition()
        #expect(metrics.contains(#"event_deliveries_total{outcome="dropped",target="crm"} 1"#), "\(metrics)")
        #expect(metrics.contains(#"event_queue_length{target="crm"} 0"#))
    }

    @Test("a receiver on this machine gets events over a socket if loopback is allowed, and its response is limited")
    func sockets() async throws {
        let received = Mutex<[(id: String?, body: String)]>([])
        let router = Router()
        router.post("/hooks") { request, _ in
            let body = try await request.body.collect(upTo: 65_536)
            let id = HTTPField.Name("webhook-id").flatMap { request.headers[$0] }
            received.withLock { $0.append((id, String(buffer: body))) }
            return HTTPResponse.Status.noContent
        }
        router.post("/large") { _, _ in String(repeating: "a", count: 65_537) }
        try await Application(router: router).test(.live) { receiver in
            let port = try #require(receiver.port)
            let cases: [(path: String, AddressPolicy, outcome: String)] = [
                ("hooks", .publicOnly, "failed"), ("hooks", .publicAndLoopback, "delivered"),
                ("large", .publicAndLoopback, "failed"),
            ]
            for (path, addresses, outcome) in cases {
                let bench = try ServerBench { configuration in
                    let target = try EventCourierTests.target("crm", "http://127.0.0.1:\(port)/\(path)")
                    configuration.events = EventConfiguration(targets: [target])
                    configuration.events?.addresses = addresses
                }
                try await bench.run { client in _ = try await client.register() }
                await bench.system.deliverEvents()
                let metrics = bench.system.metrics.exposition()
                #expect(metrics.contains(#"event_deliveries_total{outcome="\#(outcome)",target="crm"} 1"#), "\(metrics)")
                #expect(received.withLock { $0.count } == (addresses == .publicOnly ? 0 : 1))
            }
        }
        let event = try #require(received.withLock { $0.first })
        #expect(event.body.hasPrefix(#"{"type":"account.created""#) && event.body.contains(event.id ?? "missing"))
    }
}
