extension PatternReader {
    mutating func readLookaheads(into shape: inout PatternShape) -> Bool {
        while true {
            if take("(?=") {
                guard readAhead(into: &shape) else { return false }
            } else if take("(?!") {
                guard readRefusal(into: &shape) else { return false }
            } else if looks(at: "((?=") || looks(at: "(?:(?=") {
                var trial = self
                guard let either = trial.readAlternatives() else { return true }
                self = trial
                shape.required.append(either)
            } else if !take("^") {
                return true
            }
        }
    }

    /// After `(?=`: a character somewhere ahead, a length, or a class for the whole.
    private mutating func readAhead(into shape: inout PatternShape) -> Bool {
        var trial = self
        if let required = trial.readRequirement() {
            self = trial
            shape.required.append(required)
            return true
        }
        _ = take("^")
        let isDot = take(".")
        if !isDot {
            guard let characters = readClass() else { return false }
            shape.permitted = shape.permitted.intersection(characters.set)
        }
        let isCounted = looks(at: "{")
        guard let bounds = readQuantifier() else { return false }
        if isCounted { shape.bound(bounds) }
        // A class that does not reach the end says nothing about what follows; the length may be meant so.
        guard isCounted || bounds.largest == nil, take("$") || isDot else { return false }
        return take(")")
    }

    /// After `(?=`: `.*[a-z]` with its parenthesis, in a group of its own or not.
    private mutating func readRequirement() -> PatternShape.Requirement? {
        _ = take("^")
        let isGrouped = openGroup()
        guard let required = readSearch() else { return nil }
        if isGrouped {
            guard take(")"), readQuantifier()?.smallest == 1 else { return nil }
        }
        return readTail() ? required : nil
    }

    /// `.*[a-z]` or `[^a-z]*[a-z]`. Two of a class are more than rules can ask for.
    private mutating func readSearch() -> PatternShape.Requirement? {
        var before = ASCIISet.printable
        if !takeAnything() {
            guard let passed = readClass(), readQuantifier() == .anyNumber else { return nil }
            before = passed.exact
        }
        guard let characters = readCharacters(), !characters.isEmpty, readQuantifier()?.smallest == 1 else { return nil }
        return PatternShape.Requirement(characters: characters, before: before)
    }

    /// `((?=.*[0-9])|(?=.*\W))`: one character of either.
    private mutating func readAlternatives() -> PatternShape.Requirement? {
        guard openGroup() else { return nil }
        var union = PatternClass()
        var count = 0
        repeat {
            guard take("(?="), let one = readRequirement(), one.before == .printable else { return nil }
            union.add(one.characters)
            count += 1
        } while take("|")
        guard count > 1, take(")") else { return nil }
        return PatternShape.Requirement(characters: union)
    }

    /// After `(?!`: characters that must not occur, a run that must not, or a class that must not be all.
    private mutating func readRefusal(into shape: inout PatternShape) -> Bool {
        _ = take("^")
        if takeAnything() {
            if looks(at: "(") { return readRun(into: &shape) }
            guard let refused = readCharacters(), readQuantifier()?.smallest == 1, readTail() else { return false }
            shape.permitted = shape.permitted.subtracting(refused.exact)
            return true
        }
        guard let refused = readClass() else { return false }
        if take(")") {
            // The first character only. To do without these everywhere is narrower, and reasonable for marks alone.
            guard refused.exact.isSubset(of: .special) else { return false }
            shape.permitted = shape.permitted.subtracting(refused.exact)
            return true
        }
        guard let bounds = readQuantifier(), bounds.largest == nil, bounds.smallest <= 1, take("$"), take(")") else { return false }
        shape.required.append(PatternShape.Requirement(characters: refused.negated, isRest: true))
        return true
    }

    /// `(.)\1{2}`: three times the same. For a class in place of the dot the bound is put on all characters.
    private mutating func readRun(into shape: inout PatternShape) -> Bool {
        guard !looks(at: "(?"), openGroup() else { return false }
        let group = groups
        guard take(".") || readClass() != nil, take(")") else { return false }
        var repeats = 0
        while take("\\") {
            guard readNumber() == group, let bounds = readQuantifier() else { return false }
            let (sum, isTooLarge) = repeats.addingReportingOverflow(bounds.smallest)
            guard !isTooLarge, sum <= RuleNumber.largestExact else { return false }
            repeats = sum
        }
        guard repeats > 0, readTail() else { return false }
        shape.maxConsecutive = Swift.min(repeats, shape.maxConsecutive ?? repeats)
        return true
    }

    /// The end of a lookahead that searches: whatever follows does not matter, but a lone `$` would.
    private mutating func readTail() -> Bool {
        if takeAnything() { _ = take("$") }
        return take(")")
    }
}
