/// Why a text is not the JSON we take, and where.
package struct JSONTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem. The raw values are stable and may be shown to the outside.
    package enum Code: String, Sendable, CaseIterable {
        /// More bytes than `JSONLimits.maximumBytes`.
        case tooLarge = "too-large"
        /// Nested deeper than `JSONLimits.maximumDepth`.
        case tooDeep = "too-deep"
        /// The text begins with U+FEFF (RFC 8259 section 8.1).
        case byteOrderMark = "byte-order-mark"
        /// Bytes within a string that are not UTF-8: overlong forms, surrogates, beyond U+10FFFF, cut off.
        case invalidUTF8 = "invalid-utf8"
        /// The text ends before its value does; also an empty text.
        case unexpectedEnd = "unexpected-end"
        /// A byte that cannot stand at this place.
        case unexpectedByte = "unexpected-byte"
        /// A comma with nothing after it.
        case trailingComma = "trailing-comma"
        /// Something after the one value of the text.
        case trailingContent = "trailing-content"
        /// A word other than `true`, `false` and `null`; among them `NaN` and `Infinity`.
        case invalidLiteral = "invalid-literal"
        /// A number that the grammar does not know, such as `+1`, `.5`, `1.` or `1e`.
        case invalidNumber = "invalid-number"
        /// A number with a needless zero in front, such as `01`.
        case leadingZero = "leading-zero"
        /// A number beyond the range of a double (RFC 7493 section 2.2).
        case numberOutOfRange = "number-out-of-range"
        /// A number with more characters than `JSONLimits.maximumNumberLength`.
        case numberTooLong = "number-too-long"
        /// A control character (U+0000 to U+001F) within a string, not escaped.
        case controlCharacter = "control-character"
        /// A backslash followed by something that is not an escape.
        case invalidEscape = "invalid-escape"
        /// Half of a surrogate pair, escaped (RFC 7493 section 2.1).
        case loneSurrogate = "lone-surrogate"
        /// A code point that is never a character, such as U+FFFF (RFC 7493 section 2.1).
        case noncharacter = "noncharacter"
        /// A member name that stands twice in one object (RFC 7493 section 2.3), compared byte for byte after unescaping.
        case duplicateMember = "duplicate-member"
    }

    /// The kind of problem.
    package let code: Code

    /// Where the offending byte stands; for a duplicate, where the second name begins.
    package let position: TextPosition

    /// What is wrong, in words. Quotes at most the name of a member, shortened, never a value.
    package let reason: String

    /// `line:column: reason`.
    package var description: String { "\(position): \(reason)" }
}

/// A place in a text.
package struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, counted from 1. LF, CR and CR LF each end a line.
    package let line: Int

    /// The column in Unicode scalars, counted from 1.
    package let column: Int

    /// The distance from the beginning in bytes, counted from 0.
    package let offset: Int

    /// The beginning of every text.
    package static let start = TextPosition(line: 1, column: 1, offset: 0)

    /// A place; line and column count from 1, the offset from 0.
    package init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// The place `offset` bytes into `bytes`, found by walking from the beginning.
    init(offset: Int, in bytes: Span<UInt8>) {
        var line = 1
        var column = 1
        for index in 0..<min(offset, bytes.count) {
            let byte = bytes[index]
            let endsLine =
                byte == .lineFeed || (byte == .carriageReturn && !(index + 1 < bytes.count && bytes[index + 1] == .lineFeed))
            if endsLine {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80, byte != .carriageReturn {
                // A continuation byte belongs to the scalar already counted.
                column += 1
            }
        }
        self.init(line: line, column: column, offset: offset)
    }

    /// `line:column`, as compilers print it.
    package var description: String { "\(line):\(column)" }

    /// Earlier in the text is less.
    package static func < (left: TextPosition, right: TextPosition) -> Bool { left.offset < right.offset }
}

/// A path to a value within a document (RFC 6901): `/keys/0/kid`. The empty path is the whole document.
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// The path as written, with `~` as `~0` and `/` as `~1`.
    package let text: String

    /// The whole document.
    package static let root = JSONPointer(text: "")

    /// The path of a member of the object at this path.
    package func appending(_ name: String) -> JSONPointer {
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return JSONPointer(text: text + "/" + escaped)
    }

    /// The path of an element, counted from 0, of the array at this path.
    package func appending(_ position: Int) -> JSONPointer { JSONPointer(text: text + "/" + String(position)) }

    /// The path as written.
    package var description: String { text }
}
