import HTTPTypes
import PasswordStrength
import ServiceLifecycle
import WebClient

/// Carries the look-ups of leaked passwords, over connections that are kept. They are opened at the first look-up and closed when the
/// server stops.
///
/// Nothing goes out but the five digits of the range, the wish for padding and our name: no cookie, no identifier of anybody.
struct RangeClient: LeakedPasswordTransport, Service {
    private let connections: OutgoingConnections

    init(timeout: Duration) {
        let limits = WebLimits(connecting: timeout, total: timeout, body: Self.largestRange)
        connections = OutgoingConnections { try WebClient(userAgent: LeakedPasswordLookUp.userAgent, limits: limits) }
    }

    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse {
        try await RangeExchange(transport: connections).get(request)
    }

    /// Closes the connections when the server has stopped.
    func run() async throws { try await connections.run() }

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
