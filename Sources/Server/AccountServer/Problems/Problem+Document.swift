import HTTPTypes
package import JSONText

extension Problem {
    /// The problem document (RFC 9457 section 3).
    ///
    /// Besides the members of the RFC it has `code`; where there is something to say, `errors` with elements of `pointer`,
    /// `field` or `parameter`, `code` and `message`; `retryAfter` in seconds; and what its kind has besides.
    package func document(instance: RequestIdentifier) -> JSONValue {
        var members = JSONObject([
            ("type", .string(code.type)),
            ("title", .string(code.title)),
            ("status", .integer(status.code)),
            ("code", .string(code.rawValue)),
        ])
        if let detail, mayBeTold { members["detail"] = .string(detail) }
        members["instance"] = .string("urn:uuid:\(instance)")
        if !errors.isEmpty, mayBeTold { members["errors"] = .array(errors.map(\.document)) }
        for (name, value) in self.members { members[name] = value }
        if let retryAfterSeconds { members["retryAfter"] = .integer(retryAfterSeconds) }
        return .object(members)
    }

    /// An internal error says nothing about the inside, even where a detail was set by mistake.
    private var mayBeTold: Bool { status.code < 500 || code == .overloaded }
}

extension FieldProblem {
    fileprivate var document: JSONValue {
        let (name, value) =
            switch place {
            case .pointer(let pointer): ("pointer", pointer.text)
            case .field(let field): ("field", field)
            case .parameter(let parameter): ("parameter", parameter)
            }
        return .object(JSONObject([(name, .string(value)), ("code", .string(code)), ("message", .string(message))]))
    }
}
