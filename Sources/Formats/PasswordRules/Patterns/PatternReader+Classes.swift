extension PatternReader {
    /// A class or, within a lookahead, a single mark.
    mutating func readCharacters() -> PatternClass? {
        if looks(at: "[") { return readClass() }
        guard let scalar = next() else { return nil }
        if scalar == "\\" { return readEscaped()?.characters }
        guard scalar.isASCII, ASCIISet.special.subtracting(Self.syntaxMarks).contains(UInt8(scalar.value)) else { return nil }
        return PatternAtom.literal(scalar).characters
    }

    /// `[…]`, `[^…]`, or an escape that stands for a class.
    mutating func readClass() -> PatternClass? {
        if take("\\") {
            guard case .characters(let characters) = readEscaped() else { return nil }
            return characters
        }
        guard take("[") else { return nil }
        let isNegated = take("^")
        var result = PatternClass()
        while !take("]") {
            // Subtraction and intersection of classes.
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
            // No range ends in a class, so the dash is itself.
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

    /// After the backslash.
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

    /// `{Lu}`
    private mutating func readProperty() -> PatternClass? {
        guard take("{") else { return nil }
        var name = ""
        while let scalar = next(), scalar != "}" { name.unicodeScalars.append(scalar) }
        return PatternProperty.characters(name).map { PatternClass($0) }
    }

    /// As many hexadecimal digits, or all that follow where no number is given. Surrogates are no characters.
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

    /// The marks that mean something outside brackets.
    private static let syntaxMarks = ASCIISet("^$\\.*+?()[]{}|".utf8)
}
