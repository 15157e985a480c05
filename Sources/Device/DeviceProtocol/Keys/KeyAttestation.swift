/// What a TPM states of a key of the enclave: that it was made inside and cannot leave, over a digest that whoever asks has chosen.
///
/// Four structures of TPM 2.0, part 2, in the TPM's own spelling, each behind its length in two bytes: what was signed (TPMS_ATTEST of
/// TPM2_CertifyCreation), the signature (TPMT_SIGNATURE), the public area of the key and that of the attestation key (TPMT_PUBLIC). Whether it
/// holds is for the other side to say: see docs/second-factors.md.
package struct KeyAttestation: WireValue, Hashable, Sendable {
    /// The longest, in bytes; one for P-256 has about 460.
    package static let maximumLength = 1_024

    package let bytes: [UInt8]

    /// Refuses what is longer than ``maximumLength``, or empty.
    package init?(_ bytes: [UInt8]) {
        guard (1...Self.maximumLength).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self = try reader.checked(Self(try reader.octets(atMost: Self.maximumLength)), from: start)
    }

    package func write(to writer: inout WireWriter) {
        writer.octets(bytes)
    }
}
