import JSONText
import PasswordRules

extension PasswordRules.Diagnostic {
    /// The finding for programs. `position` and `length` count UTF-8 bytes of the text that was read; they are absent where the
    /// finding is about the rules as a whole, and `property` where it is about none.
    var json: JSONValue {
        var object = JSONObject([
            ("code", .string(code.rawValue)), ("severity", .string(severity.rawValue)), ("message", .string(message)),
            ("remedy", .string(remedy)),
        ])
        if let range {
            object["position"] = .integer(range.lowerBound)
            object["length"] = .integer(range.count)
        }
        object["property"] = property.map { .string($0.rawValue) }
        return .object(object)
    }
}

extension PasswordRules.Diagnostic {
    /// The finding for people, with its place in the text underlined, what to do about it, and an empty line.
    func lines(under text: String) -> [String] {
        let place = range.map { Excerpt(of: text, at: $0).lines } ?? []
        return ["\(severity.rawValue): \(message.spoken) (\(code.rawValue))"] + place + ["    \(remedy.spoken)", ""]
    }
}
