extension PropertyListValue {
    /// A scalar as XML writes it; nil where the text is none of its kind.
    init?(_ text: String, of tag: String) {
        switch tag {
        case "string":
            self = .string(text)
        case "integer":
            guard let value = Int64(text) else { return nil }
            self = .integer(value)
        case "real":
            // `Double` would also take hexadecimal digits, `nan` and `inf`.
            guard text.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }), let value = Double(text), value.isFinite else {
                return nil
            }
            self = .real(value)
        case "date":
            guard let time = UTCTime(text) else { return nil }
            self = .date(Double(time.secondsSince1970))
        case "data":
            guard let bytes = Self.base64(text.utf8) else { return nil }
            self = .data(bytes)
        default:
            return nil
        }
    }

    /// Base64 (RFC 4648 section 4) with white space anywhere, as Apple's writers indent it. Padding must be complete, and unused
    /// bits zero.
    private static func base64(_ text: String.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (buffer, bits, padding) = (UInt32(0), 0, 0)
        for byte in text where !byte.isSpaceOrControl {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = base64Value(byte) else { return nil }
            buffer = buffer << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            buffer &= (1 << UInt32(bits)) - 1
        }
        return buffer == 0 && padding == bits / 2 && bits != 6 ? bytes : nil
    }

    private static func base64Value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case _ where byte.isUpperCase: UInt32(byte - UInt8(ascii: "A"))
        case _ where byte.isLowerCase: UInt32(byte - UInt8(ascii: "a")) + 26
        case _ where byte.isDigit: UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
