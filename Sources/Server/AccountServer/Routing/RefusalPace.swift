import Synchronization

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
