import CTSS2
import Crypto
import Secrets

/// An opened TPM enclave: the connection, and all that was looked up when it was opened. For one thread at a time.
final class TPMDevice {
    let connection: TPMConnection
    let allocation: TPMAllocation
    let steps: EnclaveSteps
    /// The primary storage key.
    let primary: ESYS_TR
    /// The public half of the presence key, as the TPM loads it.
    let presence: TPM2B_PUBLIC
    let presenceName: [UInt8]
    let passcodeName: [UInt8]
    let generationName: [UInt8]
    private let sealedDeviceSecret: [UInt8]
    /// Held for its lock.
    private let file: EnclaveStateFile

    init(
        connection: TPMConnection, file: EnclaveStateFile, allocation: TPMAllocation, steps: EnclaveSteps, primary: ESYS_TR,
        deviceSecret: SecretBytes, sealedDeviceSecret: [UInt8]
    ) throws(EnclaveError) {
        guard let key = PresenceKey(deviceSecret: deviceSecret) else {
            throw EnclaveError(.damagedState, "the device secret gives no presence key")
        }
        let presence = TPMTemplate.presence(key.publicKey)
        guard let presenceName = TPMMarshalling.name(of: presence),
            let passcodeName = TPMMarshalling.nameOnceWritten(of: TPMTemplate.passcode(allocation.passcode)),
            let generationName = TPMMarshalling.nameOnceWritten(of: TPMTemplate.generation(allocation.generation))
        else { throw EnclaveError(.tpm, "the TPM's library cannot write a template") }
        self.connection = connection
        self.file = file
        self.allocation = allocation
        self.steps = steps
        self.primary = primary
        self.presence = presence
        self.presenceName = presenceName
        self.passcodeName = passcodeName
        self.generationName = generationName
        self.sealedDeviceSecret = sealedDeviceSecret
    }

    /// The names and values that a policy made or used now refers to.
    func bindings(passcodeEpoch: UInt64, generation: UInt64) -> TPMBindings {
        TPMBindings(
            passcodeName: passcodeName, generationName: generationName, presenceName: presenceName, passcodeEpoch: passcodeEpoch,
            generation: generation)
    }

    func deviceSecret() throws(Interruption) -> SecretBytes {
        try connection.openDeviceSecret(sealedDeviceSecret, under: primary)
    }

    func reach(_ step: EnclaveStep) throws(Interruption) {
        do throws(EnclaveError) {
            try steps.reach(step)
        } catch {
            throw .failed(error)
        }
    }
}
