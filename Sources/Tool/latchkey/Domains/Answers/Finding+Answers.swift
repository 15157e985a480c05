import AssociatedDomains
import JSONText

extension Finding {
    /// The finding for programs. `line` and `column` count from 1, columns in Unicode scalars; `pointer` is the path through the
    /// document (RFC 6901).
    var json: JSONValue {
        [
            "code": .string(code.rawValue), "severity": .string(severity.rawValue), "line": .integer(position.line),
            "column": .integer(position.column), "message": .string(message), "remedy": .string(remedy),
            "pointer": .string(pointer),
        ]
    }

    /// The finding for people, with its place in the text underlined, what to do about it, and an empty line.
    ///
    /// - Parameter text: what its position counts in; nil where that cannot be shown.
    func lines(under text: [UInt8]?) -> [String] {
        let head = "\(position): \(severity.rawValue): \(message.spoken) (\(code.rawValue))"
        let shown = text.map { excerpt(of: $0) } ?? []
        return [head] + shown + ["    \(remedy.spoken)", ""]
    }

    /// Only its own line is handed on, so that many findings of a long text cost little.
    private func excerpt(of text: [UInt8]) -> [String] {
        let offset = position.offset
        guard offset <= text.count, !(place.bytes.isEmpty && offset == 0) else { return [] }
        let isLineEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        let start = text[..<offset].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0
        let end = text[offset...].firstIndex(where: isLineEnd) ?? text.count
        let from = max(start, offset - Self.widest)
        let line = String(decoding: text[from..<min(end, offset + Self.widest)], as: UTF8.self)
        let length = min(max(place.bytes.count, 1), end - offset)
        return Excerpt(of: line, at: (offset - from)..<(offset - from + length)).lines
    }

    /// How much of a very long line is looked at, to either side; more than an excerpt shows.
    private static let widest = 1_000
}
