/// A pattern of the customary form, taken apart.
struct PatternShape {
    /// A lookahead that asks for one character of a class.
    struct Requirement {
        var characters: PatternClass
        /// What may stand before that character: everything after `.*`, less after `[^a-z]*`.
        var before = ASCIISet.printable
        /// Whether it says that the password has something else than a class, as in `(?![0-9]+$)`. It then means what the body
        /// has beyond that.
        var isRest = false
    }

    var required: [Requirement] = []
    /// The class of the body; nil for a dot.
    var body: PatternClass?
    /// What the lookaheads leave of all characters.
    var permitted = ASCIISet.printable
    var minLength: Int?
    var maxLength: Int?
    var maxConsecutive: Int?

    /// Takes a number of characters from `{8,20}`.
    mutating func bound(_ bounds: PatternBounds) {
        if bounds.smallest > 0 { minLength = Swift.max(bounds.smallest, minLength ?? 0) }
        if let largest = bounds.largest { maxLength = Swift.min(largest, maxLength ?? largest) }
    }

    /// The rules, empty where the pattern says nothing; nil where they cannot say it.
    var text: String? {
        if let minLength, let maxLength, minLength > maxLength { return nil }
        guard let classes = classesText else { return nil }
        var parts = classes
        if let maxConsecutive { parts.append("max-consecutive: \(maxConsecutive);") }
        if let minLength { parts.append("minlength: \(minLength);") }
        if let maxLength { parts.append("maxlength: \(maxLength);") }
        return parts.joined(separator: " ")
    }

    private var classesText: [String]? {
        var whole: PatternClass?
        if body != nil || permitted != .printable {
            guard let simplified = (body ?? PatternClass(.printable)).intersection(permitted).simplified, !simplified.isEmpty else {
                return nil
            }
            whole = simplified
        }
        var classes: [PatternClass] = []
        for requirement in required {
            guard let characters = narrowed(requirement, to: whole?.set ?? .printable) else { return nil }
            classes.append(characters)
        }
        var parts = classes.map { "required: \($0.text);" }
        if let whole {
            let rest = classes.reduce(whole) { $0.subtracting($1.set) }
            if !rest.isEmpty {
                parts.append(classes.isEmpty && rest.isOneName ? "required: \(rest.text);" : "allowed: \(rest.text);")
            }
        }
        return parts
    }

    /// The required characters that the whole pattern permits; nil where there are none. Otherwise a required list would permit
    /// what the body refuses, as every required character is permitted by the rules.
    private func narrowed(_ requirement: Requirement, to whole: ASCIISet) -> PatternClass? {
        let asked = requirement.characters
        // The first of the required characters has only others before it.
        guard whole.isSubset(of: requirement.before.union(asked.exact)) else { return nil }
        if asked.isComplement, !requirement.isRest, let body {
            // Of "anything but" beside a list the author seldom means the few marks that the list leaves. The reference converter
            // takes none.
            var meant = asked.set
            meant.remove(ASCIIByte.space)
            guard meant.isSubset(of: body.set) else { return nil }
        }
        guard let characters = asked.intersection(whole).simplified, !characters.isEmpty else { return nil }
        return characters
    }
}

/// How often a part of a pattern stands: its quantifier in numbers.
struct PatternBounds: Equatable {
    var smallest: Int
    /// Nil where there is no upper bound.
    var largest: Int?

    static let once = PatternBounds(smallest: 1, largest: 1)
    static let anyNumber = PatternBounds(smallest: 0, largest: nil)
}
