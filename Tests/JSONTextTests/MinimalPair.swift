import Testing
import JSONText

/// A rejected text with an accepted one that differs as little as possible.
struct MinimalPair: Sendable, CustomTestStringConvertible {
    let name: String
    let rejected: [UInt8]
    let code: JSONTextError.Code
    /// The position of the error, in bytes.
    let offset: Int
    let accepted: [UInt8]

    init(_ name: String, _ rejected: String, _ code: JSONTextError.Code, at offset: Int, but accepted: String) {
        self.init(name, Array(rejected.utf8), code, at: offset, but: Array(accepted.utf8))
    }

    init(_ name: String, _ rejected: [UInt8], _ code: JSONTextError.Code, at offset: Int, but accepted: [UInt8]) {
        self.name = name
        self.rejected = rejected
        self.code = code
        self.offset = offset
        self.accepted = accepted
    }

    /// Twins that differ within a string: the bytes are between quotes.
    init(string name: String, _ rejected: [UInt8], _ code: JSONTextError.Code, at offset: Int = 1, but accepted: [UInt8]) {
        self.init(name, [0x22] + rejected + [0x22], code, at: offset, but: [0x22] + accepted + [0x22])
    }

    var testDescription: String { name }
}

extension MinimalPair {
    static let structure: [MinimalPair] = [
        .init("an empty text", "", .unexpectedEnd, at: 0, but: "0"),
        .init("white space alone", " \n", .unexpectedEnd, at: 2, but: " \n1"),
        .init("a vertical tab as white space", "\u{B}1", .unexpectedByte, at: 0, but: "\t1"),
        .init("a form feed as white space", "[\u{C}]", .unexpectedByte, at: 1, but: "[\r\n\t ]"),
        .init("a no-break space as white space", "\u{A0}1", .unexpectedByte, at: 0, but: " 1"),
        .init("a byte order mark", "\u{FEFF}1", .byteOrderMark, at: 0, but: "\"\u{FEFF}1\""),
        .init("UTF-16", [0x00, 0x31], .unexpectedByte, at: 0, but: [0x31]),
        .init("two values", "1 2", .trailingContent, at: 2, but: "[1, 2]"),
        .init("a value and a bracket", "[1]]", .trailingContent, at: 3, but: "[[1]]"),
        .init("a value and NUL", "1\u{0}", .trailingContent, at: 1, but: "1\n"),
        .init("a comment before", "/*c*/1", .unexpectedByte, at: 0, but: "1"),
        .init("a comment after", "1//c", .trailingContent, at: 1, but: "1"),
        .init("a hash comment", "[#\n1]", .unexpectedByte, at: 1, but: "[\n1]"),
        .init("an array not closed", "[1", .unexpectedEnd, at: 2, but: "[1]"),
        .init("an array closed by a brace", "[1}", .unexpectedByte, at: 2, but: "[1]"),
        .init("an object closed by a bracket", "{\"a\":1]", .unexpectedByte, at: 6, but: "{\"a\":1}"),
        .init("a comma before the end of an array", "[1,]", .trailingComma, at: 2, but: "[1,1]"),
        .init("a comma before the end of an object", "{\"a\":1,}", .trailingComma, at: 6, but: "{\"a\":1,\"b\":1}"),
        .init("a comma alone in an array", "[,]", .unexpectedByte, at: 1, but: "[]"),
        .init("a comma alone in an object", "{,}", .unexpectedByte, at: 1, but: "{}"),
        .init("two commas", "[1,,2]", .unexpectedByte, at: 3, but: "[1,2]"),
        .init("no comma in an array", "[1 2]", .unexpectedByte, at: 3, but: "[1,2]"),
        .init("no comma in an object", "{\"a\":1 \"b\":2}", .unexpectedByte, at: 7, but: "{\"a\":1,\"b\":2}"),
        .init("a colon in an array", "[\"a\":1]", .unexpectedByte, at: 4, but: "[\"a\",1]"),
        .init("no colon", "{\"a\" 1}", .unexpectedByte, at: 5, but: "{\"a\":1}"),
        .init("two colons", "{\"a\"::1}", .unexpectedByte, at: 5, but: "{\"a\":1}"),
        .init("a name without a value", "{\"a\"}", .unexpectedByte, at: 4, but: "{\"a\":null}"),
        .init("a name without quotes", "{a:1}", .unexpectedByte, at: 1, but: "{\"a\":1}"),
        .init("a number as a name", "{1:1}", .unexpectedByte, at: 1, but: "{\"1\":1}"),
        .init("a name in single quotes", "{'a':1}", .unexpectedByte, at: 1, but: "{\"a\":1}"),
        .init("a string in single quotes", "'a'", .unexpectedByte, at: 0, but: "\"a\""),
        .init("a string not closed", "\"a", .unexpectedEnd, at: 2, but: "\"a\""),
        .init("a name not closed", "{\"a", .unexpectedEnd, at: 3, but: "{\"a\":1}"),
        .init("an object that ends behind a comma", "{\"a\":1,", .unexpectedEnd, at: 7, but: "{\"a\":1}"),
        .init("a word cut off", "tru", .unexpectedEnd, at: 3, but: "true"),
        .init("a word in capitals", "True", .invalidLiteral, at: 0, but: "true"),
        .init("a word too long", "nullx", .invalidLiteral, at: 0, but: "null"),
        .init("a word misspelled", "falze", .invalidLiteral, at: 0, but: "false"),
        .init("undefined", "[undefined]", .invalidLiteral, at: 1, but: "[null]"),
        .init("NaN", "NaN", .invalidLiteral, at: 0, but: "\"NaN\""),
        .init("Infinity", "[Infinity]", .invalidLiteral, at: 1, but: "[\"Infinity\"]"),
    ]

