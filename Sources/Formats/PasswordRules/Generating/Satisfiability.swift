/// Decides whether a printable ASCII password satisfies rules, without generating one.
///
/// With two or more permitted characters, any run can be broken. The characters that satisfy the required lists are distinct, so
/// every length from their number to `maxlength` is possible. With one permitted character, the longest run is the longest
/// password.
struct Satisfiability {
    /// The reason why no password satisfies the rules.
    enum Obstacle: Error, Hashable {
        case tooManyRequiredLists(Int)
        case minLengthOverMaxLength(RuleNumber, RuleNumber)
        case requiredOverMaxLength(needed: Int, RuleNumber)
        case runsTooShort(needed: Int, RuleNumber)
    }

    let alphabet: ASCIISet
    /// The required lists, except those that any non-empty password satisfies.
    let required: RequiredSets
    /// The possible lengths, or why no length is possible.
    let lengths: Result<ClosedRange<Int>, Obstacle>

    init(_ rules: PasswordRules) {
        let alphabet = rules.permitted.asciiCharacters
        let lists = RequiredSets(rules.required.filter { !$0.isEmpty && !$0.isUnicode }.map(\.asciiCharacters))
        self.alphabet = alphabet
        required = RequiredSets(lists.sets.filter { $0 != .printable })
        lengths = Self.lengths(rules, alphabet, lists)
    }

    private static func lengths(
        _ rules: PasswordRules, _ alphabet: ASCIISet, _ lists: RequiredSets
    ) -> Result<ClosedRange<Int>, Obstacle> {
        if let smallest = rules.minLength, let largest = rules.maxLength, smallest > largest {
            return .failure(.minLengthOverMaxLength(smallest, largest))
        }
        if lists.sets.count > RequiredSets.limit { return .failure(.tooManyRequiredLists(lists.sets.count)) }
        let needed = lists.fewestCharacters(from: alphabet) ?? Int.max
        if let largest = rules.maxLength, needed > largest.count {
            return .failure(.requiredOverMaxLength(needed: needed, largest))
        }
        let shortest = Swift.max(rules.minLength?.count ?? 1, needed, 1)
        if alphabet.count == 1, let longest = rules.maxConsecutive, shortest > longest.count {
            return .failure(.runsTooShort(needed: shortest, longest))
        }
        let longestRun = alphabet.count == 1 ? rules.maxConsecutive?.count ?? Int.max : Int.max
        return .success(shortest...Swift.min(rules.maxLength?.count ?? Int.max, longestRun))
    }
}

extension Satisfiability.Obstacle {
    var error: PasswordRulesError {
        switch self {
        case .tooManyRequiredLists(let count):
            PasswordRulesError(
                .tooComplex, "There are \(count) distinct required lists; the generator supports at most \(RequiredSets.limit).")
        case .minLengthOverMaxLength(let smallest, let largest):
            PasswordRulesError(.unsatisfiable, "minlength \(smallest) is larger than maxlength \(largest).")
        case .requiredOverMaxLength(let needed, let largest):
            PasswordRulesError(.unsatisfiable, "The required lists need \(needed) characters, but maxlength is \(largest).")
        case .runsTooShort(let needed, let longest):
            PasswordRulesError(
                .unsatisfiable,
                "Only one character is permitted and max-consecutive is \(longest), but the password needs \(needed) characters.")
        }
    }

    var code: PasswordRules.Diagnostic.Code {
        switch self {
        case .tooManyRequiredLists: .tooManyRequiredLists
        case .minLengthOverMaxLength: .minLengthOverMaxLength
        case .requiredOverMaxLength: .requiredOverMaxLength
        case .runsTooShort: .runsTooShort
        }
    }
}
