import Dispatch
import Synchronization

/// Where everything that happens while the system listens to an extension arrives, from any thread, and one thread takes it in order.
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

    /// Blocks until something has happened, or `timer` says that it was long enough. An alarm that comes too late counts for nothing.
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

/// The alarms of the system.
package protocol ExtensionTimer: Sendable {
    /// Calls `alarm` once, from any thread, after so many seconds, unless what is returned was called before.
    func set(after seconds: Double, _ alarm: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// The clock of the machine.
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

/// What happens while the system listens to an extension.
package enum ExtensionEvent<Report: Equatable & Sendable>: Equatable, Sendable {
    case report(Report)
    /// The extension has ended, whatever it was doing.
    case gone
    /// It has said nothing for as long as is waited.
    case timedOut
    /// The person cancelled, by the button of the system's navigation bar.
    case cancelled
    /// The app or the screen that asked is gone, or the device is locked or switched off.
    case withdrawn
}
