/// The bytes of which names are made.
extension UInt8 {
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    var isUpperCase: Bool { self &- UInt8(ascii: "A") < 26 }

    var isLowerCase: Bool { self &- UInt8(ascii: "a") < 26 }

    var isLetterDigitOrHyphen: Bool { isDigit || isUpperCase || isLowerCase || self == UInt8(ascii: "-") }

    /// Space, tab, line ends and all other control characters of ASCII.
    var isSpaceOrControl: Bool { self <= 0x20 || self == 0x7F }

    /// The small letter of a capital one; anything else as it is.
    var lowerCased: UInt8 { isUpperCase ? self | 0x20 : self }

    /// The value of a hexadecimal digit, in either case.
    var hexadecimalDigit: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }
}
