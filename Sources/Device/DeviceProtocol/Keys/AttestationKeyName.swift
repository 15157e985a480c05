/// The name of a TPM's attestation key (TPM 2.0, part 1, section 16): 00 0B for SHA-256, and the digest of its public area.
package struct AttestationKeyName: FixedOctets {
    package static let length = 34

    package let bytes: [UInt8]

    /// Refuses every other length, and names by another digest.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes.starts(with: [0x00, 0x0B]) else { return nil }
        self.bytes = bytes
    }

    /// 68 lower-case hexadecimal digits, as tpm2-tools print a name.
    package var text: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
