/// The 32 bytes that ECDSA on P-256 takes of a digest.
package struct SignatureInput: Hashable, Sendable {
    /// The size in bytes: 32.
    package static let byteCount = 32

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// The bytes as they are; nil for anything but 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// What ECDSA takes of a digest of any length (FIPS 186-5, section 6.4.1): the leftmost 32 bytes of a longer one; a shorter one is a
    /// number, so that zeros go before it. None of it is hashed again.
    package init(digest: some Sequence<UInt8>) {
        let leading = Array(digest.prefix(Self.byteCount))
        bytes = [UInt8](repeating: 0, count: Self.byteCount - leading.count) + leading
    }
}
