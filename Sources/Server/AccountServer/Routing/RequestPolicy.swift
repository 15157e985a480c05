import Synchronization

/// The rules of a ``RouteTable`` for requests and responses, independent of where it is mounted.
package struct RequestPolicy: Sendable {
    /// The maximum size of a body in bytes, except for routes with their own limit; 64 KiB by default.
    package var bodyLimit: Int
    /// The maximum length of a path with its query in bytes; 4 KiB by default, far above any path of the server.
    package var targetLimit: Int
    /// The policy that determines the client's address.
    package var clientAddress: ClientAddressPolicy
    /// The languages of the site.
    package var languages: LanguagePolicy
    /// Logs a forwarded address that has no effect; nil turns the warning off.
    package var forwardingWarning: ForwardingWarning?
    /// The delay of rejected changes that may succeed later (``Problem/isRetryable``).
    package var rejections: RejectionDelay
    /// The header fields of every response.
    package var securityHeaders: SecurityHeaders

    /// Creates a policy; each default is the strict one.
    package init(
        bodyLimit: Int = IncomingBody.defaultLimit, targetLimit: Int = 4_096,
        clientAddress: ClientAddressPolicy = ClientAddressPolicy(), languages: LanguagePolicy = LanguagePolicy(),
        forwardingWarning: ForwardingWarning? = nil,
        rejections: RejectionDelay = RejectionDelay(),
        securityHeaders: SecurityHeaders = SecurityHeaders()
    ) {
        self.bodyLimit = bodyLimit
        self.targetLimit = targetLimit
        self.clientAddress = clientAddress
        self.languages = languages
        self.forwardingWarning = forwardingWarning
        self.rejections = rejections
        self.securityHeaders = securityHeaders
    }
}

/// The delay of rejections that ask the client to retry later.
///
/// Without a delay, clients that retry immediately, thousands of times a second over a hundred connections, would take processor
/// time from others. Each rejection waits for a fixed time, and is sent a little later than the one before it, so that clients that were
/// rejected together do not return together.
package final class RejectionDelay: Sendable {
    private let time: Duration
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    /// The time at which the last waiting rejection is sent.
    private let last = Mutex(Duration.zero)

    /// Delays rejections by `time` to twice that; zero turns the delay off.
    package init(time: Duration = .seconds(1), clock: some Clock<Duration> = ContinuousClock()) {
        self.time = time
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }

    /// Returns when a rejection can be sent, or early if the client disconnects or the server stops.
    func wait() async {
        guard time > .zero else { return }
        let now = elapsed()
        let moment = last.withLock { last in
            last = min(max(now + time, last + Self.distance), now + time * 2)
            return last
        }
        try? await sleep(moment - now)
    }

    /// The interval between rejections: 500 are sent in a second.
    private static let distance: Duration = .milliseconds(2)
}
