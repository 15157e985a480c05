/// The bytes that mean something in JSON.
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

    var isDigit: Bool { self &- .zero < 10 }

    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// The value of a hexadecimal digit, in either case.
    var hexadecimalValue: UInt32? {
        if isDigit { return UInt32(self - .zero) }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? UInt32(letter) + 10 : nil
    }
}
