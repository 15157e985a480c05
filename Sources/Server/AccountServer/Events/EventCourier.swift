package import Accounts
import HTTPTypes
import JSONText
package import WebClient

/// Delivers events to the targets of the configuration, as requests by Standard Webhooks.
///
/// A response with 2xx accepts an event, and 410 asks for no more events. Any other response, a redirect included, and a missing one
/// are failures.
package struct EventCourier: EventCarrier {
    private let targets: [EventTargetName: EventConfiguration.Target]
    private let transport: any WebTransport
    private let now: @Sendable () -> Timestamp

    package init(
        _ targets: [EventConfiguration.Target], transport: any WebTransport, now: @escaping @Sendable () -> Timestamp
    ) {
        self.targets = Dictionary(targets.map { ($0.name, $0) }) { first, _ in first }
        self.transport = transport
        self.now = now
    }

    package func deliver(_ event: EventDelivery) async -> EventOutcome {
        guard let target = targets[event.target] else { return .failed(reason: "the target is not configured") }
        let request = target.signer.request(
            to: target.url, id: event.id.description, at: now().seconds, body: event.payload.bytes())
        do throws(WebClientError) {
            let status = try await transport.send(request).status.code
            return switch status {
            case 200...299: .accepted
            case 410: .gone
            default: .failed(reason: "HTTP \(status)")
            }
        } catch {
            return .failed(reason: "\(error)")
        }
    }
}

extension EventDelivery {
    /// The body of the request. It contains neither names, addresses nor devices: a receiver that needs them reads them with its own
    /// authorization.
    var payload: JSONValue {
        var data = JSONObject([("id", .string(id.description)), ("account", .string(account.description))])
        if let successor { data["successor"] = .string(successor.description) }
        return ["type": .string(kind.deliveredType), "timestamp": .string(at.description), "data": .object(data)]
    }
}

extension AuditEventKind {
    /// The `type` of the delivered event, such as `account.password-changed` or `account.created`.
    package var deliveredType: String {
        let prefix = "account-"
        return "account." + (rawValue.hasPrefix(prefix) ? String(rawValue.dropFirst(prefix.count)) : rawValue)
    }
}
