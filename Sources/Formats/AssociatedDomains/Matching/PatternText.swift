/// A part of a URL, as Unicode scalars, for comparison with patterns. `?` matches one scalar.
///
/// Caches the positions of each character for further patterns. Exists only while one URL is compared.
final class PatternText {
    let units: [UInt32]
    /// The number of leading characters that were removed.
    let leading: Int
    private var occurrences: [UInt32: [UInt64]] = [:]
    private var setOccurrences: [ASCIISet: [UInt64]] = [:]

    /// Creates the text of a part. Returns nil if the part is to be decoded and is not UTF-8.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - isPath: Whether leading and trailing slashes are ignored.
    init?(_ part: String, view: TextView, isPath: Bool = false) {
        guard let shown = view.isDecoded ? PercentEscapes.decoded(part) : part else { return nil }
        var units = Self.units(shown, isFolded: view.isFolded)[...]
        var leading = 0
        if isPath {
            while units.last == Self.slash { units.removeLast() }
            leading = units.prefix { $0 == Self.slash }.count
            units = units.dropFirst(leading)
        }
        self.units = Array(units)
        self.leading = leading
    }

    init(units: [UInt32]) {
        self.units = units
        leading = 0
    }

    static let slash: UInt32 = 0x2F

    /// Returns the scalars of a text. If folded, replaces each scalar by its lower-case letter, if that is one scalar.
    static func units(_ text: String, isFolded: Bool) -> [UInt32] {
        isFolded ? text.unicodeScalars.map(folded) : text.unicodeScalars.map(\.value)
    }

    static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.isASCII { return UInt32(UInt8(ascii: scalar).lowerCased) }
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        guard let first = small.first, small.count == 1 else { return scalar.value }
        return first.value
    }

    /// Returns whether the text contains these characters at a position.
    func holds(_ other: [UInt32], at position: Int) -> Bool {
        guard other.count <= units.count - position else { return false }
        for index in other.indices where units[position + index] != other[index] { return false }
        return true
    }

    /// Returns one bit for each position of a character.
    func occurrences(of unit: UInt32) -> [UInt64] {
        if let known = occurrences[unit] { return known }
        let found = places { $0 == unit }
        occurrences[unit] = found
        return found
    }

    /// Returns one bit for each position of a character of a set.
    func occurrences(of set: ASCIISet) -> [UInt64] {
        if let known = setOccurrences[set] { return known }
        let found = places { set.contains($0) }
        setOccurrences[set] = found
        return found
    }

    private func places(_ holds: (UInt32) -> Bool) -> [UInt64] {
        var words: [UInt64] = Array(repeating: 0, count: PositionSet.wordCount(units.count))
        for (index, unit) in units.enumerated() where holds(unit) { words[index >> 6] |= 1 << UInt64(index & 63) }
        return words
    }
}

/// The form in which a part of a URL is compared.
struct TextView: Hashable, Sendable {
    /// Whether percent escapes are decoded.
    let isDecoded: Bool
    /// Whether the comparison ignores case.
    let isFolded: Bool

    /// The index of the form, from 0 to 3.
    var index: Int { (isDecoded ? 2 : 0) + (isFolded ? 1 : 0) }

    static let count = 4
}

/// A set of ASCII characters.
struct ASCIISet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ ranges: ClosedRange<UInt8>...) {
        for byte in ranges.joined() where byte < 128 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
    }

    func contains(_ unit: UInt32) -> Bool {
        if unit < 64 { return low >> UInt64(unit) & 1 == 1 }
        return unit < 128 && high >> UInt64(unit - 64) & 1 == 1
    }

    /// The set with each upper-case letter replaced by its lower-case one.
    var folded: ASCIISet {
        var result = self
        let capitals = high & 0x07FF_FFFE
        result.high = high & ~0x07FF_FFFE | capitals << 32
        return result
    }

    static let digits = ASCIISet(0x30...0x39)
    static let upper = ASCIISet(0x41...0x5A)
    static let lower = ASCIISet(0x61...0x7A)
    static let letters = ASCIISet(0x41...0x5A, 0x61...0x7A)
    static let lettersAndDigits = ASCIISet(0x30...0x39, 0x41...0x5A, 0x61...0x7A)
    static let hexadecimalDigits = ASCIISet(0x30...0x39, 0x41...0x46, 0x61...0x66)
}
