import CTSS2
import DeviceProtocol

/// Statements about keys, by TPM2_CertifyCreation (TPM 2.0 part 3, section 18.3): it asks no authorization of the key, whose policy knows
/// no certifying, and goes by the ticket that the TPM gave when it made the key. What another program loaded into the TPM has none.
extension TPMDevice {
    func attest(_ key: KeyBlob, over digest: SignatureInput) throws(Interruption) -> KeyAttestation {
        let (blob, _) = try stored(key.bytes)
        guard let creation = blob.creation else { throw .refused(.cannotAttest) }
        return try connection.withAttestationKey { (signer, publicArea) throws(Interruption) in
            try connection.withLoaded(blob, under: primary) { (object) throws(Interruption) in
                let (statement, signature) = try connection.certify(creation, of: object, by: signer, over: digest)
                guard let signature = TPMMarshalling.bytes(of: signature),
                    let area = TPMMarshalling.bytes(of: blob.publicArea.publicArea),
                    let signer = TPMMarshalling.bytes(of: publicArea.publicArea),
                    let attestation = KeyAttestation([statement.bytes, signature, area, signer].flatMap(Self.sized))
                else { throw .failed(EnclaveError(.tpm, "the TPM's statement cannot be written down")) }
                return attestation
            }
        }
    }

    func attestationKey() throws(Interruption) -> AttestationKeyName {
        try connection.withAttestationKey { (_, publicArea) throws(Interruption) in
            guard let name = TPMMarshalling.name(of: publicArea).flatMap({ AttestationKeyName($0) }) else {
                throw .failed(EnclaveError(.tpm, "the attestation key has no name"))
            }
            return name
        }
    }

    private static func sized(_ bytes: [UInt8]) -> [UInt8] {
        UInt16(bytes.count).bigEndianBytes + bytes
    }
}

extension TPMConnection {
    /// Runs `body` with the attestation key, derived again from the endorsement seed: it is the same each time and stays nowhere. Fails where
    /// the machine's administrator keeps that hierarchy under an authorization.
    fileprivate func withAttestationKey<Result>(
        _ body: (ESYS_TR, TPM2B_PUBLIC) throws(Interruption) -> Result
    ) throws(Interruption) -> Result {
        var template = TPMTemplate.attestation
        var sensitive = TPM2B_SENSITIVE_CREATE()
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var object = ESYS_TR_NONE
        var publicArea: UnsafeMutablePointer<TPM2B_PUBLIC>?
        try check(
            Esys_CreatePrimary(
                esys, ESYS_TR_RH_ENDORSEMENT, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template, &outside,
                &registers, &object, &publicArea, nil, nil, nil), "TPM2_CreatePrimary")
        defer { flush(object) }
        return try body(object, try take(publicArea, "TPM2_CreatePrimary"))
    }

    fileprivate func certify(
        _ creation: TPMCreation, of object: ESYS_TR, by signer: ESYS_TR, over input: SignatureInput
    ) throws(Interruption) -> (TPM2B_ATTEST, TPMT_SIGNATURE) {
        var qualifying = TPM2B_DATA(input.bytes)
        var digest = creation.digest
        var ticket = creation.ticket
        // The key's own scheme.
        var scheme = TPMT_SIG_SCHEME()
        scheme.scheme = TPM2_ALG_NULL
        var statement: UnsafeMutablePointer<TPM2B_ATTEST>?
        var signature: UnsafeMutablePointer<TPMT_SIGNATURE>?
        do throws(Interruption) {
            try check(
                Esys_CertifyCreation(
                    esys, signer, object, try session(for: .nobody), ESYS_TR_NONE, ESYS_TR_NONE, &qualifying, &digest, &scheme,
                    &ticket, &statement, &signature), "TPM2_CertifyCreation")
        } catch {
            // The ticket is not this TPM's for this key.
            if case .failed(let failure) = error, let code = failure.responseCode, TPMResponse(code: code).reason == .ticket {
                throw .refused(.unknownBlob)
            }
            throw error
        }
        return (try take(statement, "TPM2_CertifyCreation"), try take(signature, "TPM2_CertifyCreation"))
    }
}
