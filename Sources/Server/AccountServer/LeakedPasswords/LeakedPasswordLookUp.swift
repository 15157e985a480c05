import Logging
import PasswordStrength
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
