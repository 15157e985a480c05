/// base64url without padding (RFC 4648 section 5, RFC 7515 section 2), canonical spelling only.
enum Base64URL {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(letters[Int(buffer >> UInt32(bits) & 63)])
            }
            buffer &= 0xFF
        }
        if bits > 0 { text.append(letters[Int(buffer << UInt32(6 - bits) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes, or nil for padding, foreign characters, an impossible length, or bits that are not zero at the end.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for letter in text {
            guard let value = value(of: letter) else { return nil }
            buffer = (buffer << 6 | value) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        guard bits < 6, buffer & (1 << UInt32(bits) - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of letter: UInt8) -> UInt32? {
        switch letter {
        case 0x41...0x5A: UInt32(letter) - 0x41
        case 0x61...0x7A: UInt32(letter) - 0x47
        case 0x30...0x39: UInt32(letter) + 4
        case 0x2D: 62
        case 0x5F: 63
        default: nil
        }
    }
}
