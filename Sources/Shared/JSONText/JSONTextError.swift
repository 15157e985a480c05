/// The reason why a text is not valid strict JSON, with its position.
package struct JSONTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error. The raw values are stable and may be exposed.
    package enum Code: String, Sendable, CaseIterable {
        /// The text has more bytes than `JSONLimits.maximumBytes`.
        case tooLarge = "too-large"
        /// The text is nested deeper than `JSONLimits.maximumDepth`.
        case tooDeep = "too-deep"
        /// The text begins with U+FEFF (RFC 8259 section 8.1).
        case byteOrderMark = "byte-order-mark"
        /// A string contains bytes that are not UTF-8: overlong forms, surrogates, values above U+10FFFF, or incomplete sequences.
        case invalidUTF8 = "invalid-utf8"
        /// The text ends before its value is complete, or is empty.
        case unexpectedEnd = "unexpected-end"
        /// A byte is not permitted at this position.
        case unexpectedByte = "unexpected-byte"
        /// A comma is followed by no element or member.
        case trailingComma = "trailing-comma"
        /// The text continues after its value.
        case trailingContent = "trailing-content"
        /// A literal name other than `true`, `false` and `null`, such as `NaN` or `Infinity`.
        case invalidLiteral = "invalid-literal"
        /// A number does not match the grammar, such as `+1`, `.5`, `1.` or `1e`.
        case invalidNumber = "invalid-number"
        /// A number has a leading zero, such as `01`.
        case leadingZero = "leading-zero"
        /// A number is outside the range of a double (RFC 7493 section 2.2).
        case numberOutOfRange = "number-out-of-range"
        /// A number has more characters than `JSONLimits.maximumNumberLength`.
        case numberTooLong = "number-too-long"
        /// A string contains an unescaped control character (U+0000 to U+001F).
        case controlCharacter = "control-character"
        /// A backslash does not start a valid escape.
        case invalidEscape = "invalid-escape"
        /// A string contains an escaped surrogate without its other half (RFC 7493 section 2.1).
        case loneSurrogate = "lone-surrogate"
        /// A string contains a noncharacter, such as U+FFFF (RFC 7493 section 2.1).
        case noncharacter = "noncharacter"
        /// An object contains a member name twice (RFC 7493 section 2.3). Names are compared byte for byte after unescaping.
        case duplicateMember = "duplicate-member"
    }

    /// The kind of error.
    package let code: Code

    /// The position of the invalid byte; for a duplicate, the start of the second name.
    package let position: TextPosition

    /// The reason in words. It contains at most a shortened member name, never a value.
    package let reason: String

    /// `line:column: reason`.
    package var description: String { "\(position): \(reason)" }
}

/// A position in a text.
package struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, counted from 1. LF, CR and CR LF end a line.
    package let line: Int

    /// The column in Unicode scalars, counted from 1.
    package let column: Int

    /// The offset from the start in bytes, counted from 0.
    package let offset: Int

    /// The start of a text.
    package static let start = TextPosition(line: 1, column: 1, offset: 0)

    /// Creates a position. Line and column count from 1, the offset from 0.
    package init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// Computes the position of the byte at `offset` by scanning `bytes` from the start.
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

    /// Whether the left position is earlier in the text.
    package static func < (left: TextPosition, right: TextPosition) -> Bool { left.offset < right.offset }
}

/// A path to a value within a document (RFC 6901): `/keys/0/kid`. The empty path is the whole document.
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// The path with `~` as `~0` and `/` as `~1`.
    package let text: String

    /// The whole document.
    package static let root = JSONPointer(text: "")

    /// Returns the path of a member of the object at this path.
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

    /// Returns the path of an element, counted from 0, of the array at this path.
    package func appending(_ position: Int) -> JSONPointer { JSONPointer(text: text + "/" + String(position)) }

    /// The path as written.
    package var description: String { text }
}
