import Foundation
import HTTPTypes
import JSONText
import Synchronization
import TestKit
import Testing
import WebClient

@testable import Mail

@Suite("Delivery by a webhook")
struct WebhookTransportTests {
    private static let secret = "whsec_" + Data((0..<32).map { UInt8($0) }).base64EncodedString()

    @Test("the request has the headers of Standard Webhooks and the message as JSON")
    func request() async throws {
        let receiver = Receiver(.success(WebResponse(status: .accepted)))
        let message = try Sample.message(name: "Größe")
        let outcome = try await transport(receiver).deliver(message)
        #expect(outcome == .delivered)
        let request = try #require(receiver.requests.first)
        #expect(request.method == .post && request.url.description == "https://hooks.example.com/mail")
        #expect(header("webhook-id", of: request) == "msg_\(message.id.unique)")
        #expect(header("webhook-timestamp", of: request) == "1772374059")
        let body = try JSONText.parse(request.body).root
        #expect(body["type"]?.string == "mail.send")
        #expect(body["timestamp"]?.string == "2026-03-01T14:07:39Z")
        let data = try #require(body["data"])
        let expected = [
            "id": message.id.description, "from": "accounts@example.com", "fromName": "Größe", "to": "ada@example.net",
            "bounces": "bounces@example.com", "language": "en", "subject": message.content.subject, "text": message.content.text,
            "html": message.content.html,
        ]
        for (name, value) in expected { #expect(data[name]?.string == value) }
    }

    @Test("both attempts of a message have the same identity and different times")
    func attempts() async throws {
        let receiver = Receiver(.success(WebResponse(status: .serviceUnavailable)))
        let message = try Sample.message()
        for time in [1_772_374_059.0, 1_772_374_064.0] {
            let outcome = try await transport(receiver, at: time).deliver(message)
            #expect(outcome == .tryAgain(.response(status: 503)))
        }
        #expect(receiver.requests.map { header("webhook-id", of: $0) } == Array(repeating: "msg_\(message.id.unique)", count: 2))
        #expect(receiver.requests.map { header("webhook-timestamp", of: $0) } == ["1772374059", "1772374064"])
    }

    @Test(
        "the HTTP status decides the outcome",
        arguments: [
            (200, "", .delivered), (204, "", .delivered), (422, "", .rejected(MailRejection(.message, code: nil))),
            (
                422, "{\"status\":\"5.1.1\"}",
                .rejected(MailRejection(.address, code: MailReplyCode(550, enhanced: EnhancedStatus("5.1.1"))))
            ),
            (
                422, "{\"status\":\"5.7.1\"}",
                .rejected(MailRejection(.message, code: MailReplyCode(550, enhanced: EnhancedStatus("5.7.1"))))
            ),
            (422, "{\"status\":\"x\"}", .rejected(MailRejection(.message, code: nil))),
            (422, "5.1.1", .rejected(MailRejection(.message, code: nil))),
            (301, "", .tryAgain(.response(status: 301))), (400, "", .tryAgain(.response(status: 400))),
            (401, "", .tryAgain(.response(status: 401))),
            (429, "", .tryAgain(.response(status: 429))), (500, "", .tryAgain(.response(status: 500))),
        ] as [(Int, String, MailOutcome)])
    func answers(status: Int, body: String, outcome: MailOutcome) async throws {
        let receiver = Receiver(.success(WebResponse(status: .init(code: status), body: Array(body.utf8))))
        let result = try await transport(receiver).deliver(Sample.message())
        #expect(result == outcome)
    }

    @Test(
        "without a response the message is tried again, or its outcome is unknown if it may have arrived",
        arguments: [
            (.unreachable("x"), .tryAgain(.unreachable)), (.insecure(host: "x"), .tryAgain(.unreachable)),
            (.untrusted("x"), .tryAgain(.untrusted)),
            (.timedOut, .unknown(.timedOut(.completion))), (.malformed("x"), .unknown(.closed)), (.cancelled, .unknown(.cancelled)),
        ] as [(WebClientError, MailOutcome)])
    func failures(error: WebClientError, outcome: MailOutcome) async throws {
        let result = try await transport(Receiver(.failure(error))).deliver(Sample.message())
        #expect(result == outcome)
    }

    private func transport(_ receiver: Receiver, at time: Double = 1_772_374_059) throws -> WebhookTransport {
        WebhookTransport(
            to: try WebURL("https://hooks.example.com/mail"), key: try #require(WebhookKey(Self.secret)), client: receiver,
            clock: { Date(timeIntervalSince1970: time) })
    }

    private func header(_ name: String, of request: WebRequest) -> String? {
        HTTPField.Name(name).flatMap { request.headers[$0] }
    }
}

/// A receiver that returns the same response to every request, and records the requests.
final class Receiver: WebTransport {
    private let kept = Mutex<[WebRequest]>([])
    private let answer: Result<WebResponse, WebClientError>

    var requests: [WebRequest] { kept.withLock(\.self) }

    init(_ answer: Result<WebResponse, WebClientError>) {
        self.answer = answer
    }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        kept.withLock { $0.append(request) }
        return try answer.get()
    }
}
