/// The alarms of the system.
package protocol UpgradeTimer: Sendable {
    /// Calls `alarm` once, from any thread, after so many seconds, unless what is returned was called before.
    func set(after seconds: Double, _ alarm: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// The clock of the machine.
package struct SystemUpgradeTimer: UpgradeTimer {
    package init() {}

    package func set(after seconds: Double, _ alarm: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let task = Task {
            try await Task.sleep(for: .seconds(seconds))
            alarm()
        }
        return { task.cancel() }
    }
}
