import NIOCore

/// The deadline of a connection, which moves several times with every request.
///
/// Scheduling on an event loop is slow, and cancelling is slower, because the loop keeps its tasks sorted. The alarm therefore
/// wakes at the deadline or after `longestSleep`, whichever is first, and sleeps again if the deadline has moved. An alarm
/// belongs to one event loop. Call ``end()`` when the connection closes.
final class Alarm {
    private let eventLoop: any EventLoop
    private let longestSleep: TimeAmount
    private let ring: () -> Void
    private var deadline: NIODeadline?
    private var sleep: (until: NIODeadline, task: Scheduled<Void>)?

    /// - Parameters:
    ///   - longestSleep: the shortest of the times that are set often. Shorter times work, too, but cost more.
    ///   - ring: called on the event loop when the current deadline has passed.
    init(on eventLoop: any EventLoop, longestSleep: TimeAmount, ring: @escaping () -> Void) {
        self.eventLoop = eventLoop
        self.longestSleep = longestSleep
        self.ring = ring
    }

    /// Sets the deadline to `time` from now. It replaces any earlier deadline.
    func set(in time: TimeAmount) {
        let now = eventLoop.now
        deadline = now + time
        fallAsleep(now, until: now + time)
    }

    /// Removes the deadline.
    func stop() { deadline = nil }

    /// Removes the deadline permanently and releases the scheduled task.
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
