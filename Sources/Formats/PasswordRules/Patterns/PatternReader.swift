/// Reads patterns of the customary form. Every function leaves the pattern as unsuited by returning nil or false.
struct PatternReader {
    private let pattern: [Unicode.Scalar]
    private var position = 0
    /// The capturing groups so far, by which back references count.
    var groups = 0

    init(_ pattern: String) { self.pattern = Array(pattern.unicodeScalars) }

    mutating func readWhole() -> PatternShape? {
        var shape = PatternShape()
        _ = take("^")
        // Where the lookaheads hold at the start, `.*` before them takes nothing.
        if looks(at: ".*(?") || looks(at: ".*?(?") { _ = takeAnything() }
        guard readLookaheads(into: &shape) else { return nil }
        var isWrapped = false
        if looks(at: "("), !looks(at: "(?") || looks(at: "(?:") {
            isWrapped = openGroup()
            _ = take("^")
            guard readLookaheads(into: &shape) else { return nil }
        }
        if !take(".") {
            guard let body = readClass(), !body.isEmpty else { return nil }
            shape.body = body
        }
        guard readBodyQuantifiers(into: &shape) else { return nil }
        if isWrapped {
            _ = take("$")
            guard take(")") else { return nil }
        }
        _ = take("$")
        return position == pattern.count ? shape : nil
    }

    /// The quantifiers of the body. They may follow one another, against the standard but with usage.
    private mutating func readBodyQuantifiers(into shape: inout PatternShape) -> Bool {
        while let scalar = peek, scalar != "?", Self.quantifiers.contains(scalar) {
            guard let bounds = readQuantifier() else { return false }
            if scalar == "{" { shape.bound(bounds) }
        }
        return true
    }

    /// One quantifier; once where there is none.
    mutating func readQuantifier() -> PatternBounds? {
        let bounds: PatternBounds?
        switch peek {
        case "*":
            position += 1
            bounds = .anyNumber
        case "+":
            position += 1
            bounds = PatternBounds(smallest: 1, largest: nil)
        case "?":
            position += 1
            bounds = PatternBounds(smallest: 0, largest: 1)
        case "{": bounds = readBounds()
        default: return .once
        }
        // The mark of a lazy quantifier changes nothing here.
        _ = take("?")
        return bounds
    }

    /// `{8}`, `{8,}` or `{8,20}`. An upper bound of zero has no counterpart, as rules ignore zero.
    private mutating func readBounds() -> PatternBounds? {
        guard take("{"), let smallest = readNumber() else { return nil }
        if take("}") { return smallest > 0 ? PatternBounds(smallest: smallest, largest: smallest) : nil }
        guard take(",") else { return nil }
        if take("}") { return PatternBounds(smallest: smallest, largest: nil) }
        guard let largest = readNumber(), take("}"), smallest <= largest, largest > 0 else { return nil }
        return PatternBounds(smallest: smallest, largest: largest)
    }

    /// A decimal number up to 2^53, the largest that rules keep exactly.
    mutating func readNumber() -> Int? {
        var number: Int?
        while let scalar = peek, ("0"..."9").contains(scalar) {
            number = (number ?? 0) * 10 + Int(scalar.value - 0x30)
            guard let number, number <= RuleNumber.largestExact else { return nil }
            position += 1
        }
        return number
    }

    /// A parenthesis that captures, or `(?:`.
    mutating func openGroup() -> Bool {
        if take("(?:") { return true }
        guard !looks(at: "(?"), take("(") else { return false }
        groups += 1
        return true
    }

    /// `.*` or `.*?`.
    mutating func takeAnything() -> Bool {
        guard take(".*") else { return false }
        _ = take("?")
        return true
    }

    var peek: Unicode.Scalar? { position < pattern.count ? pattern[position] : nil }

    mutating func next() -> Unicode.Scalar? {
        defer { position += 1 }
        return peek
    }

    func looks(at word: String) -> Bool { pattern[Swift.min(position, pattern.count)...].starts(with: word.unicodeScalars) }

    mutating func take(_ word: String) -> Bool {
        guard looks(at: word) else { return false }
        position += word.unicodeScalars.count
        return true
    }

    private static let quantifiers: [Unicode.Scalar] = ["*", "+", "?", "{"]
}
