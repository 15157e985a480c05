/// Base32 (RFC 4648 section 6), the text form of one-time password keys.
public enum Base32 {
    /// Decodes the canonical form: upper-case letters, no padding, unused bits zero.
    ///
    /// - Throws: ``OneTimeCodesError`` at the first character outside the alphabet, for an impossible length, and for unused bits that
    ///   are not zero.
    public static func decode(_ text: String) throws(OneTimeCodesError) -> [UInt8] {
        try decode(Array(text.utf8).enumerated().map { ($0.offset, $0.element) }, length: text.utf8.count)
    }

    /// Decodes text that a user types. Accepts lower-case letters, spaces and hyphens anywhere, and padding at the end.
    ///
    /// - Throws: As ``decode(_:)``. Positions refer to the typed text.
    public static func decodeTyped(_ text: String) throws(OneTimeCodesError) -> [UInt8] {
        var bytes = Array(text.utf8.enumerated().map { ($0.offset, $0.element) })
        while let last = bytes.last, last.1 == UInt8(ascii: "=") || isGap(last.1) { bytes.removeLast() }
        let letters = bytes.filter { !isGap($0.1) }.map { (place, byte) in
            (place, byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte & 0xDF : byte)
        }
        return try decode(letters, length: text.utf8.count)
    }

    /// Encodes bytes in the canonical form.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var (buffer, bits) = (UInt32(0), UInt32(0))
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(buffer >> bits & 31)])
            }
            buffer &= (1 << bits) - 1
        }
        if bits > 0 { text.append(alphabet[Int(buffer << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func decode(_ letters: [(Int, UInt8)], length: Int) throws(OneTimeCodesError) -> [UInt8] {
        var bytes: [UInt8] = []
        var (buffer, bits) = (UInt32(0), UInt32(0))
        for (place, letter) in letters {
            guard let value = value(of: letter) else { throw OneTimeCodesError(.character, at: place) }
            buffer = buffer << 5 | value
            bits += 5
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            buffer &= (1 << bits) - 1
        }
        // Fewer than five bits remain after whole bytes. They must be zero, so that each key has exactly one text.
        guard bits < 5 else { throw OneTimeCodesError(.length, at: length) }
        guard buffer == 0 else { throw OneTimeCodesError(.unusedBits, at: letters.last?.0 ?? 0) }
        return bytes
    }

    private static func value(of letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(letter - UInt8(ascii: "2")) + 26
        default: nil
        }
    }

    private static func isGap(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
}
