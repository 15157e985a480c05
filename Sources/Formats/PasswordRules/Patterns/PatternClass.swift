/// A class of a pattern in terms of rules: named classes and single characters, in the order of their first occurrence.
///
/// Keeps only printable ASCII. Other characters that a pattern permits are omitted, so the rules are narrower, never wider.
struct PatternClass: Equatable {
    private(set) var names: [CharacterClass.Name] = []
    private(set) var characters: [UInt8] = []

    /// The printable ASCII characters of the class as the standard defines it: those of ``set`` and, for a dash that was read as
    /// a literal, the rest of its range. Negation must use this set, because ``set`` would permit too much.
    private(set) var exact = ASCIISet()

    /// Whether the class, or a part of it, is a complement: `[^a-z]`, `\W`.
    var isComplement = false

    init() {}

    /// Creates a class of the printable characters of a set, with complete classes by name.
    init(_ set: ASCIISet) { add(set) }

    var isEmpty: Bool { names.isEmpty && characters.isEmpty }

    /// Whether the class is a single named class.
    var isOneName: Bool { names.count == 1 && characters.isEmpty }

    var set: ASCIISet { names.reduce(ASCIISet(characters)) { $0.union($1.asciiCharacters) } }

    mutating func add(_ name: CharacterClass.Name) {
        if !names.contains(name) { names.append(name) }
        exact.formUnion(name.asciiCharacters)
    }

    mutating func add(_ character: UInt8) {
        guard character.isPrintableByte else { return }
        if !characters.contains(character) { characters.append(character) }
        exact.insert(character)
    }

    mutating func add(_ set: ASCIISet) {
        var rest = set
        for name in [CharacterClass.Name.upper, .lower, .digit] where name.asciiCharacters.isSubset(of: set) {
            add(name)
            rest = rest.subtracting(name.asciiCharacters)
        }
        for character in rest { add(character) }
    }

    /// Adds a range.
    ///
    /// A dash between two literal special characters, with some but not all letters and digits between them, is read as a
    /// literal, because most authors mean that by `[!-?]`. The dash is added only if the range contains it, so the result permits
    /// nothing that the standard rejects.
    mutating func add(from smallest: Unicode.Scalar, to largest: Unicode.Scalar, isLiteral: Bool) {
        let first = Swift.max(smallest.value, UInt32(ASCIIByte.space))
        let last = Swift.min(largest.value, UInt32(ASCIIByte.tilde))
        guard first <= last else { return }
        let range = ASCIISet(UInt8(first)...UInt8(last))
        let signs = ASCIISet.printable.subtracting(.special)
        let ends = ASCIISet([UInt8(first), UInt8(last)])
        guard isLiteral, ends.isSubset(of: .special), !range.isDisjoint(with: signs), !signs.isSubset(of: range) else {
            return add(range)
        }
        for character in ends.union(range.intersection(ASCIISet([ASCIIByte.dash]))) { add(character) }
        exact.formUnion(range)
    }

    mutating func add(_ other: PatternClass) {
        for name in other.names { add(name) }
        for character in other.characters { add(character) }
        exact.formUnion(other.exact)
        isComplement = isComplement || other.isComplement
    }

    /// All printable characters that are not in this class.
    var negated: PatternClass {
        var result = PatternClass(ASCIISet.printable.subtracting(exact))
        result.isComplement = true
        return result
    }

    /// The class without single characters that a name covers, and with `special` by name if complete. Nil if single letters or
    /// digits remain.
    var simplified: PatternClass? {
        var result = self
        let named = names.reduce(ASCIISet()) { $0.union($1.asciiCharacters) }
        result.characters.removeAll(where: named.contains)
        guard result.characters.allSatisfy(ASCIISet.special.contains) else { return nil }
        if ASCIISet.special.isSubset(of: ASCIISet(result.characters)) {
            result.characters = []
            result.add(CharacterClass.Name.special)
        }
        return result
    }

    /// Returns the characters of the class that are not in the set.
    func subtracting(_ set: ASCIISet) -> PatternClass {
        var result = self
        result.names.removeAll { $0.asciiCharacters.isSubset(of: set) }
        result.characters.removeAll(where: set.contains)
        return result
    }

    /// Returns the characters that are in both the class and the set.
    func intersection(_ set: ASCIISet) -> PatternClass {
        var result = PatternClass()
        for name in names {
            if name.asciiCharacters.isSubset(of: set) {
                result.add(name)
            } else {
                for character in name.asciiCharacters.intersection(set) { result.add(character) }
            }
        }
        for character in characters where set.contains(character) { result.add(character) }
        result.isComplement = isComplement
        return result
    }

    /// The list in the form of rules: the dash first in its class, the closing bracket last.
    var text: String {
        var parts = names.map(\.rawValue)
        if !characters.isEmpty {
            let dash = characters.filter { $0 == ASCIIByte.dash }
            let bracket = characters.filter { $0 == ASCIIByte.closingBracket }
            let others = characters.filter { $0 != ASCIIByte.dash && $0 != ASCIIByte.closingBracket }
            parts.append("[" + String(decoding: dash + others + bracket, as: UTF8.self) + "]")
        }
        return parts.joined(separator: ", ")
    }
}

/// One element of a class.
enum PatternAtom: Equatable {
    /// A character written literally or after a backslash.
    case literal(Unicode.Scalar)
    /// A character written as its number.
    case code(Unicode.Scalar)
    /// An escape for several characters.
    case characters(PatternClass)

    /// The character, unless the element is an escape for several.
    var scalar: Unicode.Scalar? {
        switch self {
        case .literal(let scalar), .code(let scalar): scalar
        case .characters: nil
        }
    }

    var isLiteral: Bool {
        if case .literal = self { true } else { false }
    }

    /// The characters that the element adds to a class. Empty if it is not printable ASCII.
    var characters: PatternClass {
        switch self {
        case .literal(let scalar), .code(let scalar):
            var result = PatternClass()
            if scalar.isASCII { result.add(UInt8(truncatingIfNeeded: scalar.value)) }
            return result
        case .characters(let characters): return characters
        }
    }
}

/// The Unicode properties that password patterns use, limited to printable ASCII.
enum PatternProperty {
    /// Returns the characters of `\p{…}`. Returns nil for an unsupported property.
    static func characters(_ name: String) -> ASCIISet? {
        var value = name
        for prefix in ["gc=", "General_Category="] where name.hasPrefix(prefix) { value = String(name.dropFirst(prefix.count)) }
        switch value {
        case "Lu", "Uppercase_Letter", "Uppercase": return .upper
        case "Ll", "Lowercase_Letter", "Lowercase": return .lower
        case "L", "Letter", "Alphabetic", "Alpha": return ASCIISet.upper.union(.lower)
        case "N", "Number", "Nd", "Decimal_Number": return .digit
        case "P", "Punctuation": return ASCIISet.special.subtracting(symbols).subtracting(separators)
        case "S", "Symbol": return symbols
        case "Z", "Separator", "Zs", "Space_Separator", "White_Space": return separators
        default: return nil
        }
    }

    private static let symbols = ASCIISet("$+<=>^`|~".utf8)
    private static let separators = ASCIISet(" ".utf8)
}
