import HTTPTypes
import Logging
import PasswordStrength
import ServiceLifecycle
import WebClient

/// The online service of leaked passwords as the configuration wants it: what its silence means is decided here, and said in the log.
struct LeakedPasswordLookUp: LeakedPasswordSource {
    private let service: LeakedPasswordService
    private let failure: LeakedServiceConfiguration.Failure
    private let logger: Logger

    /// Nil where no service is configured.
    init?(_ configuration: LeakedServiceConfiguration, transport: any LeakedPasswordTransport, logger: Logger) {
        guard let address = configuration.address else { return nil }
        service = LeakedPasswordService(origin: address, userAgent: Self.userAgent, transport: transport)
        failure = configuration.failure
        self.logger = logger
    }

    /// How often the password was seen in leaks. Where the service does not answer: 0 if failures are open, and
    /// ``LeakedPasswordsUnavailable`` if they are closed.
    func count(of digest: LeakedPasswordDigest) async throws -> Int {
        do {
            return try await service.count(of: digest)
        } catch {
            // Whoever no longer waits for the answer is no sign of a service that is down.
            try Task.checkCancellation()
            let reason = String(describing: error)
            switch failure {
            case .open:
                logger.warning("leaked passwords not looked up; the password is taken", metadata: ["reason": .string(reason)])
                return 0
            case .closed:
                logger.warning("leaked passwords not looked up; the password is refused", metadata: ["reason": .string(reason)])
                throw LeakedPasswordsUnavailable(reason: reason)
            }
        }
    }

    /// What we say of ourselves; the service refuses requests without it.
    static let userAgent = "latchkey"
}

/// The service of leaked passwords did not answer, so a new password can be neither taken nor refused: 503.
struct LeakedPasswordsUnavailable: Error {
    /// For the log. It names a range at most.
    let reason: String
}

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
