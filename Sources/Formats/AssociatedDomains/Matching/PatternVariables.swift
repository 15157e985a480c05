/// What a substitution variable stands for: one of several patterns, ready to be matched.
final class PatternChoice: Sendable {
    /// The values without wildcards, by their first characters.
    private let literals: [UInt32: [[UInt32]]]
    /// The values with wildcards.
    private let patterns: [[PatternStep]]
    /// Whether one of the values is empty.
    private let hasEmpty: Bool
    /// How many steps all values have together, and one for each.
    let weight: Int

    init(_ values: [String], isFolded: Bool) {
        var (literals, patterns, hasEmpty) = ([UInt32: [[UInt32]]](), [[PatternStep]](), false)
        for value in values {
            if value.unicodeScalars.contains(where: { PatternStep.wildcard($0) != nil }) {
                patterns.append(PatternStep.steps(ofValue: value, isFolded: isFolded))
            } else {
                let units = PatternText.units(value, isFolded: isFolded)
                if let first = units.first { literals[first, default: []].append(units) } else { hasEmpty = true }
            }
        }
        self.literals = literals
        self.patterns = patterns
        self.hasEmpty = hasEmpty
        weight = values.reduce(0) { $0 + $1.unicodeScalars.count + 1 }
    }

    /// Moves the places that a pattern can have reached over each of the values.
    func advance(_ positions: inout PositionSet, in text: PatternText) {
        var union = hasEmpty ? positions : PositionSet(emptyOf: positions.length)
        if positions.isSparse {
            addLiterals(from: positions, in: text, to: &union)
        } else {
            addLiteralsTogether(from: positions, in: text, to: &union)
        }
        for steps in patterns {
            var reached = positions
            for step in steps where !reached.isEmpty { step.advance(&reached, in: text) }
            union.formUnion(reached)
        }
        positions = union
    }

    /// Place by place, which is quick where there are few.
    private func addLiterals(from positions: PositionSet, in text: PatternText, to union: inout PositionSet) {
        positions.forEach { position in
            guard position < text.units.count, let values = literals[text.units[position]] else { return }
            for value in values where text.holds(value, at: position) { union.insert(position + value.count) }
        }
    }

    /// For all places at once, however many there are.
    private func addLiteralsTogether(from positions: PositionSet, in text: PatternText, to union: inout PositionSet) {
        for (first, values) in literals {
            var start = positions
            start.advance(over: text.occurrences(of: first))
            guard !start.isEmpty else { continue }
            for value in values {
                var reached = start
                for unit in value.dropFirst() where !reached.isEmpty { reached.advance(over: text.occurrences(of: unit)) }
                union.formUnion(reached)
            }
        }
    }
}

/// The variables that patterns of a file may name: its own, and behind them the predefined ones.
struct PatternVariables: Sendable {
    private let own: [String: (exact: PatternChoice, folded: PatternChoice)]

    init(_ variables: [SubstitutionVariable] = []) {
        var own: [String: (exact: PatternChoice, folded: PatternChoice)] = [:]
        for variable in variables {
            let values = variable.values.map(\.value)
            own[variable.name.value] = (PatternChoice(values, isFolded: false), PatternChoice(values, isFolded: true))
        }
        self.own = own
    }

    /// What stands for a variable; nil where it is not defined.
    func step(named name: String, isFolded: Bool) -> PatternStep? {
        if let choice = own[name] { return .choice(isFolded ? choice.folded : choice.exact) }
        if let set = Self.sets[name] { return .oneOf(isFolded ? set.folded : set) }
        if let choice = Self.lists[name] { return .choice(isFolded ? choice.folded : choice.exact) }
        return nil
    }

    /// Whether a name is one of Apple's.
    static func isPredefined(_ name: String) -> Bool { sets[name] != nil || lists[name] != nil }

    private static let sets: [String: ASCIISet] = [
        "alpha": .letters, "upper": .upper, "lower": .lower, "alnum": .lettersAndDigits, "digit": .digits,
        "xdigit": .hexadecimalDigits,
    ]

    private static let lists: [String: (exact: PatternChoice, folded: PatternChoice)] = [
        "region": (
            PatternChoice(PredefinedCodes.regions, isFolded: false), PatternChoice(PredefinedCodes.regions, isFolded: true)
        ),
        "lang": (
            PatternChoice(PredefinedCodes.languages, isFolded: false), PatternChoice(PredefinedCodes.languages, isFolded: true)
        ),
    ]
}
