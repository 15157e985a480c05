/// A word of the text, packed into two numbers so that words are compared without a string.
struct Identifier: Equatable {
    private let high: UInt64
    private let low: UInt64

    /// Packs a literal of at most 15 bytes.
    private init(_ word: StaticString) {
        (high, low) = word.withUTF8Buffer { $0.reduce((0, 0)) { Self.append($1, to: $0) } }
    }

    /// Reads the word at the position and advances the position past it.
    @inline(__always) init(_ bytes: Span<UInt8>, _ position: inout Int) {
        let start = position
        var words: (high: UInt64, low: UInt64) = (0, 0)
        while position < bytes.count, bytes[position].isIdentifierByte {
            words = Self.append(bytes[position], to: words)
            position += 1
        }
        // No property or class has more than 15 bytes, so a longer word may become any value that matches none of them.
        (high, low) = position - start > 15 ? (0, 0) : words
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    @inline(__always) private static func append(_ byte: UInt8, to words: (UInt64, UInt64)) -> (high: UInt64, low: UInt64) {
        (words.0 << 8 | words.1 >> 56, words.1 << 8 | UInt64(byte))
    }

    /// The property with this name. Case-sensitive.
    var propertyName: PasswordRule.Name? {
        switch self {
        case .required: .required
        case .allowed: .allowed
        case .minLength: .minLength
        case .maxLength: .maxLength
        case .maxConsecutive: .maxConsecutive
        default: nil
        }
    }

    /// The class with this name. Ignores case.
    var className: CharacterClass.Name? {
        switch Identifier(high: Self.lowercased(high), low: Self.lowercased(low)) {
        case .upper: .upper
        case .lower: .lower
        case .digit: .digit
        case .special: .special
        case .unicode: .unicode
        case .asciiPrintable: .asciiPrintable
        default: nil
        }
    }

    /// Sets bit 5 of every byte in use. Upper-case letters become lower-case; the dash and lower-case letters do not change.
    private static func lowercased(_ bytes: UInt64) -> UInt64 {
        let unused = UInt64(bytes.leadingZeroBitCount & ~7)
        return bytes | (0x2020_2020_2020_2020 >> unused)
    }

    private static let required = Identifier("required")
    private static let allowed = Identifier("allowed")
    private static let minLength = Identifier("minlength")
    private static let maxLength = Identifier("maxlength")
    private static let maxConsecutive = Identifier("max-consecutive")
    private static let upper = Identifier("upper")
    private static let lower = Identifier("lower")
    private static let digit = Identifier("digit")
    private static let special = Identifier("special")
    private static let unicode = Identifier("unicode")
    private static let asciiPrintable = Identifier("ascii-printable")
}

/// The bytes with a meaning in the language.
enum ASCIIByte {
    static let space = UInt8(ascii: " ")
    static let tilde = UInt8(ascii: "~")
    static let dash = UInt8(ascii: "-")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let openingBracket = UInt8(ascii: "[")
    static let closingBracket = UInt8(ascii: "]")
}

extension UInt8 {
    /// Whether the byte is a tab, line feed, form feed, carriage return or space. The vertical tab is not white space.
    @inline(__always) var isRulesWhitespace: Bool {
        self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
    }

    @inline(__always) var isIdentifierByte: Bool {
        let letter = self | 0x20
        return (letter >= 0x61 && letter <= 0x7A) || self == ASCIIByte.dash
    }

    @inline(__always) var isDigitByte: Bool { self >= 0x30 && self <= 0x39 }

    @inline(__always) var isPrintableByte: Bool { self >= ASCIIByte.space && self <= ASCIIByte.tilde }
}
