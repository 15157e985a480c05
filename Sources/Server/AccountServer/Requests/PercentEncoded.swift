/// Percent-decoding (RFC 3986 section 2.1) into UTF-8 text, or a refusal.
enum PercentEncoded {
    /// A name or a value of a form: `+` is a space.
    static func form(_ bytes: some Collection<UInt8>, at position: Int) throws(FormError) -> String {
        try decode(bytes, at: position) { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    }

    /// A segment of a path: `+` is itself.
    static func pathSegment(_ bytes: some Collection<UInt8>, at position: Int) throws(FormError) -> String {
        try decode(bytes, at: position) { $0 }
    }

    private static func decode(
        _ bytes: some Collection<UInt8>, at position: Int, plain: (UInt8) -> UInt8
    ) throws(FormError) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        var offset = position
        while let byte = iterator.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = iterator.next().flatMap(hexadecimal), let low = iterator.next().flatMap(hexadecimal) else {
                    throw FormError(.invalidPercentEncoding, at: offset)
                }
                decoded.append(high << 4 | low)
                offset += 3
            } else {
                guard (0x21...0x7E).contains(byte) else { throw FormError(.unencodedByte, at: offset) }
                decoded.append(plain(byte))
                offset += 1
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw FormError(.invalidUTF8, at: position) }
        return text
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
