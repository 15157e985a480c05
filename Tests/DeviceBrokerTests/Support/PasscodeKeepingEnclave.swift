import DeviceProtocol
import Secrets

@testable import DeviceBroker

/// An enclave that fails to remove its passcode.
struct PasscodeKeepingEnclave: Enclave {
    let enclave: any Enclave

    var description: EnclaveDescription { enclave.description }

    func createKey(_ policy: KeyPolicy) throws(EnclaveError) -> EnclaveAnswer<EnclaveKey> { try enclave.createKey(policy) }

    func sign(
        _ input: SignatureInput, with key: KeyBlob, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<[UInt8]> {
        try enclave.sign(input, with: key, authorization: authorization)
    }

    func sharedSecret(
        of key: KeyBlob, with peer: EnclavePublicKey, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<SecretBytes> {
        try enclave.sharedSecret(of: key, with: peer, authorization: authorization)
    }

    func attest(_ key: KeyBlob, over digest: SignatureInput) throws(EnclaveError) -> EnclaveAnswer<KeyAttestation> {
        try enclave.attest(key, over: digest)
    }

    func attestationKey() throws(EnclaveError) -> EnclaveAnswer<AttestationKeyName> { try enclave.attestationKey() }
    func deviceSecret() throws(EnclaveError) -> SecretBytes { try enclave.deviceSecret() }
    func isPasscodeSet() throws(EnclaveError) -> Bool { try enclave.isPasscodeSet() }

    func setPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> { try enclave.setPasscode(proof) }

    func changePasscode(from old: PasscodeProof, to new: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        try enclave.changePasscode(from: old, to: new)
    }

    func removePasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        throw EnclaveError(.storage, "cannot replace the state file: errno 28")
    }

    func verifyPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> { try enclave.verifyPasscode(proof) }
    func biometricGeneration() throws(EnclaveError) -> UInt64 { try enclave.biometricGeneration() }
    func advanceBiometricGeneration() throws(EnclaveError) -> UInt64 { try enclave.advanceBiometricGeneration() }
}
