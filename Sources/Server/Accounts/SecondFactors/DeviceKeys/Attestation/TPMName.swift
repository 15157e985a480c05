import Crypto

/// The name of an object in a TPM (TPM 2.0, part 1, section 16): 00 0B for SHA-256, and the digest of its public area, 34 bytes.
package struct TPMName: Hashable, Sendable, CustomStringConvertible {
    package static let byteCount = 34
    private static let algorithm: [UInt8] = [0x00, 0x0B]

    package let bytes: [UInt8]

    /// Refuses every other length, and names by another digest.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.algorithm) else { return nil }
        self.bytes = bytes
    }

    /// From 68 lower-case hexadecimal digits, as `latchkey device attestation-key` and tpm2-tools print a name. Refuses any other spelling.
    package init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index].lowerCaseHexadecimal, let low = digits[index + 1].lowerCaseHexadecimal else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.init(bytes)
    }

    init(ofArea area: some Sequence<UInt8>) {
        bytes = Self.algorithm + SHA256.hash(data: Array(area))
    }

    /// The digits that ``init(_:)-(String)`` takes.
    package var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension UInt8 {
    fileprivate var lowerCaseHexadecimal: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
