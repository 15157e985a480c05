import Crypto
import DeviceProtocol
import FoundationEssentials

/// A new key: the blob to store and the public part.
package struct EnclaveKey: Hashable, Sendable {
    /// What the broker stores and shows again to use the key. It is no secret: the private key in it is wrapped by the enclave.
    package let blob: KeyBlob
    /// The public key.
    package let publicKey: EnclavePublicKey

    /// A key as the enclave made it.
    package init(blob: KeyBlob, publicKey: EnclavePublicKey) {
        self.blob = blob
        self.publicKey = publicKey
    }
}

/// A key as the broker stores it: opaque, below 1 KiB, the first byte a version.
package struct KeyBlob: Hashable, Sendable {
    /// The stored bytes.
    package let bytes: [UInt8]

    /// Takes up stored bytes; only using them tells whether they are genuine.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A point on P-256 that is not the point at infinity.
package struct EnclavePublicKey: Hashable, Sendable {
    /// The size of the uncompressed form: 65 bytes.
    package static let byteCount = 65

    /// The uncompressed form of X9.63 and SEC 1, section 2.3.3: 4, x, y.
    package let x963: [UInt8]

    /// Takes the uncompressed form; nil for any other form or length and for what is not on the curve.
    package init?(x963 bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.byteCount, bytes[0] == 4,
            (try? P256.KeyAgreement.PublicKey(x963Representation: bytes)) != nil
        else { return nil }
        x963 = bytes
    }

    /// The x coordinate, 32 bytes.
    var x: ArraySlice<UInt8> { x963[1..<33] }
    /// The y coordinate, 32 bytes.
    var y: ArraySlice<UInt8> { x963[33..<65] }
}

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

/// One private operation: which key, and what is done with it.
struct KeyUse: WireRecord, Hashable {
    /// What is done.
    enum Operation: Hashable, Sendable {
        case sign(SignatureInput)
        case agree(EnclavePublicKey)
    }

    /// The stored key.
    let blob: [UInt8]
    /// What is done with it.
    let operation: Operation

    /// The digest of all of it, to which the software enclave binds presence.
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

/// Bounds of what is stored outside.
enum BlobLimits {
    /// No blob is longer: a TPM's are about 240 bytes.
    static let byteCount = 1024
}
