import Dispatch
import Synchronization

/// Collects the events of an extension from any thread. One thread receives them in order.
final class ExtensionEventQueue<Report: Equatable & Sendable>: Sendable {
    private struct State {
        var events: [(event: ExtensionEvent<Report>, alarm: UInt64?)] = []
        var lastAlarm: UInt64 = 0
    }

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)

    func put(_ event: ExtensionEvent<Report>) {
        state.withLock { $0.events.append((event, nil)) }
        arrival.signal()
    }

    /// Blocks until an event arrives or the time limit of `timer` has passed. A late alarm is ignored.
    func take(within limit: Double?, by timer: any ExtensionTimer) -> ExtensionEvent<Report> {
        let alarm = state.withLock { state in
            state.lastAlarm += 1
            return state.lastAlarm
        }
        let stop = limit.map { limit in timer.set(after: limit) { self.ring(alarm) } }
        defer { stop?() }
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

/// Sets alarms.
package protocol ExtensionTimer: Sendable {
    /// Calls `alarm` once, from any thread, after the given seconds, unless the returned closure is called before.
    func set(after seconds: Double, _ alarm: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// The system's clock.
package struct SystemExtensionTimer: ExtensionTimer {
    package init() {}

    package func set(after seconds: Double, _ alarm: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let task = Task {
            try await Task.sleep(for: .seconds(seconds))
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
