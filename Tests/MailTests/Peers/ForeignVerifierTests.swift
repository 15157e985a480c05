import Foundation
import HTTPTypes
import MailPeers
import TestKit
import Testing
import WebClient

@testable import Mail

@Suite(
    "Webhooks as the library of Standard Webhooks verifies them", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: MailPeers.isProvided, MailPeers.missing))
struct ForeignVerifierTests {
    private struct Task: Encodable {
        var secret: String
        var headers: [String: String]
        var body: Data
    }

    @Test("it accepts a request with either key, and rejects a changed one")
    func verification() async throws {
        let secrets = [1, 2, 3].map { "whsec_" + Data(repeating: $0, count: 32).base64EncodedString() }
        let receiver = Receiver(.success(WebResponse(status: .ok)))
        let transport = WebhookTransport(
            to: try WebURL("https://hooks.example.com/mail"), key: try #require(WebhookKey(secrets[0])),
            previousKeys: [try #require(WebhookKey(secrets[1]))], client: receiver,
            // The library rejects requests that are more than five minutes old by the machine's clock.
            clock: { Date() })
        let outcome = await transport.deliver(try Sample.message(text: "Größe"))
        #expect(outcome == .delivered)
        let request = try #require(receiver.requests.first)
        let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name.canonicalName, $0.value) })
        let good = Task(secret: secrets[0], headers: headers, body: Data(request.body))
        #expect(try await isAccepted(good))
        #expect(try await isAccepted(Task(secret: secrets[1], headers: headers, body: good.body)))
        #expect(try await !isAccepted(Task(secret: secrets[2], headers: headers, body: good.body)))
        #expect(try await !isAccepted(Task(secret: secrets[0], headers: headers, body: good.body + Data(" ".utf8))))
        var other = headers
        other["webhook-id"] = "msg_other"
        #expect(try await !isAccepted(Task(secret: secrets[0], headers: other, body: good.body)))
    }

    private func isAccepted(_ task: Task) async throws -> Bool { try await MailPeers.run("webhook.py", task) }
}
