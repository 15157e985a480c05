/// One look of passwords together with the count of those that satisfy the rules.
enum PasswordPlan: Sendable {
    case unconditional(UnconditionalTypeable)
    /// Tables whose passwords differ from one another's, each with the number of its passwords as its weight; the sum is not zero.
    case tables([SlotTable], weights: [Weight], count: PasswordCount)

    var count: PasswordCount {
        switch self {
        case .unconditional: UnconditionalTypeable.count
        case .tables(_, _, let count): count
        }
    }

    /// A plan over tables; nil where no password is left.
    init?(_ tables: [SlotTable]) {
        let weights = tables.map { Weight(words: $0.count.words[...], factor: 1) }
        var sum = WideNumber(width: (weights.map(\.words.count).max() ?? 0) + 1)
        for weight in weights { sum.add(weight.words, times: weight.factor) }
        let total = PasswordCount(words: sum.words)
        guard !total.isZero else { return nil }
        self = .tables(tables, weights: weights, count: total)
    }

    func draw(using generator: inout some RandomNumberGenerator) -> String {
        switch self {
        case .unconditional(let typeable):
            return typeable.draw(using: &generator)
        case .tables(let tables, let weights, let count):
            let table = tables[generator.draw(by: weights, sum: count.words[...])]
            return String(decoding: table.draw(using: &generator), as: UTF8.self)
        }
    }

    /// The most required lists, beyond those that every typeable password meets, for which typeable passwords are counted.
    static let typeableRequiredLimit = 6

    /// Typeable passwords. Nil where the rules do not admit them: where an unambiguous letter or digit is not permitted, where 20
    /// characters (18 without dashes) do not fit, or where a required list or `max-consecutive` leaves none.
    static func typeable(_ rules: PasswordRules, _ facts: Satisfiability) throws(PasswordRulesError) -> PasswordPlan? {
        let dashes = facts.alphabet.contains(ASCIIByte.dash)
        let length = TypeableLayout.length(dashes: dashes)
        guard TypeableAlphabet.unambiguous.isSubset(of: facts.alphabet),
            rules.minLength?.count ?? 0 <= length, rules.maxLength?.count ?? length >= length
        else { return nil }

        // Every typeable password has a character of each of these.
        var constants = [
            ASCIISet.digit, TypeableAlphabet.lowerConsonants, TypeableAlphabet.upperConsonants.union(TypeableAlphabet.upperVowels),
        ]
        if dashes { constants.append(ASCIISet(CollectionOfOne(ASCIIByte.dash))) }
        let open = RequiredSets(facts.required.sets.filter { set in !constants.contains { $0.isSubset(of: set) } })
        guard open.sets.count <= typeableRequiredLimit, open.sets.allSatisfy({ !$0.isDisjoint(with: TypeableAlphabet.all) }) else {
            return nil
        }

        // Two equal consonants may meet between syllables; longer runs never occur.
        if open.sets.isEmpty && rules.maxConsecutive?.count != 1 { return .unconditional(UnconditionalTypeable(dashes: dashes)) }
        var tables: [SlotTable] = []
        for place in TypeableLayout.digitPlaces {
            let layout = TypeableLayout(digitPlace: place, dashes: dashes)
            for capital in 0..<TypeableLayout.letters {
                tables.append(
                    try SlotTable(
                        alphabets: layout.alphabets(capital: capital), required: open, maxConsecutive: rules.maxConsecutive))
            }
        }
        return PasswordPlan(tables)
    }

    /// Four groups of three characters joined by dashes. Nil where a dash is not permitted, 15 characters do not fit, or no such
    /// password satisfies the rules.
    static func grouped(_ rules: PasswordRules, _ facts: Satisfiability) throws(PasswordRulesError) -> PasswordPlan? {
        let pool = ClassicPool(rules, facts)
        var letters = pool.alphabet
        letters.remove(ASCIIByte.dash)
        guard facts.alphabet.contains(ASCIIByte.dash), !letters.isEmpty,
            rules.minLength?.count ?? 0 <= groupedLength, rules.maxLength?.count ?? groupedLength >= groupedLength
        else { return nil }
        let dash = ASCIISet(CollectionOfOne(ASCIIByte.dash))
        let alphabets = (0..<groupedLength).map { $0 % 4 == 3 ? dash : letters }
        return PasswordPlan([
            try SlotTable(
                alphabets: alphabets, required: pool.required(length: defaultLength), maxConsecutive: rules.maxConsecutive)
        ])
    }

    /// Characters without groups.
    static func ungrouped(
        _ rules: PasswordRules, _ facts: Satisfiability, lengths: ClosedRange<Int>
    ) throws(PasswordRulesError) -> PasswordPlan? {
        guard lengths.lowerBound <= PasswordGenerator.longestPassword else {
            throw PasswordRulesError(
                .tooComplex,
                "Passwords must have \(lengths.lowerBound) characters; the generator makes at most \(PasswordGenerator.longestPassword)."
            )
        }
        var length = defaultLength
        if let smallest = rules.minLength, smallest.count > groupedLength { length = smallest.count }
        if let largest = rules.maxLength, largest.count < groupedLength { length = largest.count }
        length = Swift.min(Swift.max(length, lengths.lowerBound), lengths.upperBound)
        let pool = ClassicPool(rules, facts)
        return PasswordPlan([
            try SlotTable(
                alphabets: Array(repeating: pool.alphabet, count: length), required: pool.required(length: length),
                maxConsecutive: rules.maxConsecutive)
        ])
    }

    private static let defaultLength = 12
    private static let groupedLength = 15
}

/// The characters of classic passwords and what each password must have of them.
struct ClassicPool {
    let alphabet: ASCIISet
    private let demanded: RequiredSets
    private let isOfStyle: Bool

    /// Where the rules name nothing in particular, the unambiguous letters and digits; else all that is permitted. Without required lists
    /// the style itself demands upper, lower and digit, as far as they are permitted.
    init(_ rules: PasswordRules, _ facts: Satisfiability) {
        isOfStyle = facts.required.sets.isEmpty
        let pool = isOfStyle && facts.alphabet == .printable ? TypeableAlphabet.unambiguous : facts.alphabet
        alphabet = pool
        demanded =
            isOfStyle
            ? RequiredSets([ASCIISet.lower, .upper, .digit].map { $0.intersection(pool) }.filter { !$0.isEmpty }) : facts.required
    }

    /// What a password of so many characters must have. What only the style demands is left out where it does not fit.
    func required(length: Int) -> RequiredSets {
        isOfStyle && demanded.sets.count > length ? RequiredSets([]) : demanded
    }
}

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
