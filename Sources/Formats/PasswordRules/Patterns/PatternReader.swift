/// Parses patterns of the common form. Each function returns nil or false if the pattern is unsupported.
struct PatternReader {
    private let pattern: [Unicode.Scalar]
    private var position = 0
    /// The number of capturing groups so far, which back references use.
    var groups = 0

    init(_ pattern: String) { self.pattern = Array(pattern.unicodeScalars) }

    mutating func readWhole() -> PatternShape? {
        var shape = PatternShape()
        _ = take("^")
        // A `.*` before lookaheads has no effect if they match at the start.
        if looks(at: ".*(?") || looks(at: ".*?(?") { _ = parseAnything() }
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

    /// Parses the quantifiers of the body. Several may follow one another, which the standard forbids but authors use.
    private mutating func readBodyQuantifiers(into shape: inout PatternShape) -> Bool {
        while let scalar = peek, scalar != "?", Self.quantifiers.contains(scalar) {
            guard let bounds = readQuantifier() else { return false }
            if scalar == "{" { shape.bound(bounds) }
        }
        return true
    }

    /// Parses one quantifier. Without one, the part occurs exactly once.
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
        // A lazy quantifier has the same meaning here.
        _ = take("?")
        return bounds
    }

    /// Parses `{8}`, `{8,}` or `{8,20}`. An upper bound of zero is unsupported, because rules ignore zero.
    private mutating func readBounds() -> PatternBounds? {
        guard take("{"), let smallest = readNumber() else { return nil }
        if take("}") { return smallest > 0 ? PatternBounds(smallest: smallest, largest: smallest) : nil }
        guard take(",") else { return nil }
        if take("}") { return PatternBounds(smallest: smallest, largest: nil) }
        guard let largest = readNumber(), take("}"), smallest <= largest, largest > 0 else { return nil }
        return PatternBounds(smallest: smallest, largest: largest)
    }

    /// Parses a decimal number up to 2^53, the largest that rules represent exactly.
    mutating func readNumber() -> Int? {
        var number: Int?
        while let scalar = peek, ("0"..."9").contains(scalar) {
            number = (number ?? 0) * 10 + Int(scalar.value - 0x30)
            guard let number, number <= RuleNumber.largestExact else { return nil }
            position += 1
        }
        return number
    }

    /// Parses a capturing parenthesis or `(?:`.
    mutating func openGroup() -> Bool {
        if take("(?:") { return true }
        guard !looks(at: "(?"), take("(") else { return false }
        groups += 1
        return true
    }

