import Dispatch
import Synchronization

/// Collects the events of an extension from any thread. One thread receives them in order.
///
/// Time limits count from the last event, or from ``restart()``.
final class ExtensionEventQueue<Report: Equatable & Sendable>: Sendable {
    private struct State {
        var events: [(event: ExtensionEvent<Report>, alarm: UInt64?)] = []
        var lastAlarm: UInt64 = 0
        var start: Double
    }

    private let timer: any ExtensionTimer
    private let state: Mutex<State>
    private let arrival = DispatchSemaphore(value: 0)

    init(timer: any ExtensionTimer) {
        self.timer = timer
        state = Mutex(State(start: timer.time))
    }

    func put(_ event: ExtensionEvent<Report>) {
        state.withLock { $0.events.append((event, nil)) }
        arrival.signal()
    }

    /// Restarts the time limits, which count from now on.
    func restart() {
        let now = timer.time
        state.withLock { $0.start = now }
    }

    /// Blocks until an event arrives or the time limit has passed, in seconds. A late alarm is ignored.
    func take(within limit: Double?) -> ExtensionEvent<Report> {
        let (alarm, start) = state.withLock { state in
            state.lastAlarm += 1
            return (state.lastAlarm, state.start)
        }
        let stop = limit.map { limit in timer.set(at: start + limit) { self.ring(alarm) } }
        defer {
            stop?()
            restart()
        }
        while true {
            if let event = next(at: alarm) { return event }
            arrival.wait()
        }
    }

    private func ring(_ alarm: UInt64) {
        state.withLock { $0.events.append((.timedOut, alarm)) }
        arrival.signal()
    }

    private func next(at alarm: UInt64) -> ExtensionEvent<Report>? {
        state.withLock { state in
            state.events.removeAll { $0.alarm.map { $0 != alarm } ?? false }
            return state.events.isEmpty ? nil : state.events.removeFirst().event
        }
    }
}

/// Measures the time limits of extensions, and sets alarms.
package protocol ExtensionTimer: Sendable {
    /// The time in seconds since a fixed moment.
    var time: Double { get }
    /// Calls `alarm` once, from any thread, when this time is reached or if it has passed, unless the returned closure is called
    /// before.
    func set(at time: Double, _ alarm: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// The time that passes on this machine.
package struct SystemExtensionTimer: ExtensionTimer {
    private let start = ContinuousClock.now

    package init() {}

    package var time: Double { start.duration(to: .now) / .seconds(1) }

    package func set(at time: Double, _ alarm: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let task = Task {
            try await Task.sleep(until: start + .seconds(time), clock: .continuous)
            alarm()
        }
        return { task.cancel() }
    }
}

/// An event of a running extension.
package enum ExtensionEvent<Report: Equatable & Sendable>: Equatable, Sendable {
    case report(Report)
    /// The extension has ended.
    case gone
    /// The time limit passed without a report.
    case timedOut
    /// The user tapped Cancel in the system's navigation bar.
    case cancelled
    /// The request is over: its app or screen is gone, or the device is locked or switched off.
    case requestEnded
}
