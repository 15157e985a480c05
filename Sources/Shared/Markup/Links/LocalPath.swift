/// A path on our own server, with an optional query: `/account/sessions?from=3`.
///
/// Parsing refuses whatever a browser could read as another server or another scheme: a path begins with one slash, not
/// followed by a second one or a backslash, and holds only characters of RFC 3986, with complete percent-escapes.
package struct LocalPath: Sendable, Hashable, CustomStringConvertible {
    /// The path as written.
    package let text: String

    /// A path from a string, or nil when it is not one.
    package init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "/"), text.utf8.dropFirst().first != UInt8(ascii: "/") else { return nil }
        guard PercentEncoding.isWellFormed(text.utf8) else { return nil }
        self.text = text
    }

    private init(checked text: String) {
        self.text = text
    }

    /// This path and one more segment, percent-encoded as needed: a slash within it does not begin another.
    ///
    /// The segments `.` and `..` would be resolved away by browsers; their dots cannot be encoded, so they get a `~` in front.
    package func appending(segment: String) -> LocalPath {
        let safe = segment == "." || segment == ".." ? "~" + segment : segment
        return LocalPath(checked: text + (text.hasSuffix("/") ? "" : "/") + PercentEncoding.encode(safe))
    }

    /// This path and a query item, percent-encoded as needed.
    package func appending(query name: String, _ value: String) -> LocalPath {
        let mark = text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return LocalPath(checked: text + mark + PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value))
    }

    /// The path as written.
    package var description: String { text }
}

extension LocalPath: ExpressibleByStringLiteral {
    /// A path written in our own source; the program stops when it is not one.
    package init(stringLiteral literal: StaticString) {
        guard let path = LocalPath("\(literal)") else {
            preconditionFailure("a path in our own source must begin with one slash and hold URL characters only")
        }
        self = path
    }
}
