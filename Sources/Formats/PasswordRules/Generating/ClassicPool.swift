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
