/// Four bytes that tell keys apart without telling anything of them.
package struct KeyFingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The four bytes.
    package let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Eight hexadecimal digits, for an operator who looks for a lost key.
    package var description: String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
