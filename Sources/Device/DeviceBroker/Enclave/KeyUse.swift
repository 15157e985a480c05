import Crypto
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
        var writer = ByteWriter()
        writer.write(Array("latchkey/v1 use".utf8))
        write(to: &writer)
        return Array(SHA256.hash(data: writer.bytes))
    }
}

/// What a blob holds; the number stands in it.
enum BlobContent: UInt8, Hashable, Sendable {
    case key = 1
    case secret = 2
}

extension KeyUse {
    func write(to writer: inout ByteWriter) {
        writer.writeSized(blob)
        switch operation {
        case .sign(let input):
            writer.write(1)
            writer.write(input.bytes)
        case .agree(let peer):
            writer.write(2)
            writer.write(peer.x963)
        case .open:
            writer.write(3)
        }
    }

    init(from reader: inout ByteReader) throws(ByteReader.Failure) {
        blob = try reader.readSized(atMost: BlobLimits.byteCount)
        let position = reader.position
        switch try reader.readByte() {
        case 1:
            guard let input = SignatureInput(try reader.read(SignatureInput.byteCount)) else { throw .value(at: position) }
            operation = .sign(input)
        case 2:
            guard let peer = EnclavePublicKey(x963: try reader.read(EnclavePublicKey.byteCount)) else { throw .value(at: position) }
            operation = .agree(peer)
        case 3: operation = .open
        default: throw .value(at: position)
        }
    }
}

/// Bounds of what is stored outside.
enum BlobLimits {
    /// No blob is longer: a TPM's are about 240 bytes.
    static let byteCount = 1024
}
