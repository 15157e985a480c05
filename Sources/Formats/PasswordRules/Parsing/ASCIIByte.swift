/// The bytes that the language gives a meaning.
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
    /// Tab, line feed, form feed, carriage return and space; not the vertical tab.
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
