import Secrets

/// What the broker asks of a software enclave.
enum EnclaveRequest: Sendable {
    case open(SoftwareEnclaveOpening)
    case describe
    case createKey(KeyPolicy)
    /// A challenge for one use; the proof, where the policy asks for it too, is checked first.
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

/// A challenge's nonce, come back signed.
struct SignedPresence: Hashable, Sendable {
    static let nonceByteCount = 32
    static let signatureByteCount = 64

    /// Which challenge it answers.
    let nonce: [UInt8]
    /// r and s, 32 bytes each.
    let signature: [UInt8]
}

/// What a software enclave needs to open.
struct SoftwareEnclaveOpening: Sendable, Redacted {
    static let pathLimit = 4096

    /// Where its file is.
    let stateFile: String
    /// The key that seals the file: 32 bytes.
    let hostKey: SecretBytes
    /// What to do where there is no file.
    let opening: EnclaveOpening
}

/// What a software enclave answers.
enum EnclaveResponse: Sendable {
    case opened(EnclaveDescription)
    case key(EnclaveKey)
    case challenge(PresenceChallenge)
    case signature([UInt8])
    /// A shared x coordinate or the device secret.
    case secret(SecretBytes)
    case done
    case flag(Bool)
    case generation(UInt64)
    case refused(EnclaveRefusal)
    case failed(EnclaveError.Code, String)
}
