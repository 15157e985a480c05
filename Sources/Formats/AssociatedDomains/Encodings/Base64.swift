/// Base64 (RFC 4648 section 4) with white space anywhere, as PEM and Apple's property lists break and indent it.
enum Base64 {
    /// The bytes; nil for a character of no digit, for padding that is not complete, and for unused bits that are not zero.
    static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (buffer, bits, padding) = (UInt32(0), 0, 0)
        for byte in text where !byte.isSpaceOrControl {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: byte) else { return nil }
            buffer = buffer << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            buffer &= (1 << UInt32(bits)) - 1
        }
        return buffer == 0 && padding == bits / 2 && bits != 6 ? bytes : nil
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case _ where digit.isUpperCase: UInt32(digit - UInt8(ascii: "A"))
        case _ where digit.isLowerCase: UInt32(digit - UInt8(ascii: "a")) + 26
        case _ where digit.isDigit: UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
