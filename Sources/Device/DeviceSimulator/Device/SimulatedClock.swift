public import Foundation
import Synchronization

/// The time of a simulated device: a fixed moment of 2026 or another clock's time, plus all advances.
public final class SimulatedClock: Sendable {
    private enum Mode {
        /// Seconds since 2001-01-01T00:00:00Z.
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

    /// Restores the stored time. A clock that follows another one never goes back: advances made while it stood still count.
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
    }

    var secondsSinceReferenceDate: Double { mode.withLock { $0.seconds } }

    /// 2026-05-09T06:13:20Z.
    private static let first: Double = 800_000_000
}
