import DeviceServices
public import Foundation
import Synchronization

/// The time of a simulated device: a fixed moment of 2026 or another clock's time, plus all advances.
///
/// It measures every time limit on the device. An app's extension that does not respond is ended when the clock has reached the
/// limit: if the clock is stopped, when it is advanced.
public final class SimulatedClock: Sendable {
    private enum Mode {
        /// The clock is stopped at this time, in seconds since 2001-01-01T00:00:00Z.
        case stopped(Double)
        case following(@Sendable () -> Date, ahead: Double)

        var seconds: Double {
            switch self {
            case .stopped(let seconds): seconds
            case .following(let base, let ahead): base().timeIntervalSinceReferenceDate + ahead
            }
        }
    }

    /// Whether the time passes without advances.
    let isRunning: Bool
    private let mode: Mutex<Mode>
    private let memory: DeviceMemory
    private let alarms = Mutex(Alarms())

    /// Restores the stored time. A clock that follows another one never goes back: advances made while it was stopped count.
    init(_ time: DeviceSimulator.Timekeeping, _ memory: DeviceMemory) {
        let record = memory.current
        switch time {
        case .stopped:
            isRunning = false
            mode = Mutex(.stopped(record.time ?? Self.first))
        case .following(let base):
            isRunning = true
            let now = base().timeIntervalSinceReferenceDate
            let ahead = record.ahead ?? record.time.map { max(0, $0 - now) } ?? 0
            mode = Mutex(.following(base, ahead: ahead))
            memory.change { record in
                record.ahead = ahead
                record.time = now + ahead
            }
        }
        self.memory = memory
    }

    /// The current time.
    public var now: Date { Date(timeIntervalSinceReferenceDate: secondsSinceReferenceDate) }

    /// Advances the clock; sets it back if `duration` is negative.
    public func advance(by duration: Duration) {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        mode.withLock { mode in
            switch mode {
            case .stopped(let before):
                mode = .stopped(before + seconds)
                memory.change { $0.time = before + seconds }
            case .following(let base, let ahead):
                mode = .following(base, ahead: ahead + seconds)
                memory.change { $0.ahead = ahead + seconds }
            }
        }
        ringDueAlarms()
    }

    var secondsSinceReferenceDate: Double { mode.withLock { $0.seconds } }

    /// The time of a new device: 2026-05-09T06:13:20Z.
    private static let first: Double = 800_000_000
}

extension SimulatedClock: ExtensionTimer {
    private struct Alarms {
        var pending: [UInt64: (time: Double, ring: @Sendable () -> Void)] = [:]
        var last: UInt64 = 0
    }

    package var time: Double { secondsSinceReferenceDate }

    /// The number of alarms that were set on this clock.
    var alarmCount: UInt64 { alarms.withLock(\.last) }

    package func set(at time: Double, _ alarm: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let number = alarms.withLock { alarms in
            alarms.last += 1
            alarms.pending[alarms.last] = (time, alarm)
            return alarms.last
        }
        ringDueAlarms()
        let watch = isRunning ? Task { await watchAlarm(number) } : nil
        return {
            self.alarms.withLock { _ = $0.pending.removeValue(forKey: number) }
            watch?.cancel()
        }
    }

    private func ringDueAlarms() {
        let now = time
        let due = alarms.withLock { alarms in
            let due = alarms.pending.filter { $0.value.time <= now }
            for number in due.keys { alarms.pending[number] = nil }
            return due.values.sorted { $0.time < $1.time }
        }
        for alarm in due { alarm.ring() }
    }

    /// Looks at a running clock until the alarm has rung or was cancelled. The followed clock may move faster than the machine's.
    private func watchAlarm(_ number: UInt64) async {
        while let alarm = alarms.withLock({ $0.pending[number]?.time }) {
            let pause = min(max(alarm - time, Self.shortestPause), Self.longestPause)
            guard (try? await Task.sleep(for: .seconds(pause))) != nil else { return }
            ringDueAlarms()
        }
    }

    /// The shortest pause between two looks at the followed clock, in seconds.
    private static let shortestPause = 0.01
    /// The longest such pause, in seconds.
    private static let longestPause = 1.0
}
