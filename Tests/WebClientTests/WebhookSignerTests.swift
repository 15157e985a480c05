import Foundation
import HTTPTypes
import Testing

@testable import WebClient

@Suite("Standard Webhooks")
struct WebhookSignerTests {
    private func header(_ name: String, of request: WebRequest) -> String? {
        HTTPField.Name(name).flatMap { request.headers[$0] }
    }

    @Test("a request is signed as in the example of the specification")
    func example() throws {
        let key = try #require(WebhookKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let body = Array(#"{"test": 2432232314}"#.utf8)
        let request = WebhookSigner(key: key).request(
            to: try WebURL("https://hooks.example.com/"), id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1_614_265_330, body: body)
        #expect(header("webhook-id", of: request) == "msg_p5jXN8AQM9LWM0D4loKWxJek")
        #expect(header("webhook-timestamp", of: request) == "1614265330")
        #expect(header("webhook-signature", of: request) == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(request.method == .post && request.body == body && request.headers[.contentType] == "application/json")
    }

    @Test("each key signs, the current one first, and the identifier, the time and the body change the signature")
    func signatures() throws {
        let keys = try [1, 2].map { byte in
            try #require(WebhookKey("whsec_" + Data(repeating: byte, count: 32).base64EncodedString()))
        }
        let url = try WebURL("https://hooks.example.com/")
        func signature(_ signer: WebhookSigner, id: String = "a", at seconds: Int64 = 1, body: String = "{}") -> String? {
            header("webhook-signature", of: signer.request(to: url, id: id, at: seconds, body: Array(body.utf8)))
        }
        let single = try #require(signature(WebhookSigner(key: keys[0])))
        let other = try #require(signature(WebhookSigner(key: keys[1])))
        #expect(signature(WebhookSigner(key: keys[0], previousKeys: [keys[1]])) == "\(single) \(other)")
        let signer = WebhookSigner(key: keys[0])
        let signatures = [signature(signer, id: "b"), signature(signer, at: 2), signature(signer, body: "[]"), single]
        #expect(Set(signatures).count == 4)
    }

    @Test(
        "a key must have 24 to 64 bytes, and its description is redacted",
        arguments: [
            (24, true), (64, true), (23, false), (65, false),
        ])
    func keys(count: Int, isAccepted: Bool) {
        let text = "whsec_" + Data(repeating: 7, count: count).base64EncodedString()
        #expect((WebhookKey(text) != nil) == isAccepted)
        #expect(WebhookKey(String(text.dropFirst(6))) == nil && WebhookKey(text + "!") == nil)
        if let key = WebhookKey(text) { #expect("\(key)" == "WebhookKey(redacted)") }
    }
}
