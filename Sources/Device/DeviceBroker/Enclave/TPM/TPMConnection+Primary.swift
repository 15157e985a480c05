import CTSS2
import Secrets

extension TPMConnection {
    /// Derives a primary key from the owner's seed: the same for the same template, until the TPM is cleared.
    func createPrimary(_ template: TPM2B_PUBLIC) throws(Interruption) -> ESYS_TR {
        var template = template
        var sensitive = TPM2B_SENSITIVE_CREATE()
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var object = ESYS_TR_NONE
        // There is no key yet to which a salt could be encrypted; the owner's authorization, where there is one, goes as it is.
        try check(
            Esys_CreatePrimary(
                esys, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template, &outside, &registers,
                &object,
                nil, nil, nil, nil), "TPM2_CreatePrimary")
        return object
    }

    /// Makes a transient object persistent.
    func persist(_ object: ESYS_TR, at handle: UInt32) throws(Interruption) -> ESYS_TR {
        var persistent = ESYS_TR_NONE
        try check(
            Esys_EvictControl(
                esys, ESYS_TR_RH_OWNER, object, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, handle, &persistent),
            "TPM2_EvictControl")
        return persistent
    }

    /// Opens the device secret, for which nothing is asked.
    func openDeviceSecret(_ sealed: [UInt8], under parent: ESYS_TR) throws(Interruption) -> SecretBytes {
        guard let blob = TPMBlob(sealed), blob.content == .deviceSecret, blob.policy == .nothing,
            blob.isOf(TPMTemplate.deviceSecret)
        else { throw .failed(EnclaveError(.damagedState, "the device secret in the state file is none")) }
        do throws(Interruption) {
            return try withLoaded(blob, under: parent) { (object) throws(Interruption) in
                try withPolicySession { (session) throws(Interruption) in
                    try check(
                        Esys_PolicyCommandCode(esys, session, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, TPM2_CC_Unseal),
                        "TPM2_PolicyCommandCode")
                    var data: UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>?
                    try check(
                        Esys_Unseal(esys, object, session, try channel(TPMA_SESSION(TPMA_SESSION_ENCRYPT)), ESYS_TR_NONE, &data),
                        "TPM2_Unseal")
                    return SecretBytes(try take(data, "TPM2_Unseal").bytes)
                }
            }
        } catch {
            guard case .refused = error else { throw error }
            throw .failed(EnclaveError(.damagedState, "the TPM does not open the device secret in the state file"))
        }
    }
}
