/// The range of a string's content in the text, without the quotes.
struct JSONStringSpan {
    let range: Range<Int>
    let isEscaped: Bool
}

extension JSONParser {
    /// Checks a string and moves past it. The offset must be at the opening quote.
    mutating func parseString(_ bytes: Span<UInt8>) throws(JSONTextError) -> JSONStringSpan {
        offset += 1
        let start = offset
        var isEscaped = false
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case .quote:
                offset += 1
                return JSONStringSpan(range: start..<(offset - 1), isEscaped: isEscaped)
            case .backslash:
                isEscaped = true
                try parseEscape(bytes)
            case ..<0x20:
                throw error(.controlCharacter, at: offset, "a control character within a string must be escaped", in: bytes)
            case ..<0x80:
                offset = bytes.firstSpecial(from: offset + 1)
            default:
                try parseMultibyteScalar(bytes)
            }
        }
        throw end("the closing quote of a string", bytes)
    }

    private mutating func parseEscape(_ bytes: Span<UInt8>) throws(JSONTextError) {
        let start = offset
        offset += 1
        switch try byteAhead("the rest of an escape", bytes) {
        case .quote, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
            UInt8(ascii: "t"):
            offset += 1
        case UInt8(ascii: "u"):
            offset += 1
            let first = try parseFourDigits(from: start, bytes)
            var value = first
            if 0xDC00...0xDFFF ~= first {
                throw error(.loneSurrogate, at: start, "a low surrogate must follow a high surrogate", in: bytes)
            } else if 0xD800...0xDBFF ~= first {
                guard offset + 1 < bytes.count, bytes[offset] == .backslash, bytes[offset + 1] == UInt8(ascii: "u") else {
                    throw error(.loneSurrogate, at: start, "a high surrogate must be followed by a low surrogate", in: bytes)
                }
                let second = offset
                offset += 2
                let low = try parseFourDigits(from: second, bytes)
                guard 0xDC00...0xDFFF ~= low else {
                    throw error(.loneSurrogate, at: start, "a high surrogate must be followed by a low surrogate", in: bytes)
                }
                value = 0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00)
            }
            try rejectNoncharacter(value, at: start, bytes)
        default:
            throw error(.invalidEscape, at: start, "the backslash does not start a JSON escape", in: bytes)
        }
    }

    private mutating func parseFourDigits(from start: Int, _ bytes: Span<UInt8>) throws(JSONTextError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = try byteAhead("four hexadecimal digits", bytes).hexadecimalValue else {
                throw error(.invalidEscape, at: start, "\\u must be followed by four hexadecimal digits", in: bytes)
            }
            value = value << 4 | digit
            offset += 1
        }
        return value
    }

    /// Moves past a scalar of two to four bytes. Well-formed sequences are defined in table 3-7 of the Unicode Standard.
    private mutating func parseMultibyteScalar(_ bytes: Span<UInt8>) throws(JSONTextError) {
        let first = bytes[offset]
        let second: ClosedRange<UInt8>
        let length: Int
        switch first {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: throw invalidUTF8(bytes)
        }
        guard offset + length <= bytes.count, second ~= bytes[offset + 1] else { throw invalidUTF8(bytes) }
        var value = (UInt32(first) & (0x7F >> UInt32(length))) << 6 | UInt32(bytes[offset + 1] & 0x3F)
        for index in 2..<max(length, 2) {
            let byte = bytes[offset + index]
            guard byte & 0xC0 == 0x80 else { throw invalidUTF8(bytes) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        try rejectNoncharacter(value, at: offset, bytes)
        offset += length
    }

    private func invalidUTF8(_ bytes: Span<UInt8>) -> JSONTextError {
        error(.invalidUTF8, at: offset, "the bytes are not valid UTF-8", in: bytes)
    }

    private func rejectNoncharacter(_ value: UInt32, at offset: Int, _ bytes: Span<UInt8>) throws(JSONTextError) {
        if limits.noncharacters == .rejected, value & 0xFFFE == 0xFFFE || 0xFDD0...0xFDEF ~= value {
            throw error(
                .noncharacter, at: offset, "U+\(String(value, radix: 16, uppercase: true)) is a noncharacter", in: bytes)
        }
    }
}

extension JSONStringSpan {
    /// Returns whether two checked strings are equal byte for byte after unescaping. Swift's string comparison would treat
    /// canonically equivalent names as equal.
    func isEqual(_ other: JSONStringSpan, in bytes: Span<UInt8>) -> Bool {
        if isEscaped || other.isEscaped { return unescaped(in: bytes) == other.unescaped(in: bytes) }
        guard range.count == other.range.count else { return false }
        return zip(range, other.range).allSatisfy { bytes[$0] == bytes[$1] }
    }

    /// Returns the unescaped UTF-8 bytes of a checked string.
    func unescaped(in bytes: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            guard bytes[index] == .backslash else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let escape = bytes[index + 1]
            index += 2
            switch escape {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(.lineFeed)
            case UInt8(ascii: "r"): result.append(.carriageReturn)
            case UInt8(ascii: "t"): result.append(.tab)
            case UInt8(ascii: "u"):
                var value = Self.fourDigits(at: index, in: bytes)
                index += 4
                if 0xD800...0xDBFF ~= value {
                    value = 0x10000 + ((value - 0xD800) << 10) + (Self.fourDigits(at: index + 2, in: bytes) - 0xDC00)
                    index += 6
                }
                // The parser has rejected everything that is not a scalar.
                result.append(contentsOf: (Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
            default: result.append(escape)
            }
        }
        return result
    }

    private static func fourDigits(at index: Int, in bytes: Span<UInt8>) -> UInt32 {
        (0..<4).reduce(0) { $0 << 4 | (bytes[index + $1].hexadecimalValue ?? 0) }
    }
}

extension Span<UInt8> {
    /// Returns the first position from `start` that is not a plain character of a string in ASCII, or the count. Compares eight bytes at
    /// a time: in each byte of the three differences the highest bit is set for a control character, a quote and a backslash. Above
    /// the first hit it can be set by a borrow.
    fileprivate func firstSpecial(from start: Int) -> Int {
        var next = start
        while count - next >= 8 {
            let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: next, as: UInt64.self))
            let (quotes, backslashes) = (word ^ Self.each(.quote), word ^ Self.each(.backslash))
            let differences =
                (word &- Self.each(.space)) & ~word | (quotes &- Self.each(1)) & ~quotes | (backslashes &- Self.each(1))
                & ~backslashes
            let hits = (differences | word) & Self.each(0x80)
            if hits != 0 { return next + hits.trailingZeroBitCount >> 3 }
            next += 8
        }
        while next < count, self[next].isPlainInString { next += 1 }
        return next
    }

    private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}

/// The bytes with a meaning in JSON.
extension UInt8 {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let minus = UInt8(ascii: "-")
    static let plus = UInt8(ascii: "+")
    static let point = UInt8(ascii: ".")
    static let zero = UInt8(ascii: "0")

    var isJSONWhitespace: Bool { self == .space || self == .lineFeed || self == .carriageReturn || self == .tab }

    /// Whether the byte is a character of a string by itself, in ASCII.
    var isPlainInString: Bool { self &- .space < 0x60 && self != .quote && self != .backslash }

    var isDigit: Bool { self &- .zero < 10 }

    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// The value of a hexadecimal digit, in either case.
    var hexadecimalValue: UInt32? {
        if isDigit { return UInt32(self - .zero) }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? UInt32(letter) + 10 : nil
    }
}
