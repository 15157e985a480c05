import HTTPTypes
import Logging
import PasswordStrength
import ServiceLifecycle
import WebClient

/// The online service of leaked passwords with the configured failure policy. Failures are logged.
struct LeakedPasswordLookUp: LeakedPasswordSource {
    private let service: LeakedPasswordService
    private let failure: LeakedServiceConfiguration.Failure
    private let logger: Logger

    /// Returns nil if no service is configured.
    init?(_ configuration: LeakedServiceConfiguration, transport: any LeakedPasswordTransport, logger: Logger) {
        guard let address = configuration.address else { return nil }
        service = LeakedPasswordService(origin: address, userAgent: Self.userAgent, transport: transport)
        failure = configuration.failure
        self.logger = logger
    }

    /// Returns how often the password occurs in leaks. If the service fails, returns 0 with the policy `open` and throws
    /// ``LeakedPasswordsUnavailable`` with `closed`.
    func count(of digest: LeakedPasswordDigest) async throws -> Int {
        do {
            return try await service.count(of: digest)
        } catch {
            // The cancellation of a request is not a failure of the service.
            try Task.checkCancellation()
            let reason = String(describing: error)
            switch failure {
            case .open:
                logger.warning("leaked-password check failed; password accepted unchecked", metadata: ["reason": .string(reason)])
                return 0
            case .closed:
                logger.warning("leaked-password check failed; password rejected", metadata: ["reason": .string(reason)])
                throw LeakedPasswordsUnavailable(reason: reason)
            }
        }
    }

    /// The `User-Agent` of requests; the service rejects requests without one.
    static let userAgent = "latchkey"
}

/// The leaked-password service failed, so a new password can be neither accepted nor rejected: 503.
struct LeakedPasswordsUnavailable: Error {
    /// The reason for the log. It contains at most a range.
    let reason: String
}

/// Sends leaked-password requests over persistent connections. They open at the first request and close when the server stops.
///
/// A request contains only the five digits of the range, the padding header and the `User-Agent`: no cookie and no user
/// identifier.
struct RangeClient: LeakedPasswordTransport, Service {
    private let connections: OutgoingConnections

    init(timeout: Duration) {
        let limits = WebLimits(connecting: timeout, total: timeout, body: Self.largestRange)
        connections = OutgoingConnections { try WebClient(userAgent: LeakedPasswordLookUp.userAgent, limits: limits) }
    }

    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse {
        try await RangeExchange(transport: connections).get(request)
    }

    func run() async throws { try await connections.run() }

    /// Ten times the size of a padded range, in bytes.
    private static let largestRange = 1 << 20
}

/// One leaked-password request over any transport.
struct RangeExchange: LeakedPasswordTransport {
    let transport: any WebTransport

    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse {
        var headers: HTTPFields = [:]
        for (name, value) in request.headers {
            // The transport sets `User-Agent`.
            guard let name = HTTPField.Name(name), name != .userAgent else { continue }
            headers.append(HTTPField(name: name, value: value))
        }
        let response = try await transport.send(WebRequest(.get, try WebURL(request.url), headers: headers))
        return LeakedPasswordResponse(status: Int(response.status.code), body: response.body)
    }
}
