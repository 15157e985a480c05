/// Percent-encoding (RFC 3986 section 2.1).
enum PercentEncoding {
    /// The text with everything encoded but the unreserved characters (section 2.3).
    static func encode(_ text: String) -> String {
        String(
            decoding: text.utf8.flatMap { byte -> [UInt8] in
                isUnreserved(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            }, as: UTF8.self)
    }

    /// The text that is encoded; nil where a percent sign has not two hexadecimal digits after it, or what comes out is not UTF-8.
    /// A plus sign is a plus sign.
    static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        digits.firstIndex(of: byte >= 0x61 ? byte & 0xDF : byte).map { UInt8($0) }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