    /// Parses `.*` or `.*?`.
    mutating func parseAnything() -> Bool {
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

    /// Parses a class or, within a lookahead, a single special character.
    mutating func readCharacters() -> PatternClass? {
        if looks(at: "[") { return readClass() }
        guard let scalar = next() else { return nil }
        if scalar == "\\" { return readEscaped()?.characters }
        guard scalar.isASCII, ASCIISet.special.subtracting(Self.syntaxMarks).contains(UInt8(scalar.value)) else { return nil }
        return PatternAtom.literal(scalar).characters
    }

    /// Parses `[…]`, `[^…]`, or an escape for a class.
    mutating func readClass() -> PatternClass? {
        if take("\\") {
            guard case .characters(let characters) = readEscaped() else { return nil }
            return characters
        }
        guard take("[") else { return nil }
        let isNegated = take("^")
        var result = PatternClass()
        while !take("]") {
            // Subtraction and intersection of classes are unsupported.
            guard !looks(at: "--"), !looks(at: "&&"), readItem(into: &result) else { return nil }
        }
        return isNegated ? result.negated : result
    }

    private mutating func readItem(into result: inout PatternClass) -> Bool {
        guard let first = readAtom() else { return false }
        guard let smallest = first.scalar, looks(at: "-"), !looks(at: "-]") else {
            result.add(first.characters)
            return true
        }
        guard !looks(at: "--"), take("-"), let second = readAtom() else { return false }
        guard let largest = second.scalar else {
            // A range cannot end with a class, so the dash is literal.
            result.add(first.characters)
            result.add(ASCIIByte.dash)
            result.add(second.characters)
            return true
        }
        guard smallest <= largest else { return false }
        result.add(from: smallest, to: largest, isLiteral: first.isLiteral && second.isLiteral)
        return true
    }

    private mutating func readAtom() -> PatternAtom? {
        guard let scalar = next() else { return nil }
        return scalar == "\\" ? readEscaped() : .literal(scalar)
    }

    /// Parses an escape after its backslash.
    private mutating func readEscaped() -> PatternAtom? {
        guard let scalar = next() else { return nil }
        switch scalar {
        case "d": return .characters(PatternClass(.digit))
        case "D": return .characters(PatternClass(.digit).negated)
        case "w": return .characters(PatternClass(Self.word))
        case "W": return .characters(PatternClass(Self.word).negated)
        case "s": return .characters(PatternClass(Self.space))
        case "S": return .characters(PatternClass(Self.space).negated)
        case "p": return readProperty().map { .characters($0) }
        case "P": return readProperty().map { .characters($0.negated) }
        case "t", "n", "v", "f", "r": return .characters(PatternClass())
        case "x": return readHexadecimal(2).map { .code($0) }
        case "u":
            guard take("{") else { return readHexadecimal(4).map { .code($0) } }
            guard let code = readHexadecimal(nil), take("}") else { return nil }
            return .code(code)
        default: return scalar.isASCII && ASCIISet.special.contains(UInt8(scalar.value)) ? .literal(scalar) : nil
        }
    }

    /// Parses the name of a property, such as `{Lu}`.
    private mutating func readProperty() -> PatternClass? {
        guard take("{") else { return nil }
        var name = ""
        while let scalar = next(), scalar != "}" { name.unicodeScalars.append(scalar) }
        return PatternProperty.characters(name).map { PatternClass($0) }
    }

    /// Parses the given number of hexadecimal digits, or all that follow for nil. Rejects surrogates.
    private mutating func readHexadecimal(_ count: Int?) -> Unicode.Scalar? {
        var value: UInt32 = 0
        var read = 0
        while read != count, let scalar = peek, scalar.isASCII, let digit = Character(scalar).hexDigitValue {
            value = value << 4 | UInt32(digit)
            guard value <= 0x10FFFF, take(String(scalar)) else { return nil }
            read += 1
        }
        return read > 0 && (count == nil || read == count) ? Unicode.Scalar(value) : nil
    }

    private static let space = ASCIISet(" ".utf8)
    private static let word = ASCIISet.upper.union(.lower).union(.digit).union(ASCIISet("_".utf8))

    /// The characters with a special meaning outside brackets.
    private static let syntaxMarks = ASCIISet("^$\\.*+?()[]{}|".utf8)

    mutating func readLookaheads(into shape: inout PatternShape) -> Bool {
        while true {
            if take("(?=") {
                guard readAhead(into: &shape) else { return false }
            } else if take("(?!") {
                guard readRejection(into: &shape) else { return false }
            } else if looks(at: "((?=") || looks(at: "(?:(?=") {
                var trial = self
                guard let either = trial.readAlternatives() else { return true }
                self = trial
                shape.required.append(either)
            } else if !take("^") {
                return true
            }
        }
    }

    /// Parses a lookahead after `(?=`: a character anywhere ahead, a length, or a class for the whole.
    private mutating func readAhead(into shape: inout PatternShape) -> Bool {
        var trial = self
        if let required = trial.readRequirement() {
            self = trial
            shape.required.append(required)
            return true
        }
        _ = take("^")
        let isDot = take(".")
        if !isDot {
            guard let characters = readClass() else { return false }
            shape.permitted = shape.permitted.intersection(characters.set)
        }
        let isCounted = looks(at: "{")
        guard let bounds = readQuantifier() else { return false }
        if isCounted { shape.bound(bounds) }
        // A class that does not extend to the end says nothing about the rest, so only a length is supported.
        guard isCounted || bounds.largest == nil, take("$") || isDot else { return false }
        return take(")")
    }

    /// Parses `.*[a-z]` after `(?=` and its closing parenthesis, with or without a group.
    private mutating func readRequirement() -> PatternShape.Requirement? {
        _ = take("^")
        let isGrouped = openGroup()
        guard let required = readSearch() else { return nil }
        if isGrouped {
            guard take(")"), readQuantifier()?.smallest == 1 else { return nil }
        }
        return readTail() ? required : nil
    }

    /// Parses `.*[a-z]` or `[^a-z]*[a-z]`. Rules cannot require two characters of one class.
    private mutating func readSearch() -> PatternShape.Requirement? {
        var before = ASCIISet.printable
        if !parseAnything() {
            guard let passed = readClass(), readQuantifier() == .anyNumber else { return nil }
            before = passed.exact
        }
        guard let characters = readCharacters(), !characters.isEmpty, readQuantifier()?.smallest == 1 else { return nil }
        return PatternShape.Requirement(characters: characters, before: before)
    }

    /// Parses `((?=.*[0-9])|(?=.*\W))`: one character of either class.
    private mutating func readAlternatives() -> PatternShape.Requirement? {
        guard openGroup() else { return nil }
        var union = PatternClass()
        var count = 0
        repeat {
            guard take("(?="), let one = readRequirement(), one.before == .printable else { return nil }
            union.add(one.characters)
            count += 1
        } while take("|")
        guard count > 1, take(")") else { return nil }
        return PatternShape.Requirement(characters: union)
    }

    /// Parses a negative lookahead after `(?!`: excluded characters, an excluded run, or a class that must not be the whole.
    private mutating func readRejection(into shape: inout PatternShape) -> Bool {
        _ = take("^")
        if parseAnything() {
            if looks(at: "(") { return readRun(into: &shape) }
            guard let rejected = readCharacters(), readQuantifier()?.smallest == 1, readTail() else { return false }
            shape.permitted = shape.permitted.subtracting(rejected.exact)
            return true
        }
        guard let rejected = readClass() else { return false }
        if take(")") {
            // Applies to the first character only. Excluding the characters everywhere is narrower; accept that for special
            // characters only.
            guard rejected.exact.isSubset(of: .special) else { return false }
            shape.permitted = shape.permitted.subtracting(rejected.exact)
            return true
        }
        guard let bounds = readQuantifier(), bounds.largest == nil, bounds.smallest <= 1, take("$"), take(")") else { return false }
        shape.required.append(PatternShape.Requirement(characters: rejected.negated, isRest: true))
        return true
    }

    /// Parses `(.)\1{2}`: three equal characters. For a class instead of the dot, the limit applies to every character, because
    /// `max-consecutive` has no class.
    private mutating func readRun(into shape: inout PatternShape) -> Bool {
        guard !looks(at: "(?"), openGroup() else { return false }
        let group = groups
        guard take(".") || readClass() != nil, take(")") else { return false }
        var repeats = 0
        while take("\\") {
            guard readNumber() == group, let bounds = readQuantifier() else { return false }
            let (sum, isTooLarge) = repeats.addingReportingOverflow(bounds.smallest)
            guard !isTooLarge, sum <= RuleNumber.largestExact else { return false }
            repeats = sum
        }
        guard repeats > 0, readTail() else { return false }
        shape.maxConsecutive = Swift.min(repeats, shape.maxConsecutive ?? repeats)
        return true
    }

    /// Parses the end of a searching lookahead. The rest is irrelevant, except for a single `$`.
    private mutating func readTail() -> Bool {
        if parseAnything() { _ = take("$") }
        return take(")")
    }
}
