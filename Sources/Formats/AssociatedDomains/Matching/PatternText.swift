/// A part of a URL as patterns are compared with it: Unicode scalars, one of which is what `?` stands for.
///
/// It remembers where each character stands, for the patterns to come. It lives as long as one URL is looked at.
final class PatternText {
    let units: [UInt32]
    /// How many characters of the part were left out in front.
    let leading: Int
    private var occurrences: [UInt32: [UInt64]] = [:]
    private var setOccurrences: [ASCIISet: [UInt64]] = [:]

    /// - Parameters:
    ///   - part: the part.
    ///   - isPath: whether slashes at both ends do not count.
    /// Fails where the part is to be decoded and does not hold UTF-8.
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

    /// The scalars of a text; folded, each as its small letter where that is one scalar.
    static func units(_ text: String, isFolded: Bool) -> [UInt32] {
        isFolded ? text.unicodeScalars.map(folded) : text.unicodeScalars.map(\.value)
    }

    static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.isASCII { return UInt32(UInt8(ascii: scalar).lowerCased) }
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        guard let first = small.first, small.count == 1 else { return scalar.value }
        return first.value
    }

    /// Whether these characters stand at this place.
    func holds(_ other: [UInt32], at position: Int) -> Bool {
        guard other.count <= units.count - position else { return false }
        for index in other.indices where units[position + index] != other[index] { return false }
        return true
    }

    /// A bit for each place where the character stands.
    func occurrences(of unit: UInt32) -> [UInt64] {
        if let known = occurrences[unit] { return known }
        let found = places { $0 == unit }
        occurrences[unit] = found
        return found
    }

    /// A bit for each place where one of the characters stands.
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

/// How a part of a URL is looked at.
struct TextView: Hashable, Sendable {
    /// Whether percent escapes are decoded.
    let isDecoded: Bool
    /// Whether capitals count as small letters.
    let isFolded: Bool

    /// From 0 to 3.
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

    /// The set in which each capital letter is the small one.
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
