import Crypto
import DeviceProtocol
import FoundationEssentials

/// A new key: the blob to store, and the public key.
package struct EnclaveKey: Hashable, Sendable {
    /// The blob that the broker stores and passes back to use the key. It is not secret: the private key in it is wrapped by the
    /// enclave.
    package let blob: KeyBlob
    /// The public key.
    package let publicKey: EnclavePublicKey

    /// Creates a key from the enclave's results.
    package init(blob: KeyBlob, publicKey: EnclavePublicKey) {
        self.blob = blob
        self.publicKey = publicKey
    }
}

/// A key in its stored form: opaque, below 1 KiB, with a version in the first byte.
package struct KeyBlob: Hashable, Sendable {
    /// The stored bytes.
    package let bytes: [UInt8]

    /// Wraps stored bytes. Only their use shows whether they are genuine.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A point on P-256 other than the point at infinity.
package struct EnclavePublicKey: Hashable, Sendable {
    /// The size of the uncompressed form: 65 bytes.
    package static let byteCount = 65

    /// The uncompressed form of X9.63 and SEC 1, section 2.3.3: 4, x, y.
    package let x963: [UInt8]

    /// The parsed point. It is stored because parsing takes longer than comparing or copying.
    let point: P256.KeyAgreement.PublicKey

    /// Creates a key from the uncompressed form. Returns nil for any other form or length, and for a point that is not on the
    /// curve.
    package init?(x963 bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.byteCount, bytes[0] == 4,
            let point = try? P256.KeyAgreement.PublicKey(x963Representation: bytes)
        else { return nil }
        x963 = bytes
        self.point = point
    }

    package static func == (one: EnclavePublicKey, other: EnclavePublicKey) -> Bool { one.x963 == other.x963 }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(x963)
    }

    /// The x coordinate, 32 bytes.
    var x: ArraySlice<UInt8> { x963[1..<33] }
    /// The y coordinate, 32 bytes.
    var y: ArraySlice<UInt8> { x963[33..<65] }
}

/// The 32 bytes that P-256 ECDSA signs.
package struct SignatureInput: Hashable, Sendable {
    /// The size in bytes: 32.
    package static let byteCount = 32

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Uses the bytes unchanged; returns nil unless there are 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Converts a digest of any length as ECDSA does (FIPS 186-5, section 6.4.1): the leftmost 32 bytes of a longer digest; a
    /// shorter digest is padded with leading zeros. Does not hash.
    package init(digest: some Sequence<UInt8>) {
        let leading = Array(digest.prefix(Self.byteCount))
        bytes = [UInt8](repeating: 0, count: Self.byteCount - leading.count) + leading
    }
}

/// One use of a private key: the key and the operation.
struct KeyUse: WireRecord, Hashable {
    /// The operation.
    enum Operation: Hashable, Sendable {
        case sign(SignatureInput)
        case agree(EnclavePublicKey)
    }

    /// The stored key.
    let blob: [UInt8]
    /// The operation.
    let operation: Operation

    /// The digest of the whole use, to which the software enclave binds presence.
    var binding: [UInt8] {
        var writer = WireWriter()
        writer.bareOctets("latchkey/v1 use".utf8)
        write(to: &writer)
        return Array(SHA256.hash(data: writer.bytes))
    }

    static let wire = WireForm(Self.init, .field(\.blob, .shortOctets(atMost: BlobLimits.byteCount)), .field(\.operation))
}

extension KeyUse.Operation: WireRecord {
    static let wire = WireForm<Self>(cases: [
        .case(1, Self.sign, input) { if case .sign(let it) = $0 { it } else { nil } },
        .case(2, Self.agree, peer) { if case .agree(let it) = $0 { it } else { nil } },
    ])

    private static let input = WireKind<SignatureInput>.made(
        of: .bareOctets(SignatureInput.byteCount), by: { SignatureInput($0) }, spelled: { $0.bytes })
    private static let peer = WireKind<EnclavePublicKey>.made(
        of: .bareOctets(EnclavePublicKey.byteCount), by: { EnclavePublicKey(x963: $0) }, spelled: { $0.x963 })
}

/// Limits of stored data.
enum BlobLimits {
    /// The maximum length of a blob; those of a TPM have about 240 bytes.
    static let byteCount = 1024
}
