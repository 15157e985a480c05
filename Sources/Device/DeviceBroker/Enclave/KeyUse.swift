import Crypto
import DeviceProtocol
import FoundationEssentials

/// One private operation: which key, and what is done with it.
struct KeyUse: Hashable, Sendable {
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
}

extension KeyUse: WireValue {
    private enum Tag: UInt8, WireValue {
        case sign = 1
        case agree = 2
    }

    func write(to writer: inout WireWriter) {
        writer.shortOctets(blob)
        switch operation {
        case .sign(let input):
            writer.value(Tag.sign)
            writer.bareOctets(input.bytes)
        case .agree(let peer):
            writer.value(Tag.agree)
            writer.bareOctets(peer.x963)
        }
    }

    init(from reader: inout WireReader) throws(WireError) {
        blob = try reader.shortOctets(atMost: BlobLimits.byteCount)
        let start = reader.position
        switch try reader.value(Tag.self) {
        case .sign:
            operation = .sign(
                try reader.checked(SignatureInput(try reader.bareOctets(SignatureInput.byteCount)), from: start))
        case .agree:
            operation = .agree(
                try reader.checked(EnclavePublicKey(x963: try reader.bareOctets(EnclavePublicKey.byteCount)), from: start))
        }
    }
}

/// Bounds of what is stored outside.
enum BlobLimits {
    /// No blob is longer: a TPM's are about 240 bytes.
    static let byteCount = 1024
}
