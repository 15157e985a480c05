import DeviceBroker
import DeviceProtocol
import Secrets

/// An enclave that counts its completed requests as steps.
struct SteppedEnclave: Enclave {
    private let enclave: any Enclave
    private let steps: Steps

    init(_ enclave: any Enclave, _ steps: Steps) {
        self.enclave = enclave
        self.steps = steps
    }

    var description: EnclaveDescription { enclave.description }

    func createKey(_ policy: KeyPolicy) throws(EnclaveError) -> EnclaveAnswer<EnclaveKey> {
        defer { steps.reach("key made") }
        return try enclave.createKey(policy)
    }

    func sign(
        _ input: SignatureInput, with key: KeyBlob, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<[UInt8]> {
        defer { steps.reach("signed") }
        return try enclave.sign(input, with: key, authorization: authorization)
    }

    func sharedSecret(
        of key: KeyBlob, with peer: EnclavePublicKey, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<SecretBytes> {
        defer { steps.reach("agreed") }
        return try enclave.sharedSecret(of: key, with: peer, authorization: authorization)
    }

    func attest(_ key: KeyBlob, over digest: SignatureInput) throws(EnclaveError) -> EnclaveAnswer<KeyAttestation> {
        try enclave.attest(key, over: digest)
    }

    func attestationKey() throws(EnclaveError) -> EnclaveAnswer<AttestationKeyName> { try enclave.attestationKey() }

    func deviceSecret() throws(EnclaveError) -> SecretBytes { try enclave.deviceSecret() }
    func isPasscodeSet() throws(EnclaveError) -> Bool { try enclave.isPasscodeSet() }

    func setPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        defer { steps.reach("passcode set") }
        return try enclave.setPasscode(proof)
    }

    func changePasscode(from old: PasscodeProof, to new: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        defer { steps.reach("passcode changed") }
        return try enclave.changePasscode(from: old, to: new)
    }

    func removePasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        defer { steps.reach("passcode removed") }
        return try enclave.removePasscode(proof)
    }

    func verifyPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        try enclave.verifyPasscode(proof)
    }

    func biometricGeneration() throws(EnclaveError) -> UInt64 {
        defer { steps.reach("generation read") }
        return try enclave.biometricGeneration()
    }

    func advanceBiometricGeneration() throws(EnclaveError) -> UInt64 {
        defer { steps.reach("generation advanced") }
        return try enclave.advanceBiometricGeneration()
    }
}
