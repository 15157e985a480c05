import HTTPTypes
import PasswordStrength
import ServiceLifecycle
import Synchronization
import WebClient

/// Carries the look-ups of leaked passwords, over connections that are kept. They are opened at the first look-up and closed when the
/// server stops.
///
/// Nothing goes out but the five digits of the range, the wish for padding and our name: no cookie, no identifier of anybody.
final class RangeClient: LeakedPasswordTransport, Service {
    private enum State {
        case unused
        case open(WebClient)
        case closed
    }

    private let limits: WebLimits
    private let state = Mutex(State.unused)

    init(timeout: Duration) {
        limits = WebLimits(connecting: timeout, total: timeout, body: Self.largestRange)
    }

    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse {
        try await RangeExchange(transport: client()).get(request)
    }

    /// Closes the connections when the server has stopped.
    func run() async throws {
        try? await gracefulShutdown()
        let client = state.withLock { state -> WebClient? in
            defer { state = .closed }
            if case .open(let client) = state { return client }
            return nil
        }
        try await client?.shutdown()
    }

    private func client() throws -> WebClient {
        try state.withLock { state in
            switch state {
            case .open(let client): return client
            case .closed: throw WebClientError.cancelled
            case .unused:
                let client = try WebClient(userAgent: LeakedPasswordLookUp.userAgent, limits: limits)
                state = .open(client)
                return client
            }
        }
    }

    /// Ten times a padded range.
    private static let largestRange = 1 << 20
}

/// One look-up over whatever carries requests.
struct RangeExchange: LeakedPasswordTransport {
    let transport: any WebTransport

    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse {
        var headers: HTTPFields = [:]
        for (name, value) in request.headers {
            // The client says its name itself.
            guard let name = HTTPField.Name(name), name != .userAgent else { continue }
            headers.append(HTTPField(name: name, value: value))
        }
        let response = try await transport.send(WebRequest(.get, try WebURL(request.url), headers: headers))
        return LeakedPasswordResponse(status: Int(response.status.code), body: response.body)
    }
}
