/// A route's path, taken apart.
struct RoutePattern: Sendable {
    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)
    }

    let path: String
    let segments: [Segment]

    init(_ path: String) throws(RouteTableError) {
        self.path = path
        segments = try path == "/" ? [] : Self.segments(of: path)
    }

    /// The pattern with parameters unnamed: two patterns with the same shape match the same paths.
    var shape: [Segment] {
        segments.map { if case .parameter = $0 { .parameter("") } else { $0 } }
    }

    private static func segments(of path: String) throws(RouteTableError) -> [Segment] {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0].isEmpty else { throw .malformedPath(path) }
        var segments: [Segment] = []
        for part in parts.dropFirst() {
            let isParameter = part.first == UInt8(ascii: "{") && part.last == UInt8(ascii: "}")
            let name = isParameter ? part.dropFirst().dropLast() : part
            guard !name.isEmpty, name.allSatisfy(\.isUnreserved) else { throw .malformedPath(path) }
            let text = String(Substring(name))
            guard isParameter || !(text == "." || text == ".."), !isParameter || !segments.contains(.parameter(text)) else {
                throw .malformedPath(path)
            }
            segments.append(isParameter ? .parameter(text) : .literal(text))
        }
        return segments
    }

    /// The values of the parameters where `parts`, the segments of a request's path as sent, match; nil where they do not.
    ///
    /// Literals match byte for byte. A parameter's segment is decoded; 400 where it cannot be, and no match where it decodes to
    /// something that another program would have read as more or less than one segment: nothing, `.`, `..`, or a text with a
    /// slash, a backslash or a control character.
    func match(_ parts: [Substring.UTF8View]) throws(Problem) -> PathParameters? {
        guard parts.count == segments.count else { return nil }
        for case (.literal(let literal), let part) in zip(segments, parts) where !part.elementsEqual(literal.utf8) { return nil }
        var values: [(String, String)] = []
        for case (.parameter(let name), let part) in zip(segments, parts) {
            let value: String
            do throws(FormError) {
                value = try PercentEncoded.pathSegment(part, at: 0)
            } catch {
                throw Problem(.badRequest, detail: "In the path: \(error.words).")
            }
            let isOneSegment = value.unicodeScalars.allSatisfy {
                $0 != "/" && $0 != "\\" && $0.properties.generalCategory != .control
            }
            guard isOneSegment, !["", ".", ".."].contains(value) else { return nil }
            values.append((name, value))
        }
        return PathParameters(values)
    }
}

extension UInt8 {
    /// Whether the byte never needs percent-encoding (RFC 3986 section 2.3).
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}
