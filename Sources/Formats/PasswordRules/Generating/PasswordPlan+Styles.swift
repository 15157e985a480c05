extension PasswordPlan {
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
