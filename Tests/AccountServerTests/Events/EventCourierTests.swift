import Accounts
import Foundation
import HTTPTypes
import JSONText
import MailPeers
import Secrets
import Synchronization
import TestKit
import Testing
import WebClient

@testable import AccountServer

@Suite("Events as requests")
struct EventCourierTests {
    private static let now = ServerBench.start

    static func target(
        _ name: String = "crm", _ url: String = "https://crm.example.com/hooks", secrets: [UInt8] = [1]
    ) throws -> EventConfiguration.Target {
        let keys = try secrets.map { try #require(WebhookKey(secret($0))) }
        return EventConfiguration.Target(
            name: try #require(EventTargetName(name)), url: try WebURL(url),
            signer: WebhookSigner(key: keys[0], previousKeys: Array(keys.dropFirst())))
    }

    static func secret(_ byte: UInt8) -> String { "whsec_" + Data(repeating: byte, count: 32).base64EncodedString() }

    private static func event(_ kind: AuditEventKind = .passwordChanged) throws -> EventDelivery {
        let random = PredictableRandomBytes(seed: 5)
        return EventDelivery(
            id: AuditEventID(random: random), kind: kind, account: AccountID(random: random), at: now - .milliseconds(1_500),
            target: try #require(EventTargetName("crm")), notAfter: now + .seconds(60))
    }

    @Test("the request has the headers of Standard Webhooks, and a body with the event and its account only")
    func request() async throws {
        let receiver = EventReceiver()
        let event = try Self.event()
        let courier = EventCourier([try Self.target()], transport: receiver, now: { Self.now })
        #expect(await courier.deliver(event) == .accepted)
        let request = try #require(receiver.requests.first)
        #expect(request.method == .post && request.url.description == "https://crm.example.com/hooks")
        #expect(request.headers[.contentType] == "application/json")
        #expect(request.header("webhook-id") == event.id.description)
        #expect(request.header("webhook-timestamp") == "1800000000")
        #expect(
            String(decoding: request.body, as: UTF8.self) == """
                {"type":"account.password-changed","timestamp":"2027-01-15T07:59:58.500Z",\
                "data":{"id":"\(event.id)","account":"\(event.account)"}}
                """)
    }

    @Test("the deletion of an account whose Apple Account moved names the account that has it now")
    func successor() async throws {
        let (receiver, random) = (EventReceiver(), PredictableRandomBytes(seed: 6))
        let event = EventDelivery(
            id: AuditEventID(random: random), kind: .accountDeleted, account: AccountID(random: random), at: Self.now,
            target: try #require(EventTargetName("crm")), notAfter: Self.now + .seconds(60), successor: AccountID(random: random))
        #expect(await EventCourier([try Self.target()], transport: receiver, now: { Self.now }).deliver(event) == .accepted)
        let successor = try #require(event.successor)
        #expect(
            String(decoding: try #require(receiver.requests.first).body, as: UTF8.self).hasSuffix(
                #""account":"\#(event.account)","successor":"\#(successor)"}}"#))
    }

    @Test("every attempt has the same identifier and body, and its own time")
    func attempts() async throws {
        let receiver = EventReceiver()
        let event = try Self.event()
        for seconds in [0, 5] {
            let courier = EventCourier([try Self.target()], transport: receiver, now: { Self.now + .seconds(seconds) })
            _ = await courier.deliver(event)
        }
        #expect(Set(receiver.requests.map { $0.header("webhook-id") }).count == 1 && Set(receiver.requests.map(\.body)).count == 1)
        #expect(receiver.requests.map { $0.header("webhook-timestamp") } == ["1800000000", "1800000005"])
    }

    @Test(
        "2xx accepts an event, 410 disables the target, and any other response is a failure, a redirect included",
        arguments: [
            (200, .accepted), (204, .accepted), (410, .gone), (301, .failed(reason: "HTTP 301")),
            (400, .failed(reason: "HTTP 400")),
            (404, .failed(reason: "HTTP 404")), (429, .failed(reason: "HTTP 429")), (500, .failed(reason: "HTTP 500")),
        ] as [(Int, EventOutcome)])
    func statuses(_ status: Int, _ outcome: EventOutcome) async throws {
        let receiver = EventReceiver(.success(WebResponse(status: .init(code: status))))
        let courier = EventCourier([try Self.target()], transport: receiver, now: { Self.now })
        #expect(await courier.deliver(try Self.event()) == outcome)
        #expect(receiver.requests.count == 1)
    }

    @Test("a missing response and an unknown target are failures")
    func failures() async throws {
        let receiver = EventReceiver(.failure(.timedOut))
        let courier = EventCourier([try Self.target()], transport: receiver, now: { Self.now })
        #expect(await courier.deliver(try Self.event()) == .failed(reason: "timed out before the response was complete"))
        let other = EventCourier([try Self.target("other")], transport: receiver, now: { Self.now })
        #expect(await other.deliver(try Self.event()) == .failed(reason: "the target is not configured"))
    }

    @Test("docs/events.md has one row for each kind of event, with its type and whether it is delivered")
    func page() throws {
        let file = (1...4).reduce(URL(filePath: #filePath)) { file, _ in file.deletingLastPathComponent() }
            .appending(path: "docs/events.md")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `account.") }
            .map { row in row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        let delivered = AuditEventKind.allCases.filter(\.isDelivered)
        #expect(rows.map { $0[0] } == delivered.map { "`\($0.deliveredType)`" })
        #expect(rows.allSatisfy { $0.count == 2 && $0[1].count > 10 })
        #expect(Set(delivered.map(\.deliveredType)).count == delivered.count)
    }
}

@Suite(
    "Events as the library of Standard Webhooks verifies them", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: MailPeers.isProvided, MailPeers.missing))
struct ForeignEventVerifierTests {
    private struct Task: Encodable {
        var secret: String
        var headers: [String: String]
        var body: Data
    }

    @Test("it accepts an event under the current and the previous secret, and rejects a changed one")
    func verification() async throws {
        let receiver = EventReceiver()
        let bench = try ServerBench(events: receiver) { configuration in
            configuration.events = EventConfiguration(targets: [try EventCourierTests.target(secrets: [1, 2])])
        }
        // The library rejects requests that are more than five minutes old by the machine's clock.
        bench.clock.advance(by: Timestamp.current - ServerBench.start)
        try await bench.run { client in _ = try await client.register() }
        await bench.system.deliverEvents()
        let request = try #require(receiver.requests.first)
        let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name.canonicalName, $0.value) })
        let body = Data(request.body)
        for (secret, isAccepted) in [(1, true), (2, true), (3, false)] as [(UInt8, Bool)] {
            let task = Task(secret: EventCourierTests.secret(secret), headers: headers, body: body)
            #expect(try await MailPeers.run("webhook.py", task) == isAccepted)
        }
        var other = headers
        other["webhook-id"] = "other"
        for (headers, body) in [(headers, body + Data(" ".utf8)), (other, body)] {
            let task = Task(secret: EventCourierTests.secret(1), headers: headers, body: body)
            #expect(try await MailPeers.run("webhook.py", task) == false)
        }
    }
}

/// A transport that records the requests, with the response that a test chooses for each.
final class EventReceiver: WebTransport {
    private let state: Mutex<(requests: [WebRequest], answer: Result<WebResponse, WebClientError>)>

    var requests: [WebRequest] { state.withLock { $0.requests } }

    init(_ answer: Result<WebResponse, WebClientError> = .success(WebResponse(status: .noContent))) {
        state = Mutex(([], answer))
    }

    func answer(_ answer: Result<WebResponse, WebClientError>) { state.withLock { $0.answer = answer } }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answer
        }
        return try answer.get()
    }
}

extension WebRequest {
    fileprivate func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

    /// The `type` in the body.
    var eventType: String? { (try? JSONText.parse(body).root["type"]?.string) ?? nil }
}
