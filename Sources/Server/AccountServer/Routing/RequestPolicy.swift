import Synchronization

/// What a ``RouteTable`` accepts and adds, wherever it is mounted.
package struct RequestPolicy: Sendable {
    /// The largest body in bytes, but for routes with a limit of their own; 64 KiB by default.
    package var bodyLimit: Int
    /// The largest path with its query in bytes; 4 KiB by default, well above any address of ours.
    package var targetLimit: Int
    /// Whose word counts on the client's address.
    package var clientAddress: ClientAddressPolicy
    /// What reports a forwarded address that has no effect; nil for silence.
    package var forwardingWarning: ForwardingWarning?
    /// When a change is refused that may succeed later (``Problem/asksToComeBack``).
    package var refusals: RefusalPace
    /// The header fields of every response.
    package var securityHeaders: SecurityHeaders

    /// A policy; each default is the strict one.
    package init(
        bodyLimit: Int = IncomingBody.defaultLimit, targetLimit: Int = 4_096,
        clientAddress: ClientAddressPolicy = ClientAddressPolicy(), forwardingWarning: ForwardingWarning? = nil,
        refusals: RefusalPace = RefusalPace(),
        securityHeaders: SecurityHeaders = SecurityHeaders()
    ) {
        self.bodyLimit = bodyLimit
        self.targetLimit = targetLimit
        self.clientAddress = clientAddress
        self.forwardingWarning = forwardingWarning
        self.refusals = refusals
        self.securityHeaders = securityHeaders
    }
}

/// When the refusals are answered that ask the client to come back later.
///
/// Whoever sends the next request as soon as the last one is refused would otherwise keep the processors from those who are served, over a
/// hundred connections thousands of times a second. A refusal waits for a time, and after the one before it for a moment more: those that
/// were refused together would come back together.
package final class RefusalPace: Sendable {
    private let time: Duration
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    /// When the last refusal is answered, of those that wait.
    private let last = Mutex(Duration.zero)

    /// Refusals wait from `time` to twice as long; zero is for none.
    package init(time: Duration = .seconds(1), clock: some Clock<Duration> = ContinuousClock()) {
        self.time = time
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }

    /// Returns when a refusal can be answered; early where its client has gone, or the server goes down.
    func wait() async {
        guard time > .zero else { return }
        let now = elapsed()
        let moment = last.withLock { last in
            last = min(max(now + time, last + Self.distance), now + time * 2)
            return last
        }
        try? await sleep(moment - now)
    }

    /// How far refusals lie apart: 500 are answered in a second.
    private static let distance: Duration = .milliseconds(2)
}
