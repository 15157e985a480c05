/// What people put before or after a word to satisfy a rule.
struct TrivialEnd {
    /// How many characters it has.
    let length: Int

    /// How many of them are unpredictable: none of an obvious end, all of another.
    let effort: Int

    /// The beginnings of `characters` that may be taken off, the empty one among them; for an end, they are given in reverse.
    static func all(of characters: some Collection<Character>) -> [TrivialEnd] {
        let run = Array(characters.prefix(maximumLength).prefix { isDigit($0) || isMark($0) })
        return (0...run.count).compactMap { length in
            if isObvious(Array(run[..<length])) { return TrivialEnd(length: length, effort: 0) }
            return length <= maximumEffort ? TrivialEnd(length: length, effort: length) : nil
        }
    }

    /// What both ends together may cost: digits and punctuation that stand in no order, up to four.
    static let maximumEffort = 4

    /// The longest end looked at.
    private static let maximumLength = 32

    /// One digit repeated, a walk over the digits or a year, with at most two punctuation marks around it.
    private static func isObvious(_ run: [Character]) -> Bool {
        let digits = run.drop(while: isMark).reversed().drop(while: isMark)
        guard run.count - digits.count <= 2, let first = digits.first, digits.allSatisfy(isDigit) else { return false }
        let text = String(digits)
        return digits.allSatisfy { $0 == first } || Walk.covers(text) || (digits.count == 4 && isYear(text))
    }

    /// 1900 to 2099, read in either direction.
    private static func isYear(_ digits: String) -> Bool {
        [digits, String(digits.reversed())].contains { $0.hasPrefix("19") || $0.hasPrefix("20") }
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isWholeNumber
    }

    private static func isMark(_ character: Character) -> Bool {
        character.isASCII && (character.isPunctuation || character.isSymbol || character == " ")
    }
}
