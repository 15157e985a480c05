/// A key of the enclave as an app knows it.
package struct KeyDescription: WireRecord, Hashable {
    package let reference: KeyReference
    package let publicKey: P256PublicKey
    package let accessControl: AccessControl

    package init(reference: KeyReference, publicKey: P256PublicKey, accessControl: AccessControl) {
        self.reference = reference
        self.publicKey = publicKey
        self.accessControl = accessControl
    }

    package static let wire = WireForm(Self.init, .field(\.reference), .field(\.publicKey), .field(\.accessControl))
}

/// Names a private key of the enclave towards the broker. It opens nothing by itself: the broker looks at who asks and what was shown.
package enum KeyReference: WireRecord, Hashable {
    /// The longest sealed key, in bytes.
    package static let maximumSealedLength = 4_096

    /// A key that stands in the keychain.
    case item(PersistentReference)
    /// A key that stands nowhere: the app holds it, sealed by the broker for this app alone.
    case sealed([UInt8])
    /// The key of a saved right.
    case right(RightIdentifier)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.item) { if case .item(let it) = $0 { it } else { nil } },
        .case(2, Self.sealed, .octets(atMost: Self.maximumSealedLength)) { if case .sealed(let it) = $0 { it } else { nil } },
        .case(3, Self.right) { if case .right(let it) = $0 { it } else { nil } },
    ])
}

/// A P-256 public key in the uncompressed form of X9.63: 4, X and Y, 65 bytes. Whether the point lies on the curve is for the enclave to say.
package struct P256PublicKey: FixedOctets {
    package static let length = 65

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes.first == 4 else { return nil }
        self.bytes = bytes
    }

    /// The same, where the form is to be named.
    package init?(x963: [UInt8]) {
        self.init(x963)
    }

    package var x963: [UInt8] { bytes }
}

/// A P-256 signature as its two numbers, r and s, 32 bytes each (RFC 4754).
package struct P256Signature: FixedOctets {
    package static let length = 64

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}

/// Exactly 32 bytes: what P-256 signs, and what a key exchange gives.
package struct Octets32: FixedOctets {
    package static let length = 32

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}

/// What a TPM states of a key of the enclave: that it was made inside and cannot leave, over a digest that whoever asks has chosen.
///
/// Four structures of TPM 2.0, part 2, in the TPM's own spelling, each behind its length in two bytes: what was signed (TPMS_ATTEST of
/// TPM2_CertifyCreation), the signature (TPMT_SIGNATURE), the public area of the key and that of the attestation key (TPMT_PUBLIC). Whether it
/// holds is for the other side to say: see docs/second-factors.md.
package struct KeyAttestation: WireRecord, Hashable {
    /// The longest, in bytes; one for P-256 has about 460.
    package static let maximumLength = 1_024

    package let bytes: [UInt8]

    /// Refuses what is longer than ``maximumLength``, or empty.
    package init?(_ bytes: [UInt8]) {
        guard (1...Self.maximumLength).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    package static let wire = WireForm(Self.init, .field(\.bytes, .octets(atMost: Self.maximumLength)))
}

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
