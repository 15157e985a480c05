import DeviceProtocol
import Secrets

/// The message is a number for the request, then its fields.
extension EnclaveRequest: WireValue {
    /// The longest message in either direction: 8 KiB.
    static let byteLimit = 8 * 1024

    private enum Tag: UInt8, WireValue {
        case open = 1
        case describe = 2
        case createKey = 3
        case challenge = 4
        case use = 5
        case deviceSecret = 6
        case isPasscodeSet = 7
        case setPasscode = 8
        case changePasscode = 9
        case removePasscode = 10
        case verifyPasscode = 11
        case biometricGeneration = 12
        case advanceBiometricGeneration = 13
    }

    func write(to writer: inout WireWriter) {
        writer.value(tag)
        switch self {
        case .open(let opening): writer.value(opening)
        case .createKey(let policy): writer.value(policy)
        case .challenge(let use, let proof):
            writer.value(use)
            writer.optional(proof) { $0.proof($1) }
        case .use(let use, let proof, let presence):
            writer.value(use)
            writer.optional(proof) { $0.proof($1) }
            writer.optional(presence)
        case .setPasscode(let proof), .removePasscode(let proof), .verifyPasscode(let proof): writer.proof(proof)
        case .changePasscode(let old, let new):
            writer.proof(old)
            writer.proof(new)
        case .describe, .deviceSecret, .isPasscodeSet, .biometricGeneration, .advanceBiometricGeneration: break
        }
    }

    init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .open: self = .open(try reader.value())
        case .describe: self = .describe
        case .createKey: self = .createKey(try reader.value())
        case .challenge: self = .challenge(try reader.value(), try reader.optionalProof())
        case .use: self = .use(try reader.value(), try reader.optionalProof(), try reader.optional())
        case .deviceSecret: self = .deviceSecret
        case .isPasscodeSet: self = .isPasscodeSet
        case .setPasscode: self = .setPasscode(try reader.proof())
        case .changePasscode: self = .changePasscode(try reader.proof(), try reader.proof())
        case .removePasscode: self = .removePasscode(try reader.proof())
        case .verifyPasscode: self = .verifyPasscode(try reader.proof())
        case .biometricGeneration: self = .biometricGeneration
        case .advanceBiometricGeneration: self = .advanceBiometricGeneration
        }
    }

    private var tag: Tag {
        switch self {
        case .open: .open
        case .describe: .describe
        case .createKey: .createKey
        case .challenge: .challenge
        case .use: .use
        case .deviceSecret: .deviceSecret
        case .isPasscodeSet: .isPasscodeSet
        case .setPasscode: .setPasscode
        case .changePasscode: .changePasscode
        case .removePasscode: .removePasscode
        case .verifyPasscode: .verifyPasscode
        case .biometricGeneration: .biometricGeneration
        case .advanceBiometricGeneration: .advanceBiometricGeneration
        }
    }
}

extension SoftwareEnclaveOpening: WireValue {
    func write(to writer: inout WireWriter) {
        writer.shortOctets(Array(stateFile.utf8))
        hostKey.withBytes { writer.bareOctets($0) }
        writer.flag(opening == .createIfAbsent)
    }

    /// Refuses a path that is empty, that holds a zero byte, or that is no UTF-8.
    init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let path = try reader.shortOctets(atMost: Self.pathLimit)
        guard !path.isEmpty, !path.contains(0), let stateFile = String(validating: path, as: UTF8.self) else {
            throw WireError(.refusedValue, at: start)
        }
        self.stateFile = stateFile
        hostKey = SecretBytes(try reader.bareOctets(32))
        opening = try reader.flag() ? .createIfAbsent : .existing
    }
}

extension SignedPresence: WireValue {
    func write(to writer: inout WireWriter) {
        writer.bareOctets(nonce)
        writer.bareOctets(signature)
    }

    init(from reader: inout WireReader) throws(WireError) {
        nonce = try reader.bareOctets(Self.nonceByteCount)
        signature = try reader.bareOctets(Self.signatureByteCount)
    }
}

extension KeyPolicy: WireValue {}

extension WireWriter {
    fileprivate mutating func proof(_ proof: PasscodeProof) {
        proof.secret.withBytes { bareOctets($0) }
    }
}

extension WireReader {
    fileprivate mutating func proof() throws(WireError) -> PasscodeProof {
        let start = position
        return try checked(PasscodeProof(SecretBytes(try bareOctets(PasscodeProof.byteCount))), from: start)
    }

    fileprivate mutating func optionalProof() throws(WireError) -> PasscodeProof? {
        try flag() ? try proof() : nil
    }
}
