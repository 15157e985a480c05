/// The characters of addresses (RFC 3986 section 2).
enum PercentEncoding {
    /// Keeps the unreserved characters, and encodes every other byte.
    static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if byte.isUnreserved {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += (digits.utf8.count == 1 ? "%0" : "%") + digits
            }
        }
        return encoded
    }

    /// Whether all bytes may stand in an address, and every percent sign begins a complete escape.
    static func isWellFormed(_ bytes: some Sequence<UInt8>) -> Bool {
        var digitsDue = 0
        for byte in bytes {
            if digitsDue > 0 {
                guard byte.isHexadecimalDigit else { return false }
                digitsDue -= 1
            } else if byte == UInt8(ascii: "%") {
                digitsDue = 2
            } else if !byte.isUnreserved, !Self.reserved.contains(byte) {
                return false
            }
        }
        return digitsDue == 0
    }

    private static let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)
}

extension UInt8 {
    var isASCIIAlphanumeric: Bool { (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 }

    var isHexadecimalDigit: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 6 }

    var isUnreserved: Bool { isASCIIAlphanumeric || "-._~".utf8.contains(self) }
}
