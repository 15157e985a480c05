import Secrets

extension EnclaveRequest {
    /// The longest message in either direction: 8 KiB.
    static let byteLimit = 8 * 1024

    /// The message: a number for the request, then its fields.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(code)
        switch self {
        case .open(let opening): opening.write(to: &writer)
        case .createKey(let policy), .createSecret(let policy): writer.write(policy.rawValue)
        case .challenge(let use, let proof):
            use.write(to: &writer)
            writer.write(optional: proof)
        case .use(let use, let proof, let presence):
            use.write(to: &writer)
            writer.write(optional: proof)
            writer.write(presence == nil ? 0 : 1)
            if let presence {
                writer.write(presence.nonce)
                writer.write(presence.signature)
            }
        case .setPasscode(let proof), .removePasscode(let proof), .verifyPasscode(let proof): writer.write(proof)
        case .changePasscode(let old, let new):
            writer.write(old)
            writer.write(new)
        case .describe, .deviceSecret, .isPasscodeSet, .biometricGeneration, .advanceBiometricGeneration: break
        }
        return writer.bytes
    }

    /// Reads a message. Refuses unknown numbers, fields out of range and bytes after the last field.
    init(parsing bytes: [UInt8]) throws(ByteReader.Failure) {
        var reader = ByteReader(bytes)
        switch try reader.readByte() {
        case 1: self = .open(try SoftwareEnclaveOpening(from: &reader))
        case 2: self = .describe
        case 3: self = .createKey(try reader.readPolicy())
        case 4: self = .createSecret(try reader.readPolicy())
        case 5: self = .challenge(try KeyUse(from: &reader), try reader.readOptionalProof())
        case 6:
            self = .use(try KeyUse(from: &reader), try reader.readOptionalProof(), try reader.readOptionalPresence())
        case 7: self = .deviceSecret
        case 8: self = .isPasscodeSet
        case 9: self = .setPasscode(try reader.readProof())
        case 10: self = .changePasscode(try reader.readProof(), try reader.readProof())
        case 11: self = .removePasscode(try reader.readProof())
        case 12: self = .verifyPasscode(try reader.readProof())
        case 13: self = .biometricGeneration
        case 14: self = .advanceBiometricGeneration
        default: throw .value(at: 0)
        }
        try reader.finish()
    }

    private var code: UInt8 {
        switch self {
        case .open: 1
        case .describe: 2
        case .createKey: 3
        case .createSecret: 4
        case .challenge: 5
        case .use: 6
        case .deviceSecret: 7
        case .isPasscodeSet: 8
        case .setPasscode: 9
        case .changePasscode: 10
        case .removePasscode: 11
        case .verifyPasscode: 12
        case .biometricGeneration: 13
        case .advanceBiometricGeneration: 14
        }
    }
}

extension SoftwareEnclaveOpening {
    func write(to writer: inout ByteWriter) {
        writer.writeSized(Array(stateFile.utf8))
        hostKey.withBytes { writer.write($0) }
        writer.write(opening == .existing ? 0 : 1)
    }

    init(from reader: inout ByteReader) throws(ByteReader.Failure) {
        let path = try reader.readSized(atMost: Self.pathLimit)
        guard !path.isEmpty, !path.contains(0), let stateFile = String(validating: path, as: UTF8.self) else {
            throw .value(at: 0)
        }
        self.stateFile = stateFile
        hostKey = SecretBytes(try reader.read(32))
        opening = try reader.readFlag() ? .createIfAbsent : .existing
    }
}

extension ByteWriter {
    mutating func write(_ proof: PasscodeProof) {
        proof.secret.withBytes { write($0) }
    }

    fileprivate mutating func write(optional proof: PasscodeProof?) {
        write(proof == nil ? 0 : 1)
        if let proof { write(proof) }
    }
}

extension ByteReader {
    mutating func readFlag() throws(Failure) -> Bool {
        let start = position
        switch try readByte() {
        case 0: return false
        case 1: return true
        default: throw .value(at: start)
        }
    }

    fileprivate mutating func readPolicy() throws(Failure) -> KeyPolicy {
        let start = position
        guard let policy = KeyPolicy(rawValue: try readByte()) else { throw .value(at: start) }
        return policy
    }

    fileprivate mutating func readProof() throws(Failure) -> PasscodeProof {
        let start = position
        guard let proof = PasscodeProof(SecretBytes(try read(PasscodeProof.byteCount))) else { throw .value(at: start) }
        return proof
    }

    fileprivate mutating func readOptionalProof() throws(Failure) -> PasscodeProof? {
        try readFlag() ? try readProof() : nil
    }

    fileprivate mutating func readOptionalPresence() throws(Failure) -> SignedPresence? {
        guard try readFlag() else { return nil }
        return SignedPresence(
            nonce: try read(SignedPresence.nonceByteCount), signature: try read(SignedPresence.signatureByteCount))
    }
}
