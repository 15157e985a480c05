/// A pattern taken apart, before anything is looked up: characters, wildcards and variables with their places.
struct PatternSyntax {
    enum Piece: Equatable {
        case character(Unicode.Scalar)
        case any
        case run
        case variable(String)
    }

    /// The pieces, each with the scalars of the pattern that it takes, counted from 0.
    let pieces: [(piece: Piece, range: Range<Int>)]

    /// Where `$(` stands and no name follows.
    let unterminated: [Int]

    init(_ pattern: String) {
        let scalars = Array(pattern.unicodeScalars)
        var (pieces, unterminated, index) = ([(Piece, Range<Int>)](), [Int](), 0)
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "$", index + 1 < scalars.count, scalars[index + 1] == "(" {
                if let end = Self.end(ofNameAt: index + 2, in: scalars) {
                    let name = String(String.UnicodeScalarView(scalars[(index + 2)..<end]))
                    pieces.append((.variable(name), index..<(end + 1)))
                    index = end + 1
                    continue
                }
                unterminated.append(index)
            }
            let piece: Piece = scalar == "*" ? .run : scalar == "?" ? .any : .character(scalar)
            pieces.append((piece, index..<(index + 1)))
            index += 1
        }
        self.pieces = pieces
        self.unterminated = unterminated
    }

    /// The bracket that closes a name, which holds neither `$` nor brackets.
    private static func end(ofNameAt start: Int, in scalars: [Unicode.Scalar]) -> Int? {
        guard let end = scalars[start...].firstIndex(where: { $0 == ")" || $0 == "$" || $0 == "(" }) else { return nil }
        return scalars[end] == ")" ? end : nil
    }

    /// The names of the variables.
    var variables: [String] {
        pieces.compactMap { if case .variable(let name) = $0.piece { name } else { nil } }
    }
}
