/// 16 hexadecimal digits that change with a text: FNV-1a of 64 bits. It proves nothing about the text.
package struct ContentFingerprint: Sendable, Hashable, CustomStringConvertible {
    /// The digits, in lower case.
    package let description: String

    /// The fingerprint of `text` in UTF-8.
    package init(of text: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        description = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
