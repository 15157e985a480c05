import CTSS2
import DeviceProtocol

/// Attestation of keys with TPM2_CertifyCreation (TPM 2.0 part 3, section 18.3). It requires no authorization of the key, whose
/// policy does not permit certification, and relies on the ticket that the TPM returned when it created the key. Objects that
/// another program loaded into the TPM have no such ticket.
extension TPMDevice {
    func attest(_ key: KeyBlob, over digest: SignatureInput) throws(Interruption) -> KeyAttestation {
        let (blob, _) = try stored(key.bytes)
        guard let creation = blob.creation else { throw .rejected(.cannotAttest) }
        return try connection.withAttestationKey { (signer, publicArea) throws(Interruption) in
            try connection.withLoaded(blob, under: primary) { (object) throws(Interruption) in
                let (statement, signature) = try connection.certify(creation, of: object, by: signer, over: digest)
                guard let signature = TPMMarshalling.bytes(of: signature),
                    let area = TPMMarshalling.bytes(of: blob.publicArea.publicArea),
                    let signer = TPMMarshalling.bytes(of: publicArea.publicArea),
                    let attestation = KeyAttestation([statement.bytes, signature, area, signer].flatMap(Self.sized))
                else { throw .failed(EnclaveError(.tpm, "cannot marshal the TPM's attestation")) }
                return attestation
            }
        }
    }

    func attestationKey() throws(Interruption) -> AttestationKeyName {
        try connection.withAttestationKey { (_, publicArea) throws(Interruption) in
            guard let name = TPMMarshalling.name(of: publicArea).flatMap({ AttestationKeyName($0) }) else {
                throw .failed(EnclaveError(.tpm, "cannot determine the name of the attestation key"))
            }
            return name
        }
    }

    private static func sized(_ bytes: [UInt8]) -> [UInt8] {
        UInt16(bytes.count).bigEndianBytes + bytes
    }
}

extension TPMConnection {
    /// Runs `body` with the attestation key, which is derived from the endorsement seed each time and never stored. Fails if the
    /// machine's administrator has set an authorization for that hierarchy.
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
        // Selects the key's own scheme.
        var scheme = TPMT_SIG_SCHEME()
        scheme.scheme = TPM2_ALG_NULL
        var statement: UnsafeMutablePointer<TPM2B_ATTEST>?
        var signature: UnsafeMutablePointer<TPMT_SIGNATURE>?
        do throws(Interruption) {
            try check(
                Esys_CertifyCreation(
                    esys, signer, object, try session(for: .noAuthorization), ESYS_TR_NONE, ESYS_TR_NONE, &qualifying, &digest,
                    &scheme,
                    &ticket, &statement, &signature), "TPM2_CertifyCreation")
        } catch {
            // The ticket does not belong to this TPM and key.
            if case .failed(let failure) = error, let code = failure.responseCode, TPMResponse(code: code).reason == .ticket {
                throw .rejected(.unknownBlob)
            }
            throw error
        }
        return (try take(statement, "TPM2_CertifyCreation"), try take(signature, "TPM2_CertifyCreation"))
    }
}
