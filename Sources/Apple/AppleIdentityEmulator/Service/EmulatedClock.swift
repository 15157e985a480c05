public import FoundationEssentials
import Synchronization

/// The clock of the emulated service: a base time plus a movable offset.
///
/// The caller supplies the base: the machine's time for a server, a constant for a test. Times before 2000 or after 2200 are
/// rejected, so that no sum overflows.
public final class EmulatedClock: Sendable {
    /// The earliest time: 1 January 2000, UTC.
    public static let earliest = Date(timeIntervalSince1970: 946_684_800)
    /// The latest time: 1 January 2200, UTC.
    public static let latest = Date(timeIntervalSince1970: 7_258_118_400)

    /// The largest offset, in seconds: from 1970 to ``latest``.
    static let farthestMove = latest.timeIntervalSince1970

    private let base: @Sendable () -> Date
    private let shift: Mutex<TimeInterval>

    /// Creates a clock that shows `base` plus `offset` seconds.
    public init(offset: TimeInterval = 0, base: @escaping @Sendable () -> Date) {
        self.base = base
        self.shift = Mutex(offset.isFinite ? offset : 0)
    }

    /// Creates a clock that shows `date` until it is moved.
    public convenience init(stoppedAt date: Date) {
        self.init { date }
    }

    /// The current time, limited to ``earliest`` … ``latest``.
    public var now: Date {
        let shown = base().addingTimeInterval(offset)
        return Self.isShowable(shown) ? shown : shown > Self.latest ? Self.latest : Self.earliest
    }

    /// The offset from the base, in seconds.
    public var offset: TimeInterval {
        shift.withLock { $0 }
    }

    /// Moves the clock by `seconds`; backward if negative.
    ///
    /// - Returns: false, without a change, if the result is outside ``earliest`` … ``latest``.
    @discardableResult
    public func advance(by seconds: TimeInterval) -> Bool {
        guard seconds.isFinite else { return false }
        return set(to: now.addingTimeInterval(seconds))
    }

    /// Sets the clock to `date`, from which it continues with its base.
    ///
    /// - Returns: false, without a change, if `date` is outside ``earliest`` … ``latest``.
    @discardableResult
    public func set(to date: Date) -> Bool {
        guard Self.isShowable(date) else { return false }
        let wanted = date.timeIntervalSince(base())
        shift.withLock { $0 = wanted }
        return true
    }

    /// Whether the clock is at least a second away from its base.
    public var isMoved: Bool { offset.magnitude >= 1 }

    /// Moves the clock back to its base.
    public func moveBack() {
        shift.withLock { $0 = 0 }
    }

    /// Returns whether a date is within the limits. Compares numbers, not dates: a `Date` that is NaN compares as equal to any
    /// other, and converting it to an `Int` traps.
    private static func isShowable(_ date: Date) -> Bool {
        (earliest.timeIntervalSince1970...latest.timeIntervalSince1970).contains(date.timeIntervalSince1970)
    }
}

/// The source of codes, tokens and identifiers: the system, or a seed for a test that needs the same values every time.
public struct EmulatedRandomness: RandomNumberGenerator, Sendable {
    private enum Source {
        case system
        /// SplitMix64: fast, repeatable and predictable. For tests.
        case seeded(UInt64)
    }

    private var source: Source

    /// The system's generator.
    public static var system: Self { Self(source: .system) }

    /// Returns a generator with the same numbers for the same seed. Predictable: for tests on one machine only.
    public static func seeded(_ seed: UInt64) -> Self { Self(source: .seeded(seed)) }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        switch source {
        case .system:
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        case .seeded(var state):
            state &+= 0x9E37_79B9_7F4A_7C15
            source = .seeded(state)
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    mutating func text(_ count: Int, of alphabet: StaticString) -> String {
        alphabet.withUTF8Buffer { letters in
            String(decoding: (0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &self)] }, as: UTF8.self)
        }
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    mutating func hex(_ count: Int) -> String { text(count, of: "0123456789abcdef") }
    mutating func digits(_ count: Int) -> String { text(count, of: "0123456789") }
    mutating func keyID(_ count: Int) -> String { text(count, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") }
}
