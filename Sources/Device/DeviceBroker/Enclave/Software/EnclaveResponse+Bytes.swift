import DeviceProtocol
import Secrets

/// The message is a number for the answer, then its fields.
extension EnclaveResponse: WireValue {
    private enum Tag: UInt8, WireValue {
        case opened = 1
        case key = 2
        case challenge = 3
        case signature = 4
        case secret = 5
        case done = 6
        case flag = 7
        case generation = 8
        case refused = 9
        case failed = 10
    }

    func write(to writer: inout WireWriter) {
        switch self {
        case .opened(let description):
            writer.value(Tag.opened)
            writer.hardening(description.hardening)
        case .key(let key):
            writer.value(Tag.key)
            writer.shortOctets(key.blob.bytes)
            writer.bareOctets(key.publicKey.x963)
        case .challenge(let challenge):
            writer.value(Tag.challenge)
            writer.bareOctets(challenge.nonce)
            writer.bareOctets(challenge.binding)
        case .signature(let signature):
            writer.value(Tag.signature)
            writer.bareOctets(signature)
        case .secret(let secret):
            writer.value(Tag.secret)
            secret.withBytes { writer.bareOctets($0) }
        case .done: writer.value(Tag.done)
        case .flag(let flag):
            writer.value(Tag.flag)
            writer.flag(flag)
        case .generation(let generation):
            writer.value(Tag.generation)
            writer.number(generation)
        case .refused(let refusal):
            writer.value(Tag.refused)
            writer.value(refusal)
        case .failed(let code, let reason):
            writer.value(Tag.failed)
            writer.value(code)
            writer.shortOctets(Array(reason.utf8.prefix(Self.textLimit)))
        }
    }

    init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .opened: self = .opened(.softwareInOwnProcess(try reader.hardening()))
        case .key:
            let blob = KeyBlob(try reader.shortOctets(atMost: BlobLimits.byteCount))
            let start = reader.position
            let publicKey = try reader.checked(
                EnclavePublicKey(x963: try reader.bareOctets(EnclavePublicKey.byteCount)), from: start)
            self = .key(EnclaveKey(blob: blob, publicKey: publicKey))
        case .challenge:
            self = .challenge(PresenceChallenge(nonce: try reader.bareOctets(32), binding: try reader.bareOctets(32)))
        case .signature: self = .signature(try reader.bareOctets(64))
        case .secret: self = .secret(SecretBytes(try reader.bareOctets(32)))
        case .done: self = .done
        case .flag: self = .flag(try reader.flag())
        case .generation: self = .generation(try reader.number())
        case .refused: self = .refused(try reader.value())
        case .failed:
            self = .failed(try reader.value(), String(decoding: try reader.shortOctets(atMost: Self.textLimit), as: UTF8.self))
        }
    }

    static let textLimit = 512
}

extension EnclaveRefusal: WireValue {}
extension EnclaveError.Code: WireValue {}

extension EnclaveDescription {
    /// A software enclave tells of itself only what it did; that it is not backed by hardware is not its to say.
    static func softwareInOwnProcess(_ measures: Set<HardeningMeasure>) -> EnclaveDescription {
        EnclaveDescription(
            kind: .software, isHardwareBacked: false, model: "software enclave in a process of its own", hardening: measures)
    }
}
