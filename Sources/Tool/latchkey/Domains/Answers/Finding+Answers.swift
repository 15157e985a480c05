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

    private func excerpt(of text: [UInt8]) -> [String] {
        let offset = position.offset
        guard offset <= text.count, !(place.bytes.isEmpty && offset == 0) else { return [] }
        return Excerpt(of: text, near: offset..<offset + place.bytes.count).lines
    }
}

extension AssetLinksFinding {
    /// The finding for programs, as of association files; there is no pointer.
    var json: JSONValue {
        [
            "code": .string(code.rawValue), "severity": .string(severity.rawValue), "line": .integer(position.line),
            "column": .integer(position.column), "message": .string(message), "remedy": .string(remedy),
        ]
    }

    /// The finding for people, as of association files.
    func lines(under text: [UInt8]) -> [String] {
        let offset = position.offset
        let shown = offset > 0 && offset <= text.count ? Excerpt(of: text, near: offset..<offset + 1).lines : []
        return ["\(position): \(severity.rawValue): \(message.spoken) (\(code.rawValue))"] + shown + ["    \(remedy.spoken)", ""]
    }
}
