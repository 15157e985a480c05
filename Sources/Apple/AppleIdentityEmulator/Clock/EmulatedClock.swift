public import FoundationEssentials
import Synchronization

/// The time as the emulated service sees it: a base plus an offset that can be moved.
///
/// The base is given by the caller (the machine's time for a server, a constant for a test); only the offset changes.
/// Times before 2000 or after 2200 are refused, so that no later sum can overflow.
public final class EmulatedClock: Sendable {
    /// The earliest time that the clock shows: 1 January 2000, UTC.
    public static let earliest = Date(timeIntervalSince1970: 946_684_800)
    /// The latest time that the clock shows: 1 January 2200, UTC.
    public static let latest = Date(timeIntervalSince1970: 7_258_118_400)

    /// The farthest move in seconds: from 1970 to ``latest``.
    static let farthestMove = latest.timeIntervalSince1970

    private let base: @Sendable () -> Date
    private let shift: Mutex<TimeInterval>

    /// A clock that runs with `base`, shown `offset` seconds later.
    public init(offset: TimeInterval = 0, base: @escaping @Sendable () -> Date) {
        self.base = base
        self.shift = Mutex(offset.isFinite ? offset : 0)
    }

    /// A clock that stands at `date` until it is moved.
    public convenience init(standingAt date: Date) {
        self.init { date }
    }

    /// The time shown now, held between ``earliest`` and ``latest``.
    public var now: Date {
        let shown = base().addingTimeInterval(offset)
        return Self.isShowable(shown) ? shown : shown > Self.latest ? Self.latest : Self.earliest
    }

    /// Seconds added to the base.
    public var offset: TimeInterval {
        shift.withLock { $0 }
    }

    /// Moves the clock by `seconds`, back when negative.
    ///
    /// - Returns: false, changing nothing, when the result would lie outside ``earliest`` … ``latest``.
    @discardableResult
    public func advance(by seconds: TimeInterval) -> Bool {
        guard seconds.isFinite else { return false }
        return set(to: now.addingTimeInterval(seconds))
    }

    /// Makes the clock show `date` now, and run on from there with its base.
    ///
    /// - Returns: false, changing nothing, when `date` lies outside ``earliest`` … ``latest``.
    @discardableResult
    public func set(to date: Date) -> Bool {
        guard Self.isShowable(date) else { return false }
        let wanted = date.timeIntervalSince(base())
        shift.withLock { $0 = wanted }
        return true
    }

    /// Compares numbers, not dates: a `Date` that is no number is `>=` and `<=` any other, and would trap as an `Int` later.
    private static func isShowable(_ date: Date) -> Bool {
        (earliest.timeIntervalSince1970...latest.timeIntervalSince1970).contains(date.timeIntervalSince1970)
    }
}
