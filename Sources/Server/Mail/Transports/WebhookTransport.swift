package import Foundation
internal import HTTPTypes
internal import JSONText
package import WebClient

/// Sends messages to a program of the operator by signed HTTP requests (Standard Webhooks), for mail providers with their own API.
///
/// The body is a JSON object with `type` (`mail.send`), `timestamp` and `data`: `id`, `from`, `fromName`, `to`, `bounces`, `language`,
/// `subject`, `text` and `html`. The receiver responds with 2xx if it accepted the message. It responds with 422 to reject the message
/// permanently, with an optional reason such as `{"status": "5.1.1"}` (RFC 3463). Any other response means that a later attempt may succeed.
/// All attempts of a message have the same `webhook-id`.
package struct WebhookTransport: MailTransport {
    private let url: WebURL
    private let signer: WebhookSigner
    private let client: any WebTransport
    private let clock: @Sendable () -> Date

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - url: The address of the receiver: https, or http on this machine.
    ///   - previousKeys: Keys that also sign, until the receiver uses `key`.
    package init(
        to url: WebURL, key: WebhookKey, previousKeys: [WebhookKey] = [], client: any WebTransport,
        clock: @escaping @Sendable () -> Date
    ) {
        self.url = url
        signer = WebhookSigner(key: key, previousKeys: previousKeys)
        self.client = client
        self.clock = clock
    }

    package func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
        for (index, message) in messages.enumerated() {
            await report(index, Task.isCancelled ? .tryAgain(.cancelled) : await outcome(of: message))
        }
    }

    private func outcome(of message: MailMessage) async -> MailOutcome {
        do throws(WebClientError) {
            let response = try await client.send(request(for: message))
            switch response.status.code {
            case 200...299: return .delivered
            case 422: return .rejected(Self.rejection(response.body))
            default: return .tryAgain(.response(status: response.status.code))
            }
        } catch {
            return Self.outcome(of: error)
        }
    }

    private func request(for message: MailMessage) -> WebRequest {
        let now = clock()
        return signer.request(
            to: url, id: "msg_\(message.id.unique)", at: Int64(now.timeIntervalSince1970), body: Self.body(of: message, at: now))
    }

    private static func body(of message: MailMessage, at now: Date) -> [UInt8] {
        let content = message.content
        let body: JSONValue = [
            "type": "mail.send",
            "timestamp": .string(now.formatted(.iso8601)),
            "data": [
                "id": .string(message.id.description), "from": .string(message.from.address.text),
                "fromName": message.from.name.map { .string($0.text) } ?? nil, "to": .string(message.to.text),
                "bounces": message.bounces.map { .string($0.text) } ?? nil, "language": .string(content.language.tag),
                "subject": .string(content.subject), "text": .string(content.text), "html": .string(content.html),
            ],
        ]
        return body.bytes()
    }

    private static func rejection(_ body: [UInt8]) -> MailRejection {
        let document = try? JSONText.parse(body, limits: JSONLimits(maximumBytes: 4_096))
        let status = document?.root["status"]?.string.flatMap { EnhancedStatus($0) }
        return MailRejection(
            status?.condemnsAddress == true ? .address : .message, code: status.map { MailReplyCode(550, enhanced: $0) })
    }

    /// Returns the outcome of a failed request. A missing or malformed response leaves the outcome unknown.
    private static func outcome(of error: WebClientError) -> MailOutcome {
        switch error {
        case .insecure, .unresolvable, .addressesRejected, .unreachable: .tryAgain(.unreachable)
        case .untrusted: .tryAgain(.untrusted)
        case .timedOut: .unknown(.timedOut(.completion))
        case .tooLarge, .malformed: .unknown(.closed)
        case .cancelled: .unknown(.cancelled)
        }
    }
}
