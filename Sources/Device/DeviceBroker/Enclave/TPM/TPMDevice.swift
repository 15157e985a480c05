import Crypto
import CTSS2
import Secrets

/// An open TPM enclave: the connection, and the objects that were looked up when it was opened. For one thread at a time.
final class TPMDevice {
    let connection: TPMConnection
    let allocation: TPMAllocation
    let steps: EnclaveSteps
    /// The primary storage key.
    let primary: ESYS_TR
    /// The public presence key in the form that the TPM loads.
    let presence: TPM2B_PUBLIC
    let presenceName: [UInt8]
    let passcodeName: [UInt8]
    let generationName: [UInt8]
    private let sealedDeviceSecret: [UInt8]
    /// The state file, retained for its lock.
    private let file: EnclaveStateFile

    init(
        connection: TPMConnection, file: EnclaveStateFile, allocation: TPMAllocation, steps: EnclaveSteps, primary: ESYS_TR,
        deviceSecret: SecretBytes, sealedDeviceSecret: [UInt8]
    ) throws(EnclaveError) {
        guard let key = PresenceKey(deviceSecret: deviceSecret) else {
            throw EnclaveError(.damagedState, "cannot derive a presence key from the device secret")
        }
        let presence = TPMTemplate.presence(key.publicKey)
        guard let presenceName = TPMMarshalling.name(of: presence),
            let passcodeName = TPMMarshalling.writtenName(of: TPMTemplate.passcode(allocation.passcode)),
            let generationName = TPMMarshalling.writtenName(of: TPMTemplate.generation(allocation.generation))
        else { throw EnclaveError(.tpm, "the TPM library cannot marshal a template") }
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

    /// Returns the names and values that policies refer to.
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

extension TPMDevice {
    func createKey(_ policy: KeyPolicy) throws(Interruption) -> EnclaveKey {
        var epoch: UInt64 = 0
        if policy.namesPasscode {
            guard let current = try passcodeEpoch() else { throw .rejected(.passcodeNotSet) }
            epoch = current
        }
        let generation = policy.factors.contains(.currentBiometry) ? try generation() : 0
        let bindings = bindings(passcodeEpoch: epoch, generation: generation)
        let digest = TPMKeyPolicy(policy: policy, bindings: bindings).digest
        let made = try connection.create(TPMTemplate.key(policy: digest), under: primary, sealing: nil)
        let blob = TPMBlob(
            content: .key, policy: policy, passcodeEpoch: epoch, generation: generation, publicArea: made.publicArea,
            privateArea: made.privateArea, creation: made.creation)
        let point = blob.publicArea.publicArea.unique.ecc
        guard let publicKey = EnclavePublicKey(x963: [4] + point.x.number32 + point.y.number32), let bytes = blob.bytes else {
            throw .failed(EnclaveError(.tpm, "the TPM returned an invalid public key"))
        }
        return EnclaveKey(blob: KeyBlob(bytes), publicKey: publicKey)
    }
}

extension TPMConnection {
    /// Creates an object under `parent`: a sealed secret if one is given, otherwise a key.
    func create(
        _ template: TPM2B_PUBLIC, under parent: ESYS_TR, sealing secret: SecretBytes?
    ) throws(Interruption) -> (publicArea: TPM2B_PUBLIC, privateArea: TPM2B_PRIVATE, creation: TPMCreation) {
        var template = template
        var sensitive = TPM2B_SENSITIVE_CREATE()
        if let secret { sensitive.sensitive.data = secret.withBytes { TPM2B_SENSITIVE_DATA($0) } }
        defer { sensitive.sensitive.data.clear() }
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var publicArea: UnsafeMutablePointer<TPM2B_PUBLIC>?
        var privateArea: UnsafeMutablePointer<TPM2B_PRIVATE>?
        var digest: UnsafeMutablePointer<TPM2B_DIGEST>?
        var ticket: UnsafeMutablePointer<TPMT_TK_CREATION>?
        try check(
            Esys_Create(
                esys, parent, try channel(TPMA_SESSION(TPMA_SESSION_DECRYPT)), ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template,
                &outside,
                &registers, &privateArea, &publicArea, nil, &digest, &ticket), "TPM2_Create")
        let creation = TPMCreation(digest: try take(digest, "TPM2_Create"), ticket: try take(ticket, "TPM2_Create"))
        return (try take(publicArea, "TPM2_Create"), try take(privateArea, "TPM2_Create"), creation)
    }
}

/// The generation of the biometric set is a counter. Policies contain its value, which never repeats.
extension TPMDevice {
    func generation() throws(Interruption) -> UInt64 {
        try connection.withIndex(allocation.generation) { (index) throws(Interruption) in
            try connection.value(of: index, by: .noAuthorization)
        }
    }

    func advanceGeneration() throws(Interruption) -> UInt64 {
        let generation = try connection.withIndex(allocation.generation) { (index) throws(Interruption) in
            try connection.increment(index, by: .noAuthorization)
            return try connection.value(of: index, by: .noAuthorization)
        }
        try reach(.generationAdvanced)
        return generation
    }
}
