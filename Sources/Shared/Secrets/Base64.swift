/// base64url without padding (RFC 4648, section 5), with one canonical text for each byte string: ``Base64`` in the URL alphabet.
package enum Base64URL {
    /// Encodes bytes.
    package static func encode(_ bytes: some Collection<UInt8>) -> String { Base64.url.encode(bytes) }

    /// Decodes text. Returns nil if the text is not canonical.
    package static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { Base64.url.decode(utf8: $0) }
    }

    /// Decodes ASCII text. Returns nil if the text is not canonical.
    package static func decode(utf8: some Collection<UInt8>) -> [UInt8]? { Base64.url.decode(utf8: utf8) }
}

/// Base64 without padding (RFC 4648), with one canonical text for each byte string. The alphabet is defined by its last two digits.
///
/// Decoding rejects what other decoders repair: padding, white space, the digits of another alphabet, and trailing bits that are
/// not zero. Two different texts therefore never mean the same bytes. Encoding and decoding neither branch on the data nor index by
/// it, so they are safe for secrets: the time depends only on the length.
package struct Base64: Sendable {
    /// The alphabet for URLs and file names (RFC 4648, section 5).
    package static let url = Base64(digit62: UInt8(ascii: "-"), digit63: UInt8(ascii: "_"))
    /// The standard alphabet (RFC 4648, section 4).
    package static let standard = Base64(digit62: UInt8(ascii: "+"), digit63: UInt8(ascii: "/"))

    private let digit62: UInt8
    private let digit63: UInt8

    /// Creates an alphabet with other digits for 62 and 63, neither of them a letter or a decimal digit.
    package init(digit62: UInt8, digit63: UInt8) {
        self.digit62 = digit62
        self.digit63 = digit63
    }

    /// Encodes bytes.
    package func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(encode(contiguous:)) ?? Array(bytes).withUnsafeBufferPointer(encode(contiguous:))
    }

    /// Decodes ASCII text. Returns nil if the text is not canonical.
    package func decode(utf8: some Collection<UInt8>) -> [UInt8]? {
        if let result = utf8.withContiguousStorageIfAvailable(decode(contiguous:)) { return result }
        return Array(utf8).withUnsafeBufferPointer(decode(contiguous:))
    }

    private func encode(contiguous bytes: UnsafeBufferPointer<UInt8>) -> String {
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

    private func decode(contiguous text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let tail = text.count % 4
        guard tail != 1 else { return nil }
        let count = text.count * 3 / 4
        var valid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count) { bytes, initialized in
            // First the value of each character, in a loop that the compiler turns into vector instructions. A value above 63 marks a
            // character outside the alphabet. The union is checked at the end.
            var seen: UInt8 = 0
            for index in 0..<text.count {
                bytes[index] = value(text[index])
                seen |= bytes[index]
            }
            // Then each group of four in the place of its first three.
            var written = 0
            var index = 0
            while index + 3 < text.count {
                let (a, b, c, d) = (bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3])
                bytes[written] = a << 2 | b >> 4
                bytes[written + 1] = b << 4 | c >> 2
                bytes[written + 2] = c << 6 | d
                written += 3
                index += 4
            }
            if tail >= 2 {
                let (a, b, c) = (bytes[index], bytes[index + 1], tail == 3 ? bytes[index + 2] : 0)
                bytes[written] = a << 2 | b >> 4
                if tail == 3 { bytes[written + 1] = b << 4 | c >> 2 }
                valid = (tail == 3 ? c & 0b11 : b & 0b1111) == 0
            }
            valid = valid && seen < 64
            initialized = count
        }
        return valid ? bytes : nil
    }

    /// Returns the character for the low six bits of `group`.
    private func digit(_ group: UInt32) -> UInt8 {
        let six = Int16(group & 63)
        var digit = six &+ 0x41
        digit &+= Self.isBelow(25, six) & (0x61 - 0x41 - 26)
        digit &+= Self.isBelow(51, six) & (0x30 - 0x61 - 26)
        digit &+= Self.isBelow(61, six) & (Int16(digit62) &- 0x30 &- 10)
        digit &+= Self.isBelow(62, six) & (Int16(digit63) &- Int16(digit62) &- 1)
        return UInt8(truncatingIfNeeded: digit)
    }

    /// Returns the six bits of `character`, or 255.
    @inline(__always)
    private func value(_ character: UInt8) -> UInt8 {
        let character = Int16(character)
        var value: Int16 = -1
        value &+= Self.isBelow(0x40, character) & Self.isBelow(character, 0x5B) & (character &- 0x41 &+ 1)
        value &+= Self.isBelow(0x60, character) & Self.isBelow(character, 0x7B) & (character &- 0x61 &+ 27)
        value &+= Self.isBelow(0x2F, character) & Self.isBelow(character, 0x3A) & (character &- 0x30 &+ 53)
        value &+= Self.isBelow(Int16(digit62) &- 1, character) & Self.isBelow(character, Int16(digit62) &+ 1) & 63
        value &+= Self.isBelow(Int16(digit63) &- 1, character) & Self.isBelow(character, Int16(digit63) &+ 1) & 64
        return UInt8(truncatingIfNeeded: value)
    }

    /// Returns all bits set if `left` is below `right`, and none otherwise. For small numbers only.
    @inline(__always)
    private static func isBelow(_ left: Int16, _ right: Int16) -> Int16 { (left &- right) &>> 15 }
}
