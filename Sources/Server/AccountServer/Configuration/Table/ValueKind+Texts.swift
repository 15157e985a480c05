extension ValueKind<Bool> {
    /// `true` or `false`; YAML's other words for them are refused, so that the same text means the same everywhere.
    static var boolean: ValueKind {
        ValueKind("boolean", allowed: "true or false") { text throws(ValueRejection) in
            switch text {
            case "true": return true
            case "false": return false
            default: throw ValueRejection("\(ValueRejection.quoted(text)) is neither true nor false")
            }
        } write: {
            $0 ? "true" : "false"
        }
    }
}

extension ValueKind<String> {
    /// A line of text, 1 to `length` characters, all of them visible.
    static func line(upTo length: Int) -> ValueKind {
        ValueKind("text", allowed: "one line, up to \(length) characters") { text throws(ValueRejection) in
            guard text.unicodeScalars.allSatisfy(\.isShown), text.first != " ", text.last != " " else {
                throw ValueRejection("it holds characters that cannot be seen")
            }
            guard text.unicodeScalars.count <= length else { throw ValueRejection("the text is too long") }
            return text
        } write: {
            $0
        }
    }

    /// A path of a file. One in the file of configuration is relative to that file's folder; any other, to the working directory.
    static var path: ValueKind {
        ValueKind("path", allowed: "a path") { text throws(ValueRejection) in
            guard !text.unicodeScalars.contains("\0") else { throw ValueRejection("a path holds no null character") }
            return text
        } write: {
            $0
        }
    }

    /// A URI with one of these schemes: ASCII without white space (RFC 3986, section 2).
    static func uri(_ schemes: [String]) -> ValueKind {
        let allowed = "a URI that begins with " + schemes.joined(separator: " or ")
        return ValueKind("URI", allowed: allowed) { text throws(ValueRejection) in
            guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#"<>"\^`{|}"#.utf8.contains($0) }) else {
                throw ValueRejection("a URI holds neither white space nor letters beyond ASCII")
            }
            guard schemes.contains(where: { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }) else {
                throw ValueRejection("\(ValueRejection.quoted(text)) is no such URI")
            }
            return text
        } write: {
            $0
        }
    }
}

extension ValueKind where Value: CaseIterable & RawRepresentable<String> {
    /// One of a closed set of words.
    static var choice: ValueKind {
        let words = Value.allCases.map(\.rawValue)
        return ValueKind("word", allowed: words.joined(separator: ", ")) { text throws(ValueRejection) in
            guard let value = Value(rawValue: text) else {
                throw ValueRejection("\(ValueRejection.quoted(text)) is none of them")
            }
            return value
        } write: {
            $0.rawValue
        }
    }
}
