/// The app's view of an enclave key.
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

/// A reference to a private key of the enclave. The reference grants nothing: the broker checks the caller and the evidence at each
/// use.
package enum KeyReference: WireRecord, Hashable {
    /// The maximum length of a sealed key, in bytes.
    package static let maximumSealedLength = 4_096

    /// A key in the keychain.
    case item(PersistentReference)
    /// A non-permanent key, sealed by the broker for this app and held by the app.
    case sealed([UInt8])
    /// The key of a saved right.
    case right(RightIdentifier)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.item) { if case .item(let it) = $0 { it } else { nil } },
        .case(2, Self.sealed, .octets(atMost: Self.maximumSealedLength)) { if case .sealed(let it) = $0 { it } else { nil } },
        .case(3, Self.right) { if case .right(let it) = $0 { it } else { nil } },
    ])
}

/// A P-256 public key in the uncompressed form of X9.63: 4, X and Y, 65 bytes. The enclave checks whether the point is on the
/// curve.
package struct P256PublicKey: FixedOctets {
    package static let length = 65

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes.first == 4 else { return nil }
        self.bytes = bytes
    }

    /// Creates a key; the label names the encoding.
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

/// Exactly 32 bytes, such as the input of a P-256 signature or the result of a key exchange.
package struct Octets32: FixedOctets {
    package static let length = 32

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}

/// A TPM's statement that a key was created inside the enclave and cannot leave it, over a digest that the caller chose.
///
/// Four structures of TPM 2.0, part 2, in the TPM's encoding, each preceded by its length in two bytes: the signed data
/// (TPMS_ATTEST of TPM2_CertifyCreation), the signature (TPMT_SIGNATURE), and the public areas of the key and of the attestation
/// key (TPMT_PUBLIC). The relying party verifies them: see docs/second-factors.md.
package struct KeyAttestation: WireRecord, Hashable {
    /// The maximum length, in bytes; an attestation of a P-256 key has about 460.
    package static let maximumLength = 1_024

    package let bytes: [UInt8]

    /// Returns nil if `bytes` is empty or longer than ``maximumLength``.
    package init?(_ bytes: [UInt8]) {
        guard (1...Self.maximumLength).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    package static let wire = WireForm(Self.init, .field(\.bytes, .octets(atMost: Self.maximumLength)))
}

/// The name of a TPM's attestation key (TPM 2.0, part 1, section 16): 00 0B for SHA-256, then the digest of its public area.
package struct AttestationKeyName: FixedOctets {
    package static let length = 34

    package let bytes: [UInt8]

    /// Returns nil for another length or another digest algorithm.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes.starts(with: [0x00, 0x0B]) else { return nil }
        self.bytes = bytes
    }

    /// The name as 68 lower-case hexadecimal digits, the form that tpm2-tools print.
    package var text: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
