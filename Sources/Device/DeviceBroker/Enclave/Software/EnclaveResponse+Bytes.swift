import Secrets

extension EnclaveResponse {
    /// The message: a number for the answer, then its fields.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .opened(let description):
            writer.write(1)
            description.write(to: &writer)
        case .key(let key):
            writer.write(2)
            writer.writeSized(key.blob.bytes)
            writer.write(key.publicKey.x963)
        case .secretBlob(let blob):
            writer.write(3)
            writer.writeSized(blob)
        case .challenge(let challenge):
            writer.write(4)
            writer.write(challenge.nonce)
            writer.write(challenge.binding)
        case .signature(let signature):
            writer.write(5)
            writer.write(signature)
        case .secret(let secret):
            writer.write(6)
            secret.withBytes { writer.write($0) }
        case .done: writer.write(7)
        case .flag(let flag):
            writer.write(8)
            writer.write(flag ? 1 : 0)
        case .generation(let generation):
            writer.write(9)
            writer.write(number: generation)
        case .refused(let refusal):
            writer.write(10)
            writer.write(refusal.rawValue)
        case .failed(let code, let reason):
            writer.write(11)
            writer.write(code.rawValue)
            writer.writeSized(Array(reason.utf8.prefix(Self.textLimit)))
        }
        return writer.bytes
    }

    /// Reads a message. Refuses unknown numbers, fields out of range and bytes after the last field.
    init(parsing bytes: [UInt8]) throws(ByteReader.Failure) {
        var reader = ByteReader(bytes)
        switch try reader.readByte() {
        case 1: self = .opened(try EnclaveDescription(from: &reader))
        case 2:
            let blob = KeyBlob(try reader.readSized(atMost: BlobLimits.byteCount))
            let start = reader.position
            guard let publicKey = EnclavePublicKey(x963: try reader.read(EnclavePublicKey.byteCount)) else {
                throw .value(at: start)
            }
            self = .key(EnclaveKey(blob: blob, publicKey: publicKey))
        case 3: self = .secretBlob(try reader.readSized(atMost: BlobLimits.byteCount))
        case 4: self = .challenge(PresenceChallenge(nonce: try reader.read(32), binding: try reader.read(32)))
        case 5: self = .signature(try reader.read(64))
        case 6: self = .secret(SecretBytes(try reader.read(32)))
        case 7: self = .done
        case 8: self = .flag(try reader.readFlag())
        case 9: self = .generation(try reader.read(UInt64.self))
        case 10:
            guard let refusal = EnclaveRefusal(rawValue: try reader.readByte()) else { throw .value(at: 1) }
            self = .refused(refusal)
        case 11:
            guard let code = EnclaveError.Code(rawValue: try reader.readByte()) else { throw .value(at: 1) }
            self = .failed(code, String(decoding: try reader.readSized(atMost: Self.textLimit), as: UTF8.self))
        default: throw .value(at: 0)
        }
        try reader.finish()
    }

    static let textLimit = 512
}

extension EnclaveDescription {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(hardening.count < 256 ? UInt8(hardening.count) : 0)
        for measure in hardening.sorted(by: { $0.rawValue < $1.rawValue }) { writer.write(measure.rawValue) }
    }

    /// A software enclave tells of itself only what it did; that it is not backed by hardware is not its to say.
    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Failure) {
        var measures: Set<HardeningMeasure> = []
        for _ in 0..<(try reader.readByte()) {
            let start = reader.position
            guard let measure = HardeningMeasure(rawValue: try reader.readByte()), measures.insert(measure).inserted else {
                throw .value(at: start)
            }
        }
        self = .softwareInOwnProcess(measures)
    }

    static func softwareInOwnProcess(_ measures: Set<HardeningMeasure>) -> EnclaveDescription {
        EnclaveDescription(
            kind: .software, isHardwareBacked: false, model: "software enclave in a process of its own", hardening: measures)
    }
}
