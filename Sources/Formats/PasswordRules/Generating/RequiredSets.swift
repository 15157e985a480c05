/// The distinct required lists of rules, numbered, so that "which of them are met" is a bit mask.
struct RequiredSets {
    /// The most lists that the generator takes, as its tables grow with two to this power.
    static let limit = 12

    let sets: [ASCIISet]

    init(_ sets: [ASCIISet]) {
        self.sets = sets.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    var allMet: Int { 1 << sets.count - 1 }

    /// The lists that the character meets.
    func mask(of character: UInt8) -> Int {
        sets.indices.reduce(0) { sets[$1].contains(character) ? $0 | 1 << $1 : $0 }
    }

    /// The characters sorted by the lists that they meet.
    func groups(of alphabet: ASCIISet) -> [CharacterGroup] {
        var byMask: [Int: [UInt8]] = [:]
        for character in alphabet { byMask[mask(of: character), default: []].append(character) }
        return byMask.sorted { $0.key < $1.key }.map { CharacterGroup(mask: $0.key, characters: $0.value) }
    }

    /// The smallest number of characters of the alphabet that meet all lists; nil where a list has none of them.
    func fewestCharacters(from alphabet: ASCIISet) -> Int? {
        let masks = groups(of: alphabet).map(\.mask)
        var reached = [0]
        var seen = Array(repeating: false, count: allMet + 1)
        seen[0] = true
        for steps in 0...sets.count {
            if seen[allMet] { return steps }
            var next: [Int] = []
            for start in reached {
                for mask in masks where !seen[start | mask] {
                    seen[start | mask] = true
                    next.append(start | mask)
                }
            }
            reached = next
        }
        return nil
    }
}

/// Characters of an alphabet that meet the same required lists.
struct CharacterGroup: Hashable, Sendable {
    let mask: Int
    let characters: [UInt8]
}
