/// Parses a text into tokens, or reports the first error.
///
/// The parser keeps its own stack of open containers, so nesting uses heap memory and never the thread's stack.
struct JSONParser {
    let limits: JSONLimits
    private(set) var tokens: [JSONToken] = []
    var offset = 0
    private var open: [OpenContainer] = []
    /// The names of each open object that has many, by its token.
    private var manyNames: [Int: Set<[UInt8]>] = [:]

    init(limits: JSONLimits) {
        self.limits = limits
    }

    mutating func parse(_ bytes: Span<UInt8>) throws(JSONTextError) {
        try limits.check(byteCount: bytes.count)
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw error(.byteOrderMark, at: 0, "the text must not begin with a byte order mark", in: bytes)
        }
        skipWhitespace(bytes)
        // Most texts have fewer values and names, and their array then never grows.
        tokens.reserveCapacity(bytes.count / 8 + 1)
        try parseValue(bytes)
        while !open.isEmpty {
            let token = open[open.count - 1].token
            skipWhitespace(bytes)
            switch tokens[token].kind {
            case .object: try continueObject(token, bytes)
            default: try continueArray(token, bytes)
            }
        }
        skipWhitespace(bytes)
        if offset < bytes.count {
            throw error(.trailingContent, at: offset, "unexpected content after the value", in: bytes)
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
        if open.removeLast().memberCount > OpenContainer.comparedOneByOne { manyNames[token] = nil }
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
            throw error(.unexpectedByte, at: offset, "expected a member name in double quotes", in: bytes)
        }
        let name = try parseString(bytes)
        try noteName(name, bytes)
        tokens.append(
            JSONToken(
                kind: .string, start: name.range.lowerBound, end: name.range.upperBound, next: tokens.count + 1,
                isEscaped: name.isEscaped))
        skipWhitespace(bytes)
        guard try byteAhead("a colon", bytes) == .colon else {
            throw error(.unexpectedByte, at: offset, "expected a colon between the name and its value", in: bytes)
        }
        offset += 1
        skipWhitespace(bytes)
        try parseValue(bytes)
    }

    /// Rejects a name that already occurs in the innermost object. Few names are compared one by one. Many are kept in a set, whose
    /// seeded hash prevents quadratic time for a malicious text.
    private mutating func noteName(_ name: JSONStringSpan, _ bytes: Span<UInt8>) throws(JSONTextError) {
        let last = open.count - 1
        let isNew: Bool
        if open[last].memberCount < OpenContainer.comparedOneByOne {
            isNew = !hasName(name, bytes)
        } else {
            let token = open[last].token
            if open[last].memberCount == OpenContainer.comparedOneByOne { manyNames[token] = unescapedNames(bytes) }
            isNew = manyNames[token, default: []].insert(name.unescaped(in: bytes)).inserted
        }
        guard isNew else {
            let shown = String(decoding: name.unescaped(in: bytes), as: UTF8.self).quotedForMessage
            throw error(.duplicateMember, at: name.range.lowerBound - 1, "the object contains the name \(shown) twice", in: bytes)
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
            throw error(.unexpectedByte, at: offset, "expected a comma or \(endShown)", in: bytes)
        }
        let comma = offset
        offset += 1
        skipWhitespace(bytes)
        if try byteAhead("an element or member after the comma", bytes) == end {
            throw error(.trailingComma, at: comma, "trailing comma before \(endShown)", in: bytes)
        }
    }

    private mutating func parseLiteral(_ word: StaticString, _ kind: JSONKind, _ bytes: Span<UInt8>) throws(JSONTextError) {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount {
            guard offset < bytes.count else { throw end("the rest of a literal name", bytes) }
            guard bytes[offset] == word.utf8Start[index] else { throw noValue(bytes[start], at: start, bytes) }
            offset += 1
        }
        if offset < bytes.count, bytes[offset].isLetter || bytes[offset].isDigit { throw noValue(bytes[start], at: start, bytes) }
        tokens.append(JSONToken(kind: kind, start: start, end: offset, next: tokens.count + 1))
    }

    private mutating func skipWhitespace(_ bytes: Span<UInt8>) {
        while offset < bytes.count, bytes[offset] <= .space, bytes[offset].isJSONWhitespace { offset += 1 }
    }

    /// Checks a number (RFC 8259 section 6) and moves past it. The offset must be at the minus sign or the first digit.
    mutating func parseNumber(_ bytes: Span<UInt8>) throws(JSONTextError) {
        let start = offset
        if bytes[offset] == .minus { offset += 1 }
        if offset < bytes.count, bytes[offset] == .zero {
            offset += 1
            if offset < bytes.count, bytes[offset].isDigit {
                throw error(.leadingZero, at: start, "a number must not have leading zeros", in: bytes)
            }
        } else {
            try parseDigits("a minus sign must be followed by a digit", bytes)
        }
        var needsRangeCheck = offset - start > 300
        if offset < bytes.count, bytes[offset] == .point {
            offset += 1
            try parseDigits("a decimal point must be followed by a digit", bytes)
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            needsRangeCheck = true
            offset += 1
            if offset < bytes.count, bytes[offset] == .plus || bytes[offset] == .minus { offset += 1 }
            try parseDigits("an exponent must have at least one digit", bytes)
        }
        guard offset - start <= limits.maximumNumberLength else {
            throw error(
                .numberTooLong, at: start, "the number has more than \(limits.maximumNumberLength) characters", in: bytes)
        }
        // Without an exponent, only a number of more than 300 digits can exceed the range of a double, about 1.8e308.
        if needsRangeCheck, !JSONNumber(checkedText: bytes.string(start..<offset)).double.isFinite {
            throw error(.numberOutOfRange, at: start, "the number exceeds the range of a double", in: bytes)
        }
    }

    private mutating func parseDigits(_ reason: String, _ bytes: Span<UInt8>) throws(JSONTextError) {
        let start = offset
        while offset < bytes.count, bytes[offset].isDigit { offset += 1 }
        guard offset > start else {
            guard offset < bytes.count else { throw end("a digit", bytes) }
            throw error(.invalidNumber, at: offset, reason, in: bytes)
        }
    }
}

