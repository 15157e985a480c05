/// A form of passwords with the number of passwords that satisfy the rules.
enum PasswordPlan: Sendable {
    case unconditional(UnconditionalTypeable)
    /// Tables without a common password, each weighted by its number of passwords. The sum is not zero.
    case tables([SlotTable], weights: [Weight], count: PasswordCount)

    var count: PasswordCount {
        switch self {
        case .unconditional: UnconditionalTypeable.count
        case .tables(_, _, let count): count
        }
    }

    /// Creates a plan from tables. Returns nil if they contain no password.
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

    /// The maximum number of required lists for which typeable passwords are counted. Lists that every typeable password
    /// satisfies are excluded.
    static let typeableRequiredLimit = 6

    /// Returns a plan of typeable passwords. Returns nil if an unambiguous letter or digit is not permitted, if 20 characters (18
    /// without dashes) do not fit, or if required lists and `max-consecutive` exclude every password.
    static func typeable(_ rules: PasswordRules, _ facts: Satisfiability) throws(PasswordRulesError) -> PasswordPlan? {
        let dashes = facts.alphabet.contains(ASCIIByte.dash)
        let length = TypeableLayout.length(dashes: dashes)
        guard TypeableAlphabet.unambiguous.isSubset(of: facts.alphabet),
            rules.minLength?.count ?? 0 <= length, rules.maxLength?.count ?? length >= length
        else { return nil }

        // Every typeable password contains a character of each of these sets.
        var constants = [
            ASCIISet.digit, TypeableAlphabet.lowerConsonants, TypeableAlphabet.upperConsonants.union(TypeableAlphabet.upperVowels),
        ]
        if dashes { constants.append(ASCIISet(CollectionOfOne(ASCIIByte.dash))) }
        let open = RequiredSets(facts.required.sets.filter { set in !constants.contains { $0.isSubset(of: set) } })
        guard open.sets.count <= typeableRequiredLimit, open.sets.allSatisfy({ !$0.isDisjoint(with: TypeableAlphabet.all) }) else {
            return nil
        }

        // Two equal consonants can be adjacent between syllables. Longer runs never occur.
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

    /// Returns a plan of four groups of three characters joined by dashes. Returns nil if a dash is not permitted, 15 characters
    /// do not fit, or no such password satisfies the rules.
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

    /// Returns a plan of ungrouped characters.
    static func ungrouped(
        _ rules: PasswordRules, _ facts: Satisfiability, lengths: ClosedRange<Int>
    ) throws(PasswordRulesError) -> PasswordPlan? {
        guard lengths.lowerBound <= PasswordGenerator.longestPassword else {
            throw PasswordRulesError(
                .tooComplex,
                "Passwords need \(lengths.lowerBound) characters; the generator supports at most \(PasswordGenerator.longestPassword)."
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

/// The alphabet of classic passwords and the characters that each password must contain.
struct ClassicPool {
    let alphabet: ASCIISet
    private let demanded: RequiredSets
    private let isOfStyle: Bool

    /// Uses the unambiguous letters and digits if the rules name no specific characters, otherwise all permitted characters.
    /// Without required lists, the style requires upper, lower and digit, as far as these are permitted.
    init(_ rules: PasswordRules, _ facts: Satisfiability) {
        isOfStyle = facts.required.sets.isEmpty
        let pool = isOfStyle && facts.alphabet == .printable ? TypeableAlphabet.unambiguous : facts.alphabet
        alphabet = pool
        demanded =
            isOfStyle
            ? RequiredSets([ASCIISet.lower, .upper, .digit].map { $0.intersection(pool) }.filter { !$0.isEmpty }) : facts.required
    }

    /// Returns what a password of the given length must contain. Requirements of the style that do not fit are omitted.
    func required(length: Int) -> RequiredSets {
        isOfStyle && demanded.sets.count > length ? RequiredSets([]) : demanded
    }
}

/// The distinct required lists of rules, numbered so that a bit mask can represent the satisfied lists.
struct RequiredSets {
    /// The maximum number of lists. The table size is proportional to two to the power of this number.
    static let limit = 12

    let sets: [ASCIISet]

    init(_ sets: [ASCIISet]) {
        self.sets = sets.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    var allMet: Int { 1 << sets.count - 1 }

    /// Returns the lists that the character satisfies, as a mask.
    func mask(of character: UInt8) -> Int {
        sets.indices.reduce(0) { sets[$1].contains(character) ? $0 | 1 << $1 : $0 }
    }

    /// Groups the characters of an alphabet by the lists that they satisfy.
    func groups(of alphabet: ASCIISet) -> [CharacterGroup] {
        var byMask: [Int: [UInt8]] = [:]
        for character in alphabet { byMask[mask(of: character), default: []].append(character) }
        return byMask.sorted { $0.key < $1.key }.map { CharacterGroup(mask: $0.key, characters: $0.value) }
    }

    /// Returns the smallest number of characters that satisfy all lists. Returns nil if a list has no character of the alphabet.
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

/// Characters of an alphabet that satisfy the same required lists.
struct CharacterGroup: Hashable, Sendable {
    let mask: Int
    let characters: [UInt8]
}
