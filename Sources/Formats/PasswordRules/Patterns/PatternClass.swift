/// A class of a pattern in terms of rules: named classes and single characters, in the order in which they first occur.
struct PatternClass: Equatable {
    private(set) var names: [CharacterClass.Name] = []
    private(set) var characters: [UInt8] = []

    var isEmpty: Bool { names.isEmpty && characters.isEmpty }

    /// The only named class, where there is nothing else.
    var isOneName: Bool { names.count == 1 && characters.isEmpty }

    var set: ASCIISet { names.reduce(ASCIISet(characters)) { $0.union($1.asciiCharacters) } }

    mutating func add(_ name: CharacterClass.Name) {
        if !names.contains(name) { names.append(name) }
    }

    mutating func add(_ character: UInt8) {
        if !characters.contains(character) { characters.append(character) }
    }

    /// The class with every single character taken out that a name covers, and `special` named where all its characters are there. Nil where
    /// a letter or digit stays alone.
    var simplified: PatternClass? {
        var result = self
        let named = names.reduce(ASCIISet()) { $0.union($1.asciiCharacters) }
        result.characters.removeAll(where: named.contains)
        guard result.characters.allSatisfy(ASCIISet.special.contains) else { return nil }
        if ASCIISet.special.isSubset(of: ASCIISet(result.characters)) {
            result.characters = []
            result.add(.special)
        }
        return result
    }

    /// What the class has beyond the set.
    func subtracting(_ set: ASCIISet) -> PatternClass {
        var result = self
        result.names.removeAll { $0.asciiCharacters.isSubset(of: set) }
        result.characters.removeAll(where: set.contains)
        return result
    }

    /// The list as rules write it: the dash first in its class, the closing bracket last.
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