    static let numbers: [MinimalPair] = [
        .init("minus Infinity", "-Infinity", .invalidNumber, at: 1, but: "-1"),
        .init("a plus sign", "+1", .invalidNumber, at: 0, but: "1"),
        .init("a minus sign alone", "-", .unexpectedEnd, at: 1, but: "-0"),
        .init("two minus signs", "--1", .invalidNumber, at: 1, but: "-1"),
        .init("a leading zero", "01", .leadingZero, at: 0, but: "0"),
        .init("a negative leading zero", "[-01]", .leadingZero, at: 1, but: "[-0]"),
        .init("zeros", "00", .leadingZero, at: 0, but: "0.0"),
        .init("a point in front", ".5", .invalidNumber, at: 0, but: "0.5"),
        .init("a point at the end", "[1.]", .invalidNumber, at: 3, but: "[1.0]"),
        .init("a point before an exponent", "1.e1", .invalidNumber, at: 2, but: "1.0e1"),
        .init("an exponent without digits", "[1e]", .invalidNumber, at: 3, but: "[1e0]"),
        .init("an exponent with a sign alone", "[1E+]", .invalidNumber, at: 4, but: "[1E+00]"),
        .init("an exponent with a point", "1e1.0", .trailingContent, at: 3, but: "1e10"),
        .init("hexadecimal", "0x1F", .trailingContent, at: 1, but: "31"),
        .init("digits in groups", "1_000", .trailingContent, at: 1, but: "1000"),
        .init("a full-width digit", "１", .unexpectedByte, at: 0, but: "1"),
        .init("beyond a double", "1e309", .numberOutOfRange, at: 0, but: "1e308"),
        .init("negative beyond a double", "[-1.8e308]", .numberOutOfRange, at: 1, but: "[-1.7e308]"),
        .init(
            "beyond a double without an exponent", String(repeating: "9", count: 310), .numberOutOfRange, at: 0,
            but: String(repeating: "9", count: 308)),
        .init(
            "too many digits", "0." + String(repeating: "1", count: 1_099), .numberTooLong, at: 0,
            but: "0." + String(repeating: "1", count: 1_098)),
    ]

