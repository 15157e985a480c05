/// A set of ASCII characters in 128 bits.
///
/// Stores two words instead of one `UInt128`: Swift 6.3 passes enums with a `UInt128` payload on the stack without its alignment,
/// which crashes debug builds.
public struct ASCIISet: Hashable, Sendable {
    private var low: UInt64
    private var high: UInt64

    /// Creates the empty set.
    public init() { self.init(low: 0, high: 0) }

    /// Creates the set of the given bytes. Ignores bytes above 127.
    public init(_ bytes: some Sequence<UInt8>) {
        self.init()
        for byte in bytes { insert(byte) }
    }

    /// Creates the set of a range of bytes. Ignores bytes above 127.
    public init(_ range: ClosedRange<UInt8>) { self.init(Array(range)) }

    /// Creates the set of the characters of a text. Returns nil if one of them is not ASCII.
    public init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 < 128 }) else { return nil }
        self.init(text.utf8)
    }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// The number of characters.
    public var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

    /// Whether the set has no characters.
    public var isEmpty: Bool { low | high == 0 }

    /// Returns whether the set contains the byte.
    public func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && (word &>> UInt64(byte)) & 1 == 1
    }

    /// Adds a character. Ignores bytes above 127.
    public mutating func insert(_ byte: UInt8) {
        let bit: UInt64 = 1 &<< UInt64(byte)
        if byte < 64 {
            low |= bit
        } else if byte < 128 {
            high |= bit
        }
    }

    /// Removes a character if the set contains it.
    public mutating func remove(_ byte: UInt8) { self = subtracting(ASCIISet(CollectionOfOne(byte))) }

    /// Adds the characters of another set.
    public mutating func formUnion(_ other: ASCIISet) { self = union(other) }

    /// Returns the characters that are in either set.
    public func union(_ other: ASCIISet) -> ASCIISet { ASCIISet(low: low | other.low, high: high | other.high) }

    /// Returns the characters that are in both sets.
    public func intersection(_ other: ASCIISet) -> ASCIISet { ASCIISet(low: low & other.low, high: high & other.high) }

    /// Returns the characters of this set that are not in the other one.
    public func subtracting(_ other: ASCIISet) -> ASCIISet { ASCIISet(low: low & ~other.low, high: high & ~other.high) }

    /// Returns whether the other set contains every character of this one.
    public func isSubset(of other: ASCIISet) -> Bool { subtracting(other).isEmpty }

    /// Returns whether the sets have no character in common.
    public func isDisjoint(with other: ASCIISet) -> Bool { intersection(other).isEmpty }

    /// `A` to `Z`.
    public static let upper = ASCIISet(0x41...0x5A)

    /// `a` to `z`.
    public static let lower = ASCIISet(0x61...0x7A)

    /// `0` to `9`.
    public static let digit = ASCIISet(0x30...0x39)

    /// The 33 printable ASCII characters that are neither letters nor digits, including the space.
    public static let special = printable.subtracting(upper).subtracting(lower).subtracting(digit)

    /// The 95 characters from space to tilde.
    public static let printable = ASCIISet(0x20...0x7E)
}

extension ASCIISet: Sequence {
    /// An iterator over the characters in ascending order.
    public struct Iterator: IteratorProtocol {
        fileprivate var low: UInt64
        fileprivate var high: UInt64

        /// Returns the next character, or nil at the end.
        public mutating func next() -> UInt8? {
            if low != 0 {
                defer { low &= low - 1 }
                return UInt8(truncatingIfNeeded: low.trailingZeroBitCount)
            }
            if high != 0 {
                defer { high &= high - 1 }
                return UInt8(truncatingIfNeeded: 64 + high.trailingZeroBitCount)
            }
            return nil
        }
    }

    /// Returns an iterator that starts with the lowest character.
    public func makeIterator() -> Iterator { Iterator(low: low, high: high) }

    /// Equal to ``count``.
    public var underestimatedCount: Int { count }
}

extension CharacterClass.Name {
    /// The printable ASCII characters of the class. For `unicode`, all 95.
    var asciiCharacters: ASCIISet {
        switch self {
        case .upper: .upper
        case .lower: .lower
        case .digit: .digit
        case .special: .special
        case .asciiPrintable, .unicode: .printable
        }
    }
}
