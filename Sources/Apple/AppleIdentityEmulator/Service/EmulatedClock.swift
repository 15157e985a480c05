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

/// Where codes, tokens and identifiers come from: the system, or a seed when a test wants the same ones every time.
public struct EmulatedRandomness: RandomNumberGenerator, Sendable {
    private enum Source {
        case system
        /// SplitMix64: fast and repeatable, and guessable. For tests.
        case seeded(UInt64)
    }

    private var source: Source

    /// The system's generator.
    public static var system: Self { Self(source: .system) }

    /// The same numbers for the same seed. Guessable: for tests on one machine only.
    public static func seeded(_ seed: UInt64) -> Self { Self(source: .seeded(seed)) }

    /// The next number.
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
