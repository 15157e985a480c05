package import DeviceProtocol
import GRDB
import Synchronization

/// The simulated sensor of a device. An answer to a prompt can also report to it, for that prompt only.
package final class PromptSensor: BiometricSensor {
    private struct State {
        var watchers: [UInt64: @Sendable (SensorEvent) -> Void] = [:]
        var lastWatcher: UInt64 = 0
        /// A report for the current prompt, which does not watch the sensor yet.
        var early: SensorReport?
    }

    package let simulated: SimulatedSensor
    private let state = Mutex(State())

    package init(_ simulated: SimulatedSensor) {
        self.simulated = simulated
    }

    package var kind: Mechanisms.BiometryKind { simulated.kind }
    package var sensorState: SensorState { simulated.sensorState }

    package func watch(_ report: @escaping @Sendable (SensorEvent) -> Void) -> @Sendable () -> Void {
        let (number, early) = state.withLock { state in
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = report
            defer { state.early = nil }
            return (state.lastWatcher, state.early)
        }
        let stop: (@Sendable () -> Void)?
        if let early {
            report(SensorEvent(early))
            stop = nil
        } else {
            stop = simulated.watch(report)
        }
        return { [self] in
            state.withLock { $0.watchers[number] = nil }
            stop?()
        }
    }

    var isWatched: Bool { state.withLock { !$0.watchers.isEmpty } }

    /// Reports for the current prompt.
    func report(_ report: SensorReport) {
        let watchers = state.withLock { state -> [@Sendable (SensorEvent) -> Void] in
            if state.watchers.isEmpty { state.early = report }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher(SensorEvent(report)) }
    }

    /// Discards an early report, because its prompt has ended.
    func forget() {
        state.withLock { $0.early = nil }
    }
}

/// The enrolled fingers or faces of the simulated sensor, stored in the keychain's file.
struct SimulatedTemplates: Sendable {
    let file: KeychainFile

    func all() throws(DeviceError) -> Set<String> {
        do {
            return try file.database.read { try Set(String.fetchAll($0, sql: "SELECT name FROM simulated_templates")) }
        } catch {
            throw .unavailable("cannot read the enrolled \(Self.what): \(error)")
        }
    }

    func insert(_ name: TemplateName) throws(DeviceError) {
        try write("INSERT INTO simulated_templates (name) VALUES (?)", name)
    }

    func delete(_ name: TemplateName) throws(DeviceError) {
        try write("DELETE FROM simulated_templates WHERE name = ?", name)
    }

    private func write(_ sql: String, _ name: TemplateName) throws(DeviceError) {
        do {
            try file.write { try $0.execute(sql: sql, arguments: [name.rawValue]) }
        } catch {
            throw .unavailable("cannot write the enrolled \(Self.what): \(error)")
        }
    }

    private static let what = "fingers or faces"
}
