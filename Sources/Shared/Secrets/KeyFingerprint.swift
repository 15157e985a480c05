/// Four bytes that identify a master key and reveal nothing about it.
package struct KeyFingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The size in bytes: 4.
    package static let byteCount = 4

    /// The four bytes.
    package let bytes: [UInt8]

    /// Takes the bytes that a stored value names its key with. A damaged value may have fewer than four; no key has such a fingerprint.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads what ``description`` writes: eight hexadecimal digits, in either case.
    package init?(_ text: String) {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 2 * Self.byteCount, !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        bytes = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }

    /// Eight hexadecimal digits, for an operator who looks for a lost key.
    package var description: String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
