/// Checks for patterns whose meaning differs from their appearance.
struct PatternChecks {
    let isDecoded: Bool
    private(set) var remarks: [Remark] = []

    init(isDecoded: Bool) {
        self.isDecoded = isDecoded
    }

    mutating func checkPath(_ pattern: Located<String>) {
        let text = pattern.value
        if text.utf8.contains(UInt8(ascii: "#")) {
            note(.fragmentInPath, pattern, "\(text.quoted) matches nothing, because a path never contains a number sign.")
        }
        if text.contains("://") {
            note(.urlInPath, pattern, "\(text.quoted) matches nothing, because it is compared with only the path.")
        } else if Self.holdsQuery(text) {
            note(
                .queryInPath, pattern,
                "\(text.quoted) does not match a query: in a path pattern, a question mark matches any single character.")
        }
        if let first = text.unicodeScalars.first, first != "/", first != "*", first != "?", first != "$", !Self.isSpace(first) {
            note(.missingLeadingSlash, pattern, "\(text.quoted) does not begin with a slash.")
        }
        checkForeignSyntax(pattern)
        checkCharacters(pattern)
    }

    mutating func checkQuery(_ pattern: Located<String>) {
        if pattern.value.hasPrefix("?"), pattern.value.contains("=") {
            note(
                .delimiterInPattern, pattern,
                "\(pattern.value.quoted) begins with ?, which matches any single character and is not the delimiter of the query.")
        }
        checkCharacters(pattern)
    }

    mutating func checkItem(_ item: LinkComponent.Item) {
        if item.name.value.hasPrefix("?") || item.name.value.hasSuffix("=") {
            note(
                .delimiterInPattern, item.name,
                "\(item.name.value.quoted) contains a delimiter of the query in addition to the name.")
        }
        if !item.pattern.value.isEmpty, item.pattern.value.utf8.allSatisfy({ $0 == UInt8(ascii: "*") }) {
            note(
                .predicateWithoutEffect, item.pattern,
                "This predicate has no effect: it matches any value of \(item.name.value.quoted), and links without the item.")
        }
        checkCharacters(item.name, isPattern: false)
        checkCharacters(item.pattern)
    }

    mutating func checkFragment(_ pattern: Located<String>) {
        if pattern.value.hasPrefix("#") {
            note(
                .delimiterInPattern, pattern,
                "\(pattern.value.quoted) matches nothing, because a fragment does not contain its delimiter."
            )
        }
        checkCharacters(pattern)
    }

    /// Checks spaces, characters that an encoded URL does not contain, and escapes. Reports at most one finding of each kind for
    /// a pattern.
    private mutating func checkCharacters(_ pattern: Located<String>, isPattern: Bool = true) {
        let text = pattern.value
        let literals = isPattern ? Self.literals(text) : Array(text.unicodeScalars)
        if let first = text.unicodeScalars.first, let last = text.unicodeScalars.last, Self.isSpace(first) || Self.isSpace(last) {
            note(.surroundingSpace, pattern, "\(text.quoted) begins or ends with a space, which is part of the pattern.")
        } else if !isDecoded, let scalar = literals.first(where: Self.isNeverInURL) {
            note(
                .unencodedCharacter, pattern,
                "\(text.quoted) matches nothing, because an encoded URL never contains \(String(scalar).quoted).")
        }
        checkEscapes(pattern)
    }

    private mutating func checkEscapes(_ pattern: Located<String>) {
        let bytes = Array(pattern.value.utf8)
        var (isMalformed, isLowercase, hasEscape) = (false, false, false)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
            if PercentEscapes.value(at: index, of: bytes) != nil {
                hasEscape = true
                isLowercase = isLowercase || bytes[index + 1].isLowerCase || bytes[index + 2].isLowerCase
            } else {
                // A wildcard may match a digit.
                isMalformed = isMalformed || !bytes[(index + 1)...].prefix(2).contains { Self.wildcards.contains($0) }
            }
        }
        let text = pattern.value.quoted
        if isDecoded {
            if hasEscape {
                note(
                    .escapeInDecodedPattern, pattern,
                    "\(text) contains an escape, but the URL is decoded (percentEncoded is false).")
            }
            return
        }
        if isMalformed { note(.malformedEscape, pattern, "\(text) contains a percent sign that does not begin an escape.") }
        if isLowercase {
            note(.lowercaseEscape, pattern, "\(text) contains an escape in lower case, which must match the URL exactly.")
        }
    }

    private mutating func checkForeignSyntax(_ pattern: Located<String>) {
        let text = pattern.value
        let found = [".*", ".+", "\\d", "\\w", "[0-9]", "[a-z", "[A-Z", "(.", "(?:", "**/"].first { text.contains($0) }
        let isRouter = text.split(separator: "/").contains {
            $0.count > 1 && ($0.hasPrefix(":") || $0.hasPrefix("{") && $0.hasSuffix("}"))
        }
        if let found {
            note(.foreignSyntax, pattern, "\(text.quoted) contains \(found.quoted), which has no special meaning here.")
        } else if isRouter || text.hasPrefix("^") || text.hasSuffix("$") {
            note(.foreignSyntax, pattern, "\(text.quoted) has the syntax of another matcher.")
        }
    }

    /// Returns whether a question mark is followed by text like `name=`.
    private static func holdsQuery(_ text: String) -> Bool {
        let parts = text.split(separator: "?", omittingEmptySubsequences: false)
        return parts.dropFirst().contains { part in
            guard let equals = part.firstIndex(of: "="), equals > part.startIndex else { return false }
            return part[..<equals].utf8.allSatisfy {
                $0.isLetterDigitOrHyphen || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$")
            }
        }
    }

    private static func literals(_ text: String) -> [Unicode.Scalar] {
        PatternSyntax(text).pieces.compactMap { if case .character(let scalar) = $0.piece { scalar } else { nil } }
    }

    private static func isNeverInURL(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII || LinkURL.isNeverInURL(UInt8(ascii: scalar))
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    private static let wildcards = Array("*?$".utf8)

    private mutating func note(_ code: Finding.Code, _ pattern: Located<String>, _ message: String) {
        remarks.append(Remark(code, at: pattern.place, message))
    }
}
