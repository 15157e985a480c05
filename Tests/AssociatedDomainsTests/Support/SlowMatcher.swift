import JSONText

/// An exhaustive matcher that follows the recorded rules literally, for comparison. It shares only the JSON parser with the real
/// one, and takes exponential time.
struct SlowMatcher {
    let component: JSONValue
    let variables: [String: [String]]

    /// Whether the component matches a URL of the form `https://host…`.
    func matches(_ url: String) -> Bool {
        let (path, query, fragment) = Self.split(url)
        if let pattern = component["/"]?.string, !pathMatches(Array(pattern.unicodeScalars), prepared(path)) { return false }
        if let pattern = component["#"]?.string, !glob(pattern, prepared(fragment ?? "")) { return false }
        if let pattern = component["?"]?.string, !glob(pattern, prepared(query ?? "")) { return false }
        guard let predicates = component["?"]?.object?.members, predicates.allSatisfy({ $0.value.string != nil }) else {
            return true
        }
        let items = (query ?? "").split(separator: "&", omittingEmptySubsequences: false).map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (name: decoded(parts[0]), value: prepared(parts.count > 1 ? parts[1] : ""))
        }
        return predicates.allSatisfy { predicate in
            let values = items.filter { $0.name == predicate.name }.map(\.value)
            return (values.isEmpty ? [[]] : values).allSatisfy { glob(predicate.value.string ?? "", $0) }
        }
    }

    private var isDecoded: Bool { component["percentEncoded"]?.boolean == false }
    private var isFolded: Bool { component["caseSensitive"]?.boolean == false }

    private static func split(_ url: String) -> (path: String, query: String?, fragment: String?) {
        let afterScheme = url.components(after: "://")
        let rest = String(afterScheme.drop { !"/?#".contains($0) })
        let (beforeHash, fragment) = rest.cut(at: "#")
        let (path, query) = beforeHash.cut(at: "?")
        return (path, query, fragment)
    }

    private func decoded(_ text: String) -> String { isDecoded ? text.percentDecoded : text }

    private func prepared(_ text: String) -> [Unicode.Scalar] { Array(decoded(text).unicodeScalars) }

    private func pathMatches(_ pattern: [Unicode.Scalar], _ path: [Unicode.Scalar]) -> Bool {
        let (pattern, path) = (Self.trimmed(pattern), Self.trimmed(path))
        if glob(pattern, path) { return true }
        // A pattern that ends with a slash and stars also matches the path without them.
        let withoutStars = pattern.reversed().drop { $0 == "*" }
        guard withoutStars.count < pattern.count, withoutStars.first == "/" else { return false }
        return glob(Array(withoutStars.drop { $0 == "/" }.reversed()), path)
    }

    private static func trimmed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        Array(scalars.drop { $0 == "/" }.reversed().drop { $0 == "/" }.reversed())
    }

    private func glob(_ pattern: String, _ text: [Unicode.Scalar]) -> Bool { glob(Array(pattern.unicodeScalars), text) }

    private func glob(_ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar], mayName: Bool = true) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = Array(pattern.dropFirst())
        switch first {
        case "*": return (0...text.count).contains { glob(rest, Array(text.dropFirst($0)), mayName: mayName) }
        case "?": return !text.isEmpty && glob(rest, Array(text.dropFirst()), mayName: mayName)
        case "$" where mayName:
            if let (name, after) = Self.name(in: pattern) {
                // Each prefix of the text that one of the values matches, and then the rest.
                return (0...text.count).contains { count in
                    (variables[name] ?? []).contains { glob(Array($0.unicodeScalars), Array(text.prefix(count)), mayName: false) }
                        && glob(after, Array(text.dropFirst(count)))
                }
            }
            fallthrough
        default:
            guard let found = text.first, same(first, found) else { return false }
            return glob(rest, Array(text.dropFirst()), mayName: mayName)
        }
    }

    private func same(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
        left == right || isFolded && String(left).lowercased() == String(right).lowercased()
    }

    private static func name(in pattern: [Unicode.Scalar]) -> (name: String, after: [Unicode.Scalar])? {
        guard pattern.count > 2, pattern[1] == "(",
            let end = pattern.dropFirst(2).firstIndex(where: { "$()".unicodeScalars.contains($0) }),
            pattern[end] == ")"
        else { return nil }
        return (String(String.UnicodeScalarView(pattern[2..<end])), Array(pattern[(end + 1)...]))
    }
}

extension String {
    fileprivate func components(after separator: String) -> Substring {
        guard let range = firstRange(of: separator) else { return self[...] }
        return self[range.upperBound...]
    }

    fileprivate func cut(at separator: Character) -> (String, String?) {
        guard let index = firstIndex(of: separator) else { return (self, nil) }
        return (String(self[..<index]), String(self[self.index(after: index)...]))
    }

    fileprivate var percentDecoded: String {
        var (bytes, rest) = ([UInt8](), Substring(self))
        while let character = rest.first {
            if character == "%", let value = UInt8(rest.dropFirst().prefix(2), radix: 16), rest.dropFirst().prefix(2).count == 2 {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes += String(character).utf8
                rest = rest.dropFirst()
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
