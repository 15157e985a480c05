/// The SHA-256 of the certificate that an Android app is signed with.
public struct CertificateFingerprint: Sendable, Hashable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// A fingerprint from 32 pairs of hexadecimal digits with colons between them, in either case; nil for anything else.
    public init?(_ text: String) {
        let pairs = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard pairs.count == Self.length else { return nil }
        var bytes: [UInt8] = []
        for pair in pairs {
            guard pair.count == 2, let high = pair.first?.hexadecimalDigit, let low = pair.last?.hexadecimalDigit else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// The fingerprint in capital letters, as Android's tools print it.
    public var description: String {
        bytes.map { String($0 >> 4, radix: 16, uppercase: true) + String($0 & 0xF, radix: 16, uppercase: true) }.joined(
            separator: ":")
    }

    private static let length = 32
}
