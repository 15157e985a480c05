/// One step of a pattern.
enum PatternStep: Sendable {
    /// This character.
    case unit(UInt32)
    /// Any one character: `?`.
    case any
    /// Any characters, also none: `*`.
    case run
    /// One of these characters.
    case oneOf(ASCIISet)
    /// One of several patterns: `$(name)`.
    case choice(PatternChoice)
    /// What nothing matches: a variable that is not defined.
    case nothing

    /// How much work the step is, in plain steps.
    var weight: Int { if case .choice(let choice) = self { choice.weight } else { 1 } }

    var isRun: Bool { if case .run = self { true } else { false } }

    var isSlash: Bool { if case .unit(PatternText.slash) = self { true } else { false } }

    /// Moves the places that the pattern can have reached over this step.
    func advance(_ positions: inout PositionSet, in text: PatternText) {
        switch self {
        case .unit(let unit): positions.advance(over: text.occurrences(of: unit))
        case .any: positions.advanceOverAny()
        case .run: positions.spread()
        case .oneOf(let set): positions.advance(over: text.occurrences(of: set))
        case .nothing: positions = PositionSet(emptyOf: positions.length)
        case .choice(let choice): choice.advance(&positions, in: text)
        }
    }

    /// The steps of the value of a variable: wildcards count there, variables do not.
    static func steps(ofValue value: String, isFolded: Bool) -> [PatternStep] {
        value.unicodeScalars.map { wildcard($0) ?? .unit(isFolded ? PatternText.folded($0) : $0.value) }
    }

    static func wildcard(_ scalar: Unicode.Scalar) -> PatternStep? {
        scalar == "*" ? .run : scalar == "?" ? .any : nil
    }
}
