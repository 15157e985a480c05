import DeviceProtocol
import Secrets

/// A request of the broker to a software enclave.
enum EnclaveRequest: Sendable {
    case open(SoftwareEnclaveOpening)
    case describe
    case createKey(KeyPolicy)
    /// Requests a challenge for one use. If the policy also requires the passcode, its proof is checked first.
    case challenge(KeyUse, PasscodeProof?)
    case use(KeyUse, PasscodeProof?, SignedPresence?)
    case deviceSecret
    case isPasscodeSet
    case setPasscode(PasscodeProof)
    case changePasscode(PasscodeProof, PasscodeProof)
    case removePasscode(PasscodeProof)
    case verifyPasscode(PasscodeProof)
    case biometricGeneration
    case advanceBiometricGeneration
}

/// The signed nonce of a challenge.
struct SignedPresence: WireRecord, Hashable {
    static let nonceByteCount = 32
    static let signatureByteCount = 64

    /// The nonce of the challenge.
    let nonce: [UInt8]
    /// The signature: r and s, 32 bytes each.
    let signature: [UInt8]

    static let wire = WireForm(
        Self.init, .field(\.nonce, .bareOctets(nonceByteCount)), .field(\.signature, .bareOctets(signatureByteCount)))
}

/// The parameters for opening a software enclave.
struct SoftwareEnclaveOpening: WireRecord, Redacted {
    static let pathLimit = 4096

    /// The path of the state file.
    let stateFile: String
    /// The key that seals the file: 32 bytes.
    let hostKey: SecretBytes
    /// The treatment of a file that does not exist.
    let opening: EnclaveOpening

    static let wire = WireForm(
        Self.init, .field(\.stateFile, path), .field(\.hostKey, .bareSecret(32)), .field(\.opening, opening))

    /// The encoding of a path. Decoding rejects a path that is empty, contains a zero byte or is not UTF-8.
    private static let path = WireKind.made(
        of: .shortOctets(atMost: pathLimit),
        by: { $0.isEmpty || $0.contains(0) ? nil : String(validating: $0, as: UTF8.self) }, spelled: { Array($0.utf8) })
    private static let opening = WireKind<EnclaveOpening>.made(
        of: .value, by: { $0 ? .createIfAbsent : .existing }, spelled: { $0 == .createIfAbsent })
}

/// A response of a software enclave.
enum EnclaveResponse: WireRecord {
    case opened(EnclaveDescription)
    case key(EnclaveKey)
    case challenge(PresenceChallenge)
    case signature([UInt8])
    /// A shared x coordinate or the device secret.
    case secret(SecretBytes)
    case done
    case flag(Bool)
    case generation(UInt64)
    case rejected(EnclaveRejection)
    case failed(EnclaveError.Code, String)

    static let wire = WireForm<Self>(cases: [
        .case(1, Self.opened, description) { if case .opened(let it) = $0 { it } else { nil } },
        .case(2, Self.key) { if case .key(let it) = $0 { it } else { nil } },
        .case(3, Self.challenge) { if case .challenge(let it) = $0 { it } else { nil } },
        .case(4, Self.signature, .bareOctets(64)) { if case .signature(let it) = $0 { it } else { nil } },
        .case(5, Self.secret, .bareSecret(32)) { if case .secret(let it) = $0 { it } else { nil } },
        .case(6, .done) { if case .done = $0 { true } else { false } },
        .case(7, Self.flag) { if case .flag(let it) = $0 { it } else { nil } },
        .case(8, Self.generation) { if case .generation(let it) = $0 { it } else { nil } },
        .case(9, Self.rejected) { if case .rejected(let it) = $0 { it } else { nil } },
        .case(10, Self.failed, .value, reason) { if case .failed(let a, let b) = $0 { (a, b) } else { nil } },
    ])

    private static let description = WireKind.made(
        of: .hardening, by: EnclaveDescription.softwareInOwnProcess, spelled: { $0.hardening })
    private static let reason = WireKind.made(
        of: .shortOctets(atMost: textLimit), by: { String(validating: $0, as: UTF8.self) },
        spelled: { Array($0.fitting(textLimit).utf8) })

    static let textLimit = 512
}

/// The message is the request's number, then its fields.
extension EnclaveRequest: WireRecord {
    /// The maximum length of a message in either direction: 8 KiB.
    static let byteLimit = 8 * 1024

    static let wire = WireForm<Self>(cases: [
        .case(1, Self.open) { if case .open(let it) = $0 { it } else { nil } },
        .case(2, .describe) { if case .describe = $0 { true } else { false } },
        .case(3, Self.createKey) { if case .createKey(let it) = $0 { it } else { nil } },
        .case(4, Self.challenge, .value, .optional(.value)) { if case .challenge(let a, let b) = $0 { (a, b) } else { nil } },
        .case(5, Self.use, .value, .optional(.value), .optional(.value)) {
            if case .use(let a, let b, let c) = $0 { (a, b, c) } else { nil }
        },
        .case(6, .deviceSecret) { if case .deviceSecret = $0 { true } else { false } },
        .case(7, .isPasscodeSet) { if case .isPasscodeSet = $0 { true } else { false } },
        .case(8, Self.setPasscode) { if case .setPasscode(let it) = $0 { it } else { nil } },
        .case(9, Self.changePasscode, .value, .value) { if case .changePasscode(let a, let b) = $0 { (a, b) } else { nil } },
        .case(10, Self.removePasscode) { if case .removePasscode(let it) = $0 { it } else { nil } },
        .case(11, Self.verifyPasscode) { if case .verifyPasscode(let it) = $0 { it } else { nil } },
        .case(12, .biometricGeneration) { if case .biometricGeneration = $0 { true } else { false } },
        .case(13, .advanceBiometricGeneration) { if case .advanceBiometricGeneration = $0 { true } else { false } },
    ])
}

extension KeyPolicy: WireValue {}

/// The message is the response's number, then its fields.

extension EnclaveKey: WireRecord {
    static let wire = WireForm(
        { (blob: [UInt8], publicKey: [UInt8]) -> EnclaveKey? in
            EnclavePublicKey(x963: publicKey).map { EnclaveKey(blob: KeyBlob(blob), publicKey: $0) }
        }, .field(\.blob.bytes, .shortOctets(atMost: BlobLimits.byteCount)),
        .field(\.publicKey.x963, .bareOctets(EnclavePublicKey.byteCount)))
}

extension PresenceChallenge: WireRecord {
    static let wire = WireForm(Self.init, .field(\.nonce, .bareOctets(32)), .field(\.binding, .bareOctets(32)))
}

extension EnclaveRejection: WireValue {}
extension EnclaveError.Code: WireValue {}

extension EnclaveDescription {
    /// Returns the description of a software enclave. The enclave reports only its measures; it cannot claim to be backed by
    /// hardware.
    static func softwareInOwnProcess(_ measures: Set<HardeningMeasure>) -> EnclaveDescription {
        EnclaveDescription(
            kind: .software, isHardwareBacked: false, model: "software enclave in a separate process", hardening: measures)
    }
}
