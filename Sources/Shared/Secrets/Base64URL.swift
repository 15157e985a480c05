/// base64url without padding (RFC 4648, section 5), one spelling for each byte string.
///
/// Decoding refuses what other decoders repair: padding, white space, the standard alphabet's `+` and `/`, and trailing
/// bits that are not zero. Two different texts therefore never mean the same bytes. The tables are indexed by the data, so
/// neither direction runs in constant time.
package enum Base64URL {
    /// The text for `bytes`; empty for none.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(encode(contiguous:)) ?? Array(bytes).withUnsafeBufferPointer(encode(contiguous:))
    }

    /// The bytes `text` stands for, or nil where it is not the one spelling of them.
    package static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8(decode(contiguous:))
    }

    /// The bytes that ASCII text given as `utf8` stands for, or nil where it is not the one spelling of them.
    package static func decode(utf8: some Collection<UInt8>) -> [UInt8]? {
        if let result = utf8.withContiguousStorageIfAvailable(decode(contiguous:)) { return result }
        return Array(utf8).withUnsafeBufferPointer(decode(contiguous:))
    }

    private static func encode(contiguous bytes: UnsafeBufferPointer<UInt8>) -> String {
        let count = (bytes.count * 4 + 2) / 3
        return String(unsafeUninitializedCapacity: count) { text in
            var written = 0
            var index = 0
            while index + 2 < bytes.count {
                let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
                text[written] = digit(group >> 18)
                text[written + 1] = digit(group >> 12)
                text[written + 2] = digit(group >> 6)
                text[written + 3] = digit(group)
                written += 4
                index += 3
            }
            switch bytes.count - index {
            case 1:
                let group = UInt32(bytes[index]) << 16
                text[written] = digit(group >> 18)
                text[written + 1] = digit(group >> 12)
            case 2:
                let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8
                text[written] = digit(group >> 18)
                text[written + 1] = digit(group >> 12)
                text[written + 2] = digit(group >> 6)
            default:
                break
            }
            return count
        }
    }

    private static func decode(contiguous text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let tail = text.count % 4
        guard tail != 1 else { return nil }
        let count = text.count * 3 / 4
        var valid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            // A value above 63 marks a character outside the alphabet; their union tells at the end.
            var seen: UInt8 = 0
            var written = 0
            var index = 0
            while index + 3 < text.count {
                let (a, b, c, d) = (value(text[index]), value(text[index + 1]), value(text[index + 2]), value(text[index + 3]))
                seen |= a | b | c | d
                bytes[written] = a << 2 | b >> 4
                bytes[written + 1] = b << 4 | c >> 2
                bytes[written + 2] = c << 6 | d
                written += 3
                index += 4
            }
            if tail >= 2 {
                let (a, b) = (value(text[index]), value(text[index + 1]))
                let c = tail == 3 ? value(text[index + 2]) : 0
                seen |= a | b | c
                bytes[written] = a << 2 | b >> 4
                if tail == 3 {
                    bytes[written + 1] = b << 4 | c >> 2
                }
                let unused = tail == 3 ? c & 0b11 : b & 0b1111
                valid = unused == 0
            }
            valid = valid && seen < 64
            initialized = count
        }
        return valid ? bytes : nil
    }

    /// The character for the low six bits of `group`.
    private static func digit(_ group: UInt32) -> UInt8 {
        alphabet.utf8Start[Int(group & 63)]
    }

    /// The six bits `character` stands for, or 255.
    private static func value(_ character: UInt8) -> UInt8 {
        switch character {
        case 0x41...0x5A: character - 0x41
        case 0x61...0x7A: character - 0x61 + 26
        case 0x30...0x39: character - 0x30 + 52
        case 0x2D: 62
        case 0x5F: 63
        default: 255
        }
    }

    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
}
