import Dispatch
import Synchronization

/// Where everything that happens while the system listens to an extension arrives, from any thread, and one thread takes it in order.
final class UpgradeMail<Event: Sendable>: Sendable {
    private struct State {
        var events: [(event: Event, alarm: UInt64?)] = []
        var lastAlarm: UInt64 = 0
    }

    /// What happens when it was long enough.
    private let timedOut: Event
    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)

    init(timedOut: Event) {
        self.timedOut = timedOut
    }

    func put(_ event: Event) {
        state.withLock { $0.events.append((event, nil)) }
        arrival.signal()
    }

    /// Blocks until something has happened, or `timer` says that it was long enough. An alarm that comes too late counts for nothing.
    func take(within limit: Double?, by timer: any UpgradeTimer) -> Event {
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
        state.withLock { $0.events.append((timedOut, alarm)) }
        arrival.signal()
    }

    private func next(at alarm: UInt64) -> Event? {
        state.withLock { state in
            state.events.removeAll { $0.alarm.map { $0 != alarm } ?? false }
            return state.events.isEmpty ? nil : state.events.removeFirst().event
        }
    }
}