    static let strings: [MinimalPair] = [
        .init(string: "a line feed", [0x0A], .controlCharacter, but: Array("\\n".utf8)),
        .init(string: "a NUL", [0x61, 0x00], .controlCharacter, at: 2, but: Array("a\\u0000".utf8)),
        .init(string: "U+001F", [0x1F], .controlCharacter, but: [0x7F]),
        .init(string: "an unknown escape", Array("\\a".utf8), .invalidEscape, but: Array("\\b".utf8)),
        .init(string: "an escape of a capital", Array("\\N".utf8), .invalidEscape, but: Array("\\n".utf8)),
        .init(string: "an escaped single quote", Array("\\'".utf8), .invalidEscape, but: Array("\\\"".utf8)),
        .init(string: "a hexadecimal escape", Array("\\x41".utf8), .invalidEscape, but: Array("\\u0041".utf8)),
        .init(string: "three digits", Array("\\u004 ".utf8), .invalidEscape, but: Array("\\u0040".utf8)),
        .init(string: "an invalid digit", Array("\\u00G0".utf8), .invalidEscape, but: Array("\\u00F0".utf8)),
        .init(string: "a high surrogate alone", Array("\\uD800".utf8), .loneSurrogate, but: Array("\\uD800\\uDC00".utf8)),
        .init(string: "a high surrogate and text", Array("\\uD83Dabcdef".utf8), .loneSurrogate, but: Array("\\uD83D\\uDE00".utf8)),
        .init(string: "two high surrogates", Array("\\uD800\\uD800".utf8), .loneSurrogate, but: Array("\\uD800\\uDFFF".utf8)),
        .init(string: "a low surrogate alone", Array("\\uDC00".utf8), .loneSurrogate, but: Array("\\uE000".utf8)),
        .init(
            string: "surrogates the wrong way round", Array("\\uDE00\\uD83D".utf8), .loneSurrogate,
            but: Array("\\uD83D\\uDE00".utf8)),
        .init(string: "an escaped noncharacter", Array("\\uFFFF".utf8), .noncharacter, but: Array("\\uFFFD".utf8)),
        .init(
            string: "an escaped noncharacter of plane 1", Array("\\uD83F\\uDFFE".utf8), .noncharacter,
            but: Array("\\uD83F\\uDFFD".utf8)),
        .init(string: "U+FFFE", [0xEF, 0xBF, 0xBE], .noncharacter, but: [0xEF, 0xBF, 0xBD]),
        .init(string: "U+FDD0", [0xEF, 0xB7, 0x90], .noncharacter, but: [0xEF, 0xB7, 0x8F]),
        .init(string: "U+10FFFF", [0xF4, 0x8F, 0xBF, 0xBF], .noncharacter, but: [0xF4, 0x8F, 0xBF, 0xBD]),
        .init(string: "a continuation byte alone", [0x80], .invalidUTF8, but: [0xC2, 0x80]),
        .init(string: "two bytes where one would do", [0xC0, 0xAF], .invalidUTF8, but: [0x2F]),
        .init(string: "an overlong form of two", [0xC1, 0xBF], .invalidUTF8, but: [0xC2, 0xBF]),
        .init(string: "an overlong form of three", [0xE0, 0x9F, 0xBF], .invalidUTF8, but: [0xE0, 0xA0, 0x80]),
        .init(string: "an overlong form of four", [0xF0, 0x8F, 0xBF, 0xBF], .invalidUTF8, but: [0xF0, 0x90, 0x80, 0x80]),
        .init(string: "a surrogate in UTF-8", [0xED, 0xA0, 0x80], .invalidUTF8, but: [0xED, 0x9F, 0xBF]),
        .init(string: "beyond U+10FFFF", [0xF4, 0x90, 0x80, 0x80], .invalidUTF8, but: [0xF4, 0x8F, 0x80, 0x80]),
        .init(string: "a byte that never occurs", [0xFF], .invalidUTF8, but: [0xC3, 0xBF]),
        .init(string: "Latin-1", [0x61, 0xE9], .invalidUTF8, at: 2, but: [0x61, 0xC3, 0xA9]),
        .init(string: "two bytes cut off", [0xC3], .invalidUTF8, but: [0xC3, 0xA9]),
        .init(string: "three bytes cut off", [0xE2, 0x82], .invalidUTF8, but: [0xE2, 0x82, 0xAC]),
        .init(string: "four bytes with a bad end", [0xF0, 0x9F, 0x98, 0x41], .invalidUTF8, but: [0xF0, 0x9F, 0x98, 0x80]),
    ]

    static let names: [MinimalPair] = [
        .init("a name twice", "{\"a\":1,\"a\":1}", .duplicateMember, at: 7, but: "{\"a\":1,\"A\":1}"),
        .init("a name twice, once escaped", "{\"a\":1,\"\\u0061\":1}", .duplicateMember, at: 7, but: "{\"a\":1,\"\\u0062\":1}"),
        .init(
            "a name twice, escaped in two ways", "{\"\\n\":1,\"\\u000A\":1}", .duplicateMember, at: 8,
            but: "{\"\\n\":1,\"\\u000D\":1}"),
        .init("an empty name twice", "{\"\":1,\"\":1}", .duplicateMember, at: 6, but: "{\"\":1}"),
        .init(
            "a name twice in an inner object", "[{\"b\":{\"a\":1,\"a\":1}}]", .duplicateMember, at: 13,
            but: "[{\"a\":{\"a\":1,\"b\":1}}]"),
        .init(
            "a name twice with an object between", "{\"a\":{\"b\":[1]},\"b\":0,\"a\":1}", .duplicateMember, at: 21,
            but: "{\"a\":{\"b\":[1]},\"b\":0,\"c\":1}"),
        .init("a name twice among many", many(40, last: "n3"), .duplicateMember, at: 311, but: many(40, last: "n40")),
        .init(
            "a name twice among many, escaped", many(40, last: "\\u006e3"), .duplicateMember, at: 311,
            but: many(40, last: "\\u006e40")),
        .init(
            "the same name in the same bytes, not by canonical equivalence", "{\"\u{E9}\":1,\"\u{E9}\":1}", .duplicateMember, at: 8,
            but: "{\"\u{E9}\":1,\"e\u{301}\":1}"),
    ]

    /// An object of `count` members and one more.
    private static func many(_ count: Int, last: String) -> String {
        "{" + (0..<count).map { "\"n\($0)\":1," }.joined() + "\"\(last)\":1}"
    }
}
