package import DeviceProtocol
import Synchronization

/// A sensor without hardware. It delivers the reports that a script has queued, or that arrive later.
package final class SimulatedSensor: BiometricSensor {
    private struct State {
        var templates: Set<String>
        var queue: [SensorReport] = []
        var watchers: [UInt64: @Sendable (SensorEvent) -> Void] = [:]
        var lastWatcher: UInt64 = 0
    }

    package let kind: Mechanisms.BiometryKind
    private let state: Mutex<State>

    package init(kind: Mechanisms.BiometryKind, templates: Set<String> = []) {
        self.kind = kind
        state = Mutex(State(templates: templates))
    }

    package var sensorState: SensorState {
        kind == .none ? .absent : .usable(kind, .announced(isEmpty: templates.isEmpty))
    }

    package var templates: Set<String> { state.withLock(\.templates) }

    /// Adds a template. Returns false if it exists.
    package func enrol(_ template: String) -> Bool {
        state.withLock { $0.templates.insert(template).inserted }
    }

    /// Removes a template. Returns false if it does not exist.
    package func remove(_ template: String) -> Bool {
        state.withLock { $0.templates.remove(template) != nil }
    }

    /// Reports to the current watchers, or queues the report for the next one.
    package func see(_ report: SensorReport) {
        let watchers = state.withLock { state -> [@Sendable (SensorEvent) -> Void] in
            guard !state.watchers.isEmpty else {
                state.queue.append(report)
                return []
            }
            defer { state.watchers = [:] }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher(SensorEvent(report)) }
    }

    package func watch(_ report: @escaping @Sendable (SensorEvent) -> Void) -> @Sendable () -> Void {
        let (queued, number) = state.withLock { state -> (SensorReport?, UInt64) in
            state.lastWatcher += 1
            if !state.queue.isEmpty { return (state.queue.removeFirst(), state.lastWatcher) }
            state.watchers[state.lastWatcher] = report
            return (nil, state.lastWatcher)
        }
        if let queued { report(SensorEvent(queued)) }
        return { [self] in state.withLock { $0.watchers[number] = nil } }
    }
}
