/// Percent escapes of URLs (RFC 3986 section 2.1).
enum PercentEscapes {
    /// The text with its escapes decoded; a percent sign that begins none stays. Nil where the result is not UTF-8.
    static func decoded(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var (result, index) = ([UInt8](), 0)
        while index < bytes.count {
            if let value = value(at: index, of: bytes) {
                result.append(value)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(validating: result, as: UTF8.self)
    }

    /// What the escape at this place stands for; nil where none begins there.
    static func value(at index: Int, of bytes: [UInt8]) -> UInt8? {
        guard index + 2 < bytes.count, bytes[index] == UInt8(ascii: "%"), let high = bytes[index + 1].hexadecimalDigit,
            let low = bytes[index + 2].hexadecimalDigit
        else { return nil }
        return high << 4 | low
    }
}
