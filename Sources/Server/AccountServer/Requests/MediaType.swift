import HTTPTypes

/// What a `Content-Type` field may say here (RFC 9110 section 8.3), read without tolerance.
enum MediaType: String, Sendable {
    case json = "application/json"
    case form = "application/x-www-form-urlencoded"

    /// Whether `headers` say that the content has this type: exactly one field, exactly this type, no parameter but one
    /// `charset=utf-8`. Anything else might be read differently by something between the client and us.
    func isDeclared(in headers: HTTPFields) -> Bool {
        let values = headers[values: .contentType]
        guard values.count == 1, let value = values.first else { return false }
        let parts = value.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard let type = parts.first, type.lowercased() == rawValue, type.utf8.count == rawValue.utf8.count else { return false }
        switch parts.count {
        case 1: return true
        case 2: return ["charset=utf-8", #"charset="utf-8""#].contains(parts[1].lowercased())
        default: return false
        }
    }

    private func trimmed(_ part: Substring) -> Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let end = part.lastIndex { !isBlank($0) }.map(part.index(after:)) ?? part.startIndex
        return part[..<end].drop(while: isBlank)
    }
}
