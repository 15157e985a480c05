/// How a value is laid out when written.
package enum JSONLayout: Sendable {
    /// No white space at all.
    case compact
    /// A line per member and element, indented by two spaces, without a final line end.
    case pretty
}

/// Which characters are escaped beyond those that JSON demands.
package enum JSONEscaping: Sendable {
    /// Quote, backslash and control characters only.
    case minimal
    /// Also `<`, `>`, `&`, U+2028 and U+2029, so that the text may stand within HTML or a script.
    case embeddable
}

extension JSONValue {
    /// The value as JSON. Members keep their order and numbers their text, so that equal values give equal bytes.
    ///
    /// What our own code builds is written as it is: a string with a noncharacter (RFC 7493 section 2.1) would not be read
    /// back by this parser.
    package func text(_ layout: JSONLayout = .compact, escaping: JSONEscaping = .minimal) -> String {
        String(decoding: bytes(layout, escaping: escaping), as: UTF8.self)
    }

    /// As `text(_:escaping:)`, in UTF-8.
    package func bytes(_ layout: JSONLayout = .compact, escaping: JSONEscaping = .minimal) -> [UInt8] {
        var writer = JSONWriter(layout: layout, escaping: escaping)
        writer.write(self)
        return writer.bytes
    }
}
