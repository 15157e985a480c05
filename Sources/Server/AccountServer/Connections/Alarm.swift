import NIOCore

/// The one deadline of a connection, moved several times with every request.
///
/// An event loop is slow at scheduling and slower at cancelling, since it keeps its tasks in order. So it is asked seldom: it wakes at the
/// deadline or after `longestSleep`, whichever comes first, and sleeps on where the deadline has been moved. Belongs to one event loop,
/// and must be ended with its connection.
final class Alarm {
    private let eventLoop: any EventLoop
    private let longestSleep: TimeAmount
    private let ring: () -> Void
    private var deadline: NIODeadline?
    private var sleep: (until: NIODeadline, task: Scheduled<Void>)?

    /// - Parameters:
    ///   - longestSleep: the shortest of the times that are set often; shorter ones are kept as well, and cost more.
    ///   - ring: called on the event loop when a deadline has passed that was neither moved nor taken back.
    init(on eventLoop: any EventLoop, longestSleep: TimeAmount, ring: @escaping () -> Void) {
        self.eventLoop = eventLoop
        self.longestSleep = longestSleep
        self.ring = ring
    }

    /// Rings after `time`, and not at any moment set before.
    func set(in time: TimeAmount) {
        let now = eventLoop.now
        deadline = now + time
        fallAsleep(now, until: now + time)
    }

    /// Does not ring.
    func stop() { deadline = nil }

    /// Never rings again, and lets go of what it would have called.
    func end() {
        deadline = nil
        sleep?.task.cancel()
        sleep = nil
    }

    private func fallAsleep(_ now: NIODeadline, until deadline: NIODeadline) {
        if let sleep, sleep.until <= deadline { return }
        sleep?.task.cancel()
        let end = min(deadline, now + longestSleep)
        sleep = (end, eventLoop.assumeIsolated().scheduleTask(deadline: end) { self.wake() })
    }

    private func wake() {
        sleep = nil
        guard let deadline else { return }
        let now = eventLoop.now
        if deadline > now { return fallAsleep(now, until: deadline) }
        self.deadline = nil
        ring()
    }
}
