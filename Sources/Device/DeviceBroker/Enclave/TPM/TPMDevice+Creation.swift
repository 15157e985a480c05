import CTSS2
import Secrets

extension TPMDevice {
    func createKey(_ policy: KeyPolicy) throws(Interruption) -> EnclaveKey {
        var epoch: UInt64 = 0
        if policy.namesPasscode {
            guard let current = try passcodeEpoch() else { throw .refused(.passcodeNotSet) }
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
            throw .failed(EnclaveError(.tpm, "the TPM made a key whose public part is none"))
        }
        return EnclaveKey(blob: KeyBlob(bytes), publicKey: publicKey)
    }
}

extension TPMConnection {
    /// Makes an object under `parent`: a key, or a sealed secret where one is given.
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