/// An object or array that is not closed yet.
private struct OpenContainer {
    static let comparedOneByOne = 16

    let token: Int
    var memberCount = 0
}

extension Span<UInt8> {
    /// Returns the checked UTF-8 bytes of a range as a string.
    func string(_ range: Range<Int>) -> String {
        extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}

/// The error messages of the parser.
extension JSONParser {
    func byteAhead(_ expected: StaticString, _ bytes: Span<UInt8>) throws(JSONTextError) -> UInt8 {
        guard offset < bytes.count else { throw end(expected, bytes) }
        return bytes[offset]
    }

    func end(_ expected: StaticString, _ bytes: Span<UInt8>) -> JSONTextError {
        error(.unexpectedEnd, at: bytes.count, "unexpected end of the text, expected \(expected)", in: bytes)
    }

    func noValue(_ byte: UInt8, _ bytes: Span<UInt8>) -> JSONTextError {
        noValue(byte, at: offset, bytes)
    }

    func noValue(_ byte: UInt8, at offset: Int, _ bytes: Span<UInt8>) -> JSONTextError {
        switch byte {
        case .plus, .point:
            error(.invalidNumber, at: offset, "a number must begin with a digit or a minus sign", in: bytes)
        case .comma:
            error(.unexpectedByte, at: offset, "expected a value, found a comma", in: bytes)
        case UInt8(ascii: "'"):
            error(.unexpectedByte, at: offset, "strings must be in double quotes", in: bytes)
        case UInt8(ascii: "/"), UInt8(ascii: "#"):
            error(.unexpectedByte, at: offset, "expected a value; JSON has no comments", in: bytes)
        case _ where byte.isLetter:
            error(.invalidLiteral, at: offset, "the only literal names in JSON are true, false and null", in: bytes)
        default:
            error(.unexpectedByte, at: offset, "expected a value", in: bytes)
        }
    }

    func error(_ code: JSONTextError.Code, at offset: Int, _ reason: String, in bytes: Span<UInt8>) -> JSONTextError {
        JSONTextError(code: code, position: TextPosition(offset: offset, in: bytes), reason: reason)
    }
}

extension String {
    /// The name of a member for an error message: in quotes, at most 40 scalars, with control and format characters escaped.
    var quotedForMessage: String {
        var shown = "\""
        for scalar in unicodeScalars.prefix(40) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown + (unicodeScalars.count > 40 ? "…\"" : "\"")
    }
}
