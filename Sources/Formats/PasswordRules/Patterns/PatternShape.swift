/// The parts of a pattern of the common form.
struct PatternShape {
    /// A lookahead that requires one character of a class.
    struct Requirement {
        var characters: PatternClass
        /// The characters that may precede the required one: all after `.*`, fewer after `[^a-z]*`.
        var before = ASCIISet.printable
        /// Whether the password must contain something outside a class, as in `(?![0-9]+$)`. The requirement is then the rest of
        /// the body's class.
        var isRest = false
    }

    var required: [Requirement] = []
    /// The class of the body. Nil for a dot.
    var body: PatternClass?
    /// The characters that the lookaheads do not exclude.
    var permitted = ASCIISet.printable
    var minLength: Int?
    var maxLength: Int?
    var maxConsecutive: Int?

    /// Applies the bounds of `{8,20}`.
    mutating func bound(_ bounds: PatternBounds) {
        if bounds.smallest > 0 { minLength = Swift.max(bounds.smallest, minLength ?? 0) }
        if let largest = bounds.largest { maxLength = Swift.min(largest, maxLength ?? largest) }
    }

    /// The rules. Empty if the pattern has no restrictions. Nil if rules cannot express it.
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

    /// Returns the required characters that the whole pattern permits. Returns nil if none exist. Required characters that the body
    /// rejects must be dropped, because rules permit every required character.
    private func narrowed(_ requirement: Requirement, to whole: ASCIISet) -> PatternClass? {
        let asked = requirement.characters
        // Only other characters precede the first of the required characters.
        guard whole.isSubset(of: requirement.before.union(asked.exact)) else { return nil }
        if asked.isComplement, !requirement.isRest, let body {
            // A complement such as `[^a-z]` is ambiguous if the body lists only some of its characters. As in the reference
            // converter, such a pattern implies no rules. Only the space may be missing from the body.
            var meant = asked.set
            meant.remove(ASCIIByte.space)
            guard meant.isSubset(of: body.set) else { return nil }
        }
        guard let characters = asked.intersection(whole).simplified, !characters.isEmpty else { return nil }
        return characters
    }
}

/// The quantifier of a part of a pattern, in numbers.
struct PatternBounds: Equatable {
    var smallest: Int
    /// The upper bound. Nil if there is no upper bound.
    var largest: Int?

    static let once = PatternBounds(smallest: 1, largest: 1)
    static let anyNumber = PatternBounds(smallest: 0, largest: nil)
}
