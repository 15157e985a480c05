import Crypto
import DeviceProtocol
import FoundationEssentials

/// One private operation: which blob, and what is done with it.
struct KeyUse: Hashable, Sendable {
    /// What is done.
    enum Operation: Hashable, Sendable {
        case sign(SignatureInput)
        case agree(EnclavePublicKey)
        case open
    }

    /// The stored key or secret.
    let blob: [UInt8]
    /// What is done with it.
    let operation: Operation

    /// What the blob must hold.
    var content: BlobContent {
        switch operation {
        case .sign, .agree: .key
        case .open: .secret
        }
    }

    /// The digest of all of it, to which the software enclave binds presence.
    var binding: [UInt8] {
        var writer = WireWriter()
        writer.bareOctets("latchkey/v1 use".utf8)
        write(to: &writer)
        return Array(SHA256.hash(data: writer.bytes))
    }
}

/// What a blob holds; the number stands in it.
enum BlobContent: UInt8, WireValue, Hashable, Sendable {
    case key = 1
    case secret = 2
}

extension KeyUse: WireValue {
    private enum Tag: UInt8, WireValue {
        case sign = 1
        case agree = 2
        case open = 3
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
        case .open:
            writer.value(Tag.open)
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
        case .open: operation = .open
        }
    }
}

/// Bounds of what is stored outside.
enum BlobLimits {
    /// No blob is longer: a TPM's are about 240 bytes.
    static let byteCount = 1024
}
