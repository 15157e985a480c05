/// The last line of a message, read from left to right.
struct DomainBoundLine {
    private let scalars: [Unicode.Scalar]
    private let start: Int
    private var position = 0

    /// Where the last token stands, in Unicode scalars of the message.
    private(set) var place = 0..<0

    /// What follows the last line end; LF, CR and CR LF are line ends.
    init(lastOf message: String) {
        let all = Array(message.unicodeScalars)
        start = all.lastIndex { $0 == "\n" || $0 == "\r" }.map { $0 + 1 } ?? 0
        scalars = Array(all[start...])
    }

    /// The run of characters other than ASCII white space after a mark; nil where there is no mark here or nothing after it.
    mutating func token(after marks: [Unicode.Scalar]) -> String? {
        guard position < scalars.count, marks.contains(scalars[position]) else { return nil }
        let start = position + 1
        var end = start
        while end < scalars.count, !Self.isSpace(scalars[end]) { end += 1 }
        guard end > start else { return nil }
        position = end
        place = (self.start + start)..<(self.start + end)
        return String(String.UnicodeScalarView(scalars[start..<end]))
    }

    /// Goes past one space; false where there is none.
    mutating func skipSpace() -> Bool {
        guard position < scalars.count, scalars[position] == " " else { return false }
        position += 1
        return true
    }

    /// ASCII white space as the Infra Standard defines it.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { ["\t", "\n", "\u{C}", "\r", " "].contains(scalar) }
}
