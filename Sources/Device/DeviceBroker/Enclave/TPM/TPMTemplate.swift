import CTSS2
import Crypto

/// The public areas of the objects that the enclave creates in a TPM.
enum TPMTemplate {
    /// Returns the template of the primary storage key: restricted, under the owner's seed. The derivation always has the same
    /// result for the same slot of the same TPM.
    static func primary(slot: UInt8) -> TPM2B_PUBLIC {
        var area = TPM2B_PUBLIC()
        area.publicArea = curve(
            TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN | TPMA_OBJECT_USERWITHAUTH
                | TPMA_OBJECT_NODA | TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT)
        area.publicArea.parameters.eccDetail.symmetric.algorithm = TPM2_ALG_AES
        area.publicArea.parameters.eccDetail.symmetric.keyBits.aes = 128
        area.publicArea.parameters.eccDetail.symmetric.mode.aes = TPM2_ALG_CFB
        // This value is an input to the derivation, so that each slot has a different key.
        area.publicArea.unique.ecc.x = TPM2B_ECC_PARAMETER(
            SHA256.hash(data: Array("latchkey/v1 enclave primary".utf8) + [slot]).map { $0 })
        area.publicArea.unique.ecc.y = TPM2B_ECC_PARAMETER([UInt8](repeating: 0, count: 32))
        return area
    }

    /// Returns the template of an app's key. The key signs and agrees, and only its policy authorizes it, in every role.
    static func key(policy: [UInt8]) -> TPM2B_PUBLIC {
        var area = TPM2B_PUBLIC()
        area.publicArea = curve(
            TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN | TPMA_OBJECT_ADMINWITHPOLICY
                | TPMA_OBJECT_NODA | TPMA_OBJECT_DECRYPT | TPMA_OBJECT_SIGN_ENCRYPT)
        area.publicArea.authPolicy = TPM2B_DIGEST(policy)
        return area
    }

    /// The key that signs attestations. It is restricted, so that it signs only data that the TPM created, and under the
    /// endorsement seed, so that it does not depend on the owner of the machine. All enclaves of a TPM share it.
    static var attestation: TPM2B_PUBLIC {
        var area = TPM2B_PUBLIC()
        area.publicArea = curve(
            TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN | TPMA_OBJECT_USERWITHAUTH
                | TPMA_OBJECT_NODA | TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_SIGN_ENCRYPT)
        area.publicArea.parameters.eccDetail.scheme.scheme = TPM2_ALG_ECDSA
        area.publicArea.parameters.eccDetail.scheme.details.ecdsa.hashAlg = TPM2_ALG_SHA256
        area.publicArea.unique.ecc.x = TPM2B_ECC_PARAMETER(
            SHA256.hash(data: Array("latchkey/v1 enclave attestation".utf8)).map { $0 })
        area.publicArea.unique.ecc.y = TPM2B_ECC_PARAMETER([UInt8](repeating: 0, count: 32))
        return area
    }

    /// The sealed device secret. Programs with access to the TPM and the state file can open it: the policy requires only the
    /// command.
    static var deviceSecret: TPM2B_PUBLIC {
        var area = TPM2B_PUBLIC()
        area.publicArea.type = TPM2_ALG_KEYEDHASH
        area.publicArea.nameAlg = TPM2_ALG_SHA256
        area.publicArea.objectAttributes =
            TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_ADMINWITHPOLICY | TPMA_OBJECT_NODA
        area.publicArea.authPolicy = TPM2B_DIGEST(TPMPolicy.digest([.commandCode(TPM2_CC_Unseal)]))
        area.publicArea.parameters.keyedHashDetail.scheme.scheme = TPM2_ALG_NULL
        return area
    }

    /// Returns the public part of the broker's presence key, in the form that the TPM loads to verify a signature.
    static func presence(_ key: P256.Signing.PublicKey) -> TPM2B_PUBLIC {
        let point = Array(key.rawRepresentation)
        var area = TPM2B_PUBLIC()
        area.publicArea = curve(TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA | TPMA_OBJECT_SIGN_ENCRYPT)
        area.publicArea.unique.ecc.x = TPM2B_ECC_PARAMETER(point[..<32])
        area.publicArea.unique.ecc.y = TPM2B_ECC_PARAMETER(point[32...])
        return area
    }

    /// Returns the template of the passcode's index: a counter, so that a removed and redefined index has another value and does
    /// not open earlier keys. Changing its authorization requires the old one. Wrong proofs count towards the TPM's lockout.
    static func passcode(_ index: UInt32) -> TPM2B_NV_PUBLIC {
        counter(
            index, TPMA_NV_OWNERWRITE | TPMA_NV_OWNERREAD | TPMA_NV_AUTHREAD,
            policy: TPMPolicy.digest([.commandCode(TPM2_CC_NV_ChangeAuth), .authorizationValue]))
    }

    /// Returns the template of the generation's index: a counter that any program with access to the TPM may read and advance,
    /// since advancing it only invalidates keys.
    static func generation(_ index: UInt32) -> TPM2B_NV_PUBLIC {
        counter(index, TPMA_NV_AUTHWRITE | TPMA_NV_AUTHREAD | TPMA_NV_NO_DA, policy: [])
    }

    private static func counter(_ index: UInt32, _ attributes: TPMA_NV, policy: [UInt8]) -> TPM2B_NV_PUBLIC {
        var area = TPM2B_NV_PUBLIC()
        area.nvPublic.nvIndex = index
        area.nvPublic.nameAlg = TPM2_ALG_SHA256
        area.nvPublic.attributes = attributes | TPMA_NV(TPM2_NT_COUNTER) << UInt32(TPMA_NV_TPM2_NT_SHIFT)
        area.nvPublic.authPolicy = TPM2B_DIGEST(policy)
        area.nvPublic.dataSize = 8
        return area
    }

    private static func curve(_ attributes: TPMA_OBJECT) -> TPMT_PUBLIC {
        var area = TPMT_PUBLIC()
        area.type = TPM2_ALG_ECC
        area.nameAlg = TPM2_ALG_SHA256
        area.objectAttributes = attributes
        area.parameters.eccDetail.symmetric.algorithm = TPM2_ALG_NULL
        area.parameters.eccDetail.scheme.scheme = TPM2_ALG_NULL
        area.parameters.eccDetail.curveID = TPM2_ECC_NIST_P256
        area.parameters.eccDetail.kdf.scheme = TPM2_ALG_NULL
        return area
    }
}
