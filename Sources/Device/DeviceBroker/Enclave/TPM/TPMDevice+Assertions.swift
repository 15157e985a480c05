import CTSS2
import Secrets

/// Making a policy's assertions in a session.
extension TPMDevice {
    /// Assertions that need no evidence.
    func prove(_ chain: [TPMPolicy.Assertion], in session: ESYS_TR) throws(Interruption) {
        for assertion in chain {
            switch assertion {
            case .commandCode(let code):
                try connection.check(
                    Esys_PolicyCommandCode(connection.esys, session, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, code),
                    "TPM2_PolicyCommandCode")
            case .or(let digests): try assertOr(digests, in: session)
            case .authorizationValue:
                try connection.check(
                    Esys_PolicyAuthValue(connection.esys, session, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE), "TPM2_PolicyAuthValue"
                )
            case .counter(let name, let value): try assertCounter(name, value, in: session)
            // The TPM would refuse the command that follows; nothing here leads to it.
            case .secret, .signed: throw .refused(.authorizationRequired)
            }
        }
    }

    /// Assertions that need the passcode's proof.
    func prove(_ chain: [TPMPolicy.Assertion], in session: ESYS_TR, proof: PasscodeProof) throws(Interruption) {
        for assertion in chain {
            guard case .secret = assertion else {
                try prove([assertion], in: session)
                continue
            }
            try withPasscode(proof) { (index) throws(Interruption) in
                let channel = try connection.channel()
                try refusingWrongProof { () throws(Interruption) in
                    try connection.check(
                        Esys_PolicySecret(
                            connection.esys, index, session, channel, ESYS_TR_NONE, ESYS_TR_NONE, nil, nil, nil, 0, nil, nil),
                        "TPM2_PolicySecret")
                }
            }
        }
    }

    /// Assertions that need presence, bound to the command whose digest is `binding`.
    func prove(
        _ chain: [TPMPolicy.Assertion], in session: ESYS_TR, signer: any PresenceSigner, binding: [UInt8]
    ) throws(Interruption) {
        for assertion in chain {
            guard case .signed(_, let meaning) = assertion else {
                try prove([assertion], in: session)
                continue
            }
            var nonce: UnsafeMutablePointer<TPM2B_NONCE>?
            try connection.check(Esys_TRSess_GetNonceTPM(connection.esys, session, &nonce), "TRSess_GetNonceTPM")
            let challenge = PresenceChallenge(nonce: try connection.take(nonce, "TRSess_GetNonceTPM").bytes, binding: binding)
            guard let signature = signer.signature(for: challenge) else { throw .refused(.authorizationRequired) }
            guard signature.count == SignedPresence.signatureByteCount else { throw .refused(.wrongPresence) }
            try assertSigned(signature, challenge, meaning, in: session)
        }
    }

    private func assertSigned(
        _ signature: [UInt8], _ challenge: PresenceChallenge, _ meaning: [UInt8], in session: ESYS_TR
    ) throws(Interruption) {
        var area = presence
        var key = ESYS_TR_NONE
        try connection.check(
            Esys_LoadExternal(connection.esys, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, nil, &area, ESYS_TR_RH_NULL, &key),
            "TPM2_LoadExternal")
        defer { connection.flush(key) }
        var nonce = TPM2B_NONCE(challenge.nonce)
        var binding = TPM2B_DIGEST(challenge.binding)
        var reference = TPM2B_NONCE(meaning)
        var signed = TPMT_SIGNATURE()
        signed.sigAlg = TPM2_ALG_ECDSA
        signed.signature.ecdsa.hash = TPM2_ALG_SHA256
        signed.signature.ecdsa.signatureR = TPM2B_ECC_PARAMETER(signature[..<32])
        signed.signature.ecdsa.signatureS = TPM2B_ECC_PARAMETER(signature[32...])
        do throws(Interruption) {
            try connection.check(
                Esys_PolicySigned(
                    connection.esys, key, session, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &nonce, &binding, &reference, 0,
                    &signed, nil,
                    nil), "TPM2_PolicySigned")
        } catch {
            if error.tpmReason == .signature { throw .refused(.wrongPresence) }
            throw error
        }
    }

    private func assertOr(_ digests: [[UInt8]], in session: ESYS_TR) throws(Interruption) {
        var list = TPML_DIGEST()
        list.count = UInt32(digests.count)
        withUnsafeMutableBytes(of: &list.digests) { bytes in
            let places = bytes.bindMemory(to: TPM2B_DIGEST.self)
            for (place, digest) in zip(places.indices, digests) { places[place] = TPM2B_DIGEST(digest) }
        }
        try connection.check(
            Esys_PolicyOR(connection.esys, session, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &list), "TPM2_PolicyOR")
    }

    private func assertCounter(_ name: [UInt8], _ value: UInt64, in session: ESYS_TR) throws(Interruption) {
        let isPasscode = name == passcodeName
        var operand = TPM2B_OPERAND(value.bigEndianBytes)
        let authority: TPMConnection.Authority = isPasscode ? .owner : .nobody
        do throws(Interruption) {
            try connection.withIndex(isPasscode ? allocation.passcode : allocation.generation) { (index) throws(Interruption) in
                try connection.check(
                    Esys_PolicyNV(
                        connection.esys, connection.handle(of: authority, index), index, session,
                        try connection.session(for: authority), ESYS_TR_NONE, ESYS_TR_NONE, &operand, 0, TPM2_EO_EQ),
                    "TPM2_PolicyNV")
            }
        } catch {
            // Someone else moved the counter since it was looked at.
            if error.tpmReason == .policy { throw .refused(isPasscode ? .passcodeGone : .biometricSetChanged) }
            throw error
        }
    }
}
