/// What one place between the brackets of a class stands for.
enum PatternAtom: Equatable {
    /// A character written as itself or behind a backslash.
    case literal(Unicode.Scalar)
    /// A character written as its number.
    case code(Unicode.Scalar)
    /// An escape for many characters.
    case characters(PatternClass)

    /// The one character.
    var scalar: Unicode.Scalar? {
        switch self {
        case .literal(let scalar), .code(let scalar): scalar
        case .characters: nil
        }
    }

    var isLiteral: Bool {
        if case .literal = self { true } else { false }
    }

    /// What it adds to a class: nothing where it is not printable ASCII.
    var characters: PatternClass {
        switch self {
        case .literal(let scalar), .code(let scalar):
            var result = PatternClass()
            if scalar.isASCII { result.add(UInt8(truncatingIfNeeded: scalar.value)) }
            return result
        case .characters(let characters): return characters
        }
    }
}
