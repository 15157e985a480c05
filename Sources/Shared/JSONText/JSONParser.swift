/// Turns a text into tokens, or into the first problem found.
///
/// It keeps its own stack of open containers, so that depth costs memory, never the stack of the thread.
struct JSONParser {
    let limits: JSONLimits
    private(set) var tokens: [JSONToken] = []
    var offset = 0
    private var open: [OpenContainer] = []

    init(limits: JSONLimits) {
        self.limits = limits
    }

    mutating func parse(_ bytes: Span<UInt8>) throws(JSONTextError) {
        try limits.check(byteCount: bytes.count)
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw error(.byteOrderMark, at: 0, "the text begins with a byte order mark", in: bytes)
        }
        skipWhitespace(bytes)
        try parseValue(bytes)
        while !open.isEmpty {
            // By index: a copy of the innermost container would share its set of names, and make every insertion copy it.
            let token = open[open.count - 1].token
            skipWhitespace(bytes)
            switch tokens[token].kind {
            case .object: try continueObject(token, bytes)
            default: try continueArray(token, bytes)
            }
        }
        skipWhitespace(bytes)
        if offset < bytes.count {
            throw error(.trailingContent, at: offset, "there is something after the end of the value", in: bytes)
        }
    }

    private mutating func parseValue(_ bytes: Span<UInt8>) throws(JSONTextError) {
        let byte = try byteAhead("a value", bytes)
        switch byte {
        case .quote:
            let string = try parseString(bytes)
            tokens.append(
                JSONToken(
                    kind: .string, start: string.range.lowerBound, end: string.range.upperBound, next: tokens.count + 1,
                    isEscaped: string.isEscaped))
        case .openBrace: try openContainer(.object, bytes)
        case .openBracket: try openContainer(.array, bytes)
        case .minus, .zero...UInt8(ascii: "9"):
            let start = offset
            try parseNumber(bytes)
            tokens.append(JSONToken(kind: .number, start: start, end: offset, next: tokens.count + 1))
        case UInt8(ascii: "t"): try parseLiteral("true", .boolean, bytes)
        case UInt8(ascii: "f"): try parseLiteral("false", .boolean, bytes)
        case UInt8(ascii: "n"): try parseLiteral("null", .null, bytes)
        default: throw noValue(byte, bytes)
        }
    }

    private mutating func openContainer(_ kind: JSONKind, _ bytes: Span<UInt8>) throws(JSONTextError) {
        guard open.count < limits.maximumDepth else {
            throw error(.tooDeep, at: offset, "the text is nested deeper than \(limits.maximumDepth) levels", in: bytes)
        }
        open.append(OpenContainer(token: tokens.count))
        tokens.append(JSONToken(kind: kind, start: offset, end: offset, next: 0))
        offset += 1
    }

    private mutating func closeContainer(_ token: Int) {
        offset += 1
        tokens[token].end = UInt32(offset)
        tokens[token].next = UInt32(tokens.count)
        open.removeLast()
    }

    private mutating func continueArray(_ token: Int, _ bytes: Span<UInt8>) throws(JSONTextError) {
        let isFirst = tokens.count == token + 1
        if try byteAhead(isFirst ? "an element or ]" : "a comma or ]", bytes) == .closeBracket {
            return closeContainer(token)
        }
        if !isFirst { try parseComma(before: .closeBracket, "]", bytes) }
        try parseValue(bytes)
    }

    private mutating func continueObject(_ token: Int, _ bytes: Span<UInt8>) throws(JSONTextError) {
        let isFirst = tokens.count == token + 1
        if try byteAhead(isFirst ? "a member or }" : "a comma or }", bytes) == .closeBrace {
            return closeContainer(token)
        }
        if !isFirst { try parseComma(before: .closeBrace, "}", bytes) }
        guard try byteAhead("the name of a member", bytes) == .quote else {
            throw error(.unexpectedByte, at: offset, "the name of a member must stand here, in double quotes", in: bytes)
        }
        let name = try parseString(bytes)
        try noteName(name, bytes)
        tokens.append(
            JSONToken(
                kind: .string, start: name.range.lowerBound, end: name.range.upperBound, next: tokens.count + 1,
                isEscaped: name.isEscaped))
        skipWhitespace(bytes)
        guard try byteAhead("a colon", bytes) == .colon else {
            throw error(.unexpectedByte, at: offset, "a colon must stand between a name and its value", in: bytes)
        }
        offset += 1
        skipWhitespace(bytes)
        try parseValue(bytes)
    }

    /// Refuses a name that already stands in the innermost object. Few names are compared one by one; many go through a set,
    /// whose seeded hash keeps a hostile text from making this quadratic.
    private mutating func noteName(_ name: JSONStringSpan, _ bytes: Span<UInt8>) throws(JSONTextError) {
        let last = open.count - 1
        let isNew: Bool
        if open[last].names.isEmpty, open[last].memberCount < OpenContainer.comparedOneByOne {
            isNew = !hasName(name, bytes)
        } else {
            if open[last].names.isEmpty { open[last].names = unescapedNames(bytes) }
            isNew = open[last].names.insert(name.unescaped(in: bytes)).inserted
        }
        guard isNew else {
            let shown = String(decoding: name.unescaped(in: bytes), as: UTF8.self).quotedForMessage
            throw error(.duplicateMember, at: name.range.lowerBound - 1, "the name \(shown) stands twice in this object", in: bytes)
        }
        open[last].memberCount += 1
    }

    private func hasName(_ name: JSONStringSpan, _ bytes: Span<UInt8>) -> Bool {
        var index = open[open.count - 1].token + 1
        while index < tokens.count {
            if tokens[index].content.isEqual(name, in: bytes) { return true }
            index = Int(tokens[index + 1].next)
        }
        return false
    }

    private func unescapedNames(_ bytes: Span<UInt8>) -> Set<[UInt8]> {
        var names: Set<[UInt8]> = []
        var index = open[open.count - 1].token + 1
        while index < tokens.count {
            names.insert(tokens[index].content.unescaped(in: bytes))
            index = Int(tokens[index + 1].next)
        }
        return names
    }

    private mutating func parseComma(before end: UInt8, _ endShown: String, _ bytes: Span<UInt8>) throws(JSONTextError) {
        guard bytes[offset] == .comma else {
            throw error(.unexpectedByte, at: offset, "a comma or \(endShown) must stand here", in: bytes)
        }
        let comma = offset
        offset += 1
        skipWhitespace(bytes)
        if try byteAhead("what follows the comma", bytes) == end {
            throw error(.trailingComma, at: comma, "there is a comma before \(endShown)", in: bytes)
        }
    }

    private mutating func parseLiteral(_ word: StaticString, _ kind: JSONKind, _ bytes: Span<UInt8>) throws(JSONTextError) {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount {
            guard offset < bytes.count else { throw end("the rest of a word", bytes) }
            guard bytes[offset] == word.utf8Start[index] else { throw noValue(bytes[start], at: start, bytes) }
            offset += 1
        }
        if offset < bytes.count, bytes[offset].isLetter || bytes[offset].isDigit { throw noValue(bytes[start], at: start, bytes) }
        tokens.append(JSONToken(kind: kind, start: start, end: offset, next: tokens.count + 1))
    }

    private mutating func skipWhitespace(_ bytes: Span<UInt8>) {
        while offset < bytes.count, bytes[offset].isJSONWhitespace { offset += 1 }
    }
}

/// An object or array whose end has not been met.
private struct OpenContainer {
    static let comparedOneByOne = 16

    let token: Int
    var memberCount = 0
    var names: Set<[UInt8]> = []
}
