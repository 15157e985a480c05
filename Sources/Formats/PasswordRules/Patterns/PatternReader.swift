/// Reads patterns of the customary form. Every function leaves the pattern as unsuited by returning nil.
struct PatternReader {
    private let pattern: [UInt8]
    private var position = 0

    init(_ pattern: [UInt8]) { self.pattern = pattern }

    mutating func readWhole() -> PatternShape? {
        var shape = PatternShape()
        _ = take("^")
        while take("(?=") {
            guard readLookahead(into: &shape) else { return nil }
        }
        if !take(".") {
            guard let body = readClass() else { return nil }
            shape.body = body
        }
        guard readQuantifiers(into: &shape) else { return nil }
        _ = take("$")
        return position == pattern.count ? shape : nil
    }

    /// After `(?=`: either a character somewhere ahead, or a length.
    private mutating func readLookahead(into shape: inout PatternShape) -> Bool {
        guard take(".") else { return false }
        if peek == UInt8(ascii: "{") {
            guard readQuantifiers(into: &shape) else { return false }
            _ = take("$")
            return take(")")
        }
        guard take("*") else { return false }
        _ = take("?")
        guard let required = readClass(), !required.isEmpty, take(")") else { return false }
        shape.required.append(required)
        return true
    }

    private mutating func readQuantifiers(into shape: inout PatternShape) -> Bool {
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "*"), UInt8(ascii: "+"): position += 1
            case UInt8(ascii: "{"):
                guard let (smallest, largest) = readBounds() else { return false }
                shape.minLength = Swift.max(smallest, shape.minLength ?? 0)
                if let largest { shape.maxLength = Swift.min(largest, shape.maxLength ?? largest) }
            default: return true
            }
            // The mark of a lazy quantifier changes nothing here.
            _ = take("?")
        }
        return true
    }

    /// `{8}`, `{8,}` or `{8,20}`. An upper bound of zero has no counterpart, as rules ignore zero.
    private mutating func readBounds() -> (Int, Int?)? {
        guard take("{"), let smallest = readNumber() else { return nil }
        if take("}") { return smallest > 0 ? (smallest, smallest) : nil }
        guard take(",") else { return nil }
        if take("}") { return (smallest, nil) }
        guard let largest = readNumber(), take("}"), smallest <= largest, largest > 0 else { return nil }
        return (smallest, largest)
    }

    private mutating func readNumber() -> Int? {
        var number: Int?
        while let byte = peek, byte.isDigitByte {
            number = (number ?? 0) * 10 + Int(byte - 0x30)
            guard let number, number <= Self.largestBound else { return nil }
            position += 1
        }
        return number
    }

    private mutating func readClass() -> PatternClass? {
        var result = PatternClass()
        if peek == UInt8(ascii: "\\") {
            return readEscape(into: &result, literalsCount: false) ? result.simplified : nil
        }
        guard take("["), peek != UInt8(ascii: "^") else { return nil }
        while !take("]") {
            guard readItem(into: &result) else { return nil }
        }
        return result.simplified
    }

    private mutating func readItem(into result: inout PatternClass) -> Bool {
        for (range, names) in Self.ranges where take(range) {
            for name in names { result.add(name) }
            if range == "!-~" { for byte in ASCIISet.special where byte != ASCIIByte.space { result.add(byte) } }
            return true
        }
        guard let byte = peek, byte.isPrintableByte else { return false }
        if byte == UInt8(ascii: "\\") { return readEscape(into: &result, literalsCount: true) }
        position += 1
        // A range of letters or digits other than the whole ones would need its characters listed.
        if peek == ASCIIByte.dash, position + 1 < pattern.count,
            !ASCIISet.special.contains(byte), !ASCIISet.special.contains(pattern[position + 1])
        {
            return false
        }
        result.add(byte)
        return true
    }

    /// `\d`, `\w`, or, inside a class, an escaped punctuation mark.
    private mutating func readEscape(into result: inout PatternClass, literalsCount: Bool) -> Bool {
        guard take("\\"), let byte = peek else { return false }
        position += 1
        switch byte {
        case UInt8(ascii: "d"): result.add(.digit)
        case UInt8(ascii: "w"):
            for name in [CharacterClass.Name.upper, .lower, .digit] { result.add(name) }
            result.add(UInt8(ascii: "_"))
        default:
            guard literalsCount, ASCIISet.special.contains(byte) else { return false }
            result.add(byte)
        }
        return true
    }

    private var peek: UInt8? { position < pattern.count ? pattern[position] : nil }

    private mutating func take(_ word: String) -> Bool {
        guard pattern[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private static let ranges: [(String, [CharacterClass.Name])] = [
        ("a-z", [.lower]), ("A-Z", [.upper]), ("0-9", [.digit]), (" -~", [.upper, .lower, .digit, .special]),
        ("!-~", [.upper, .lower, .digit]),
    ]

    /// 2^53, the largest number that rules keep exactly.
    private static let largestBound = RuleNumber.largestExact
}
