import Crypto
import CTSS2
import DeviceProtocol
import Secrets

extension TPMDevice {
    func sign(_ use: KeyUse, _ input: SignatureInput, _ authorization: KeyAuthorization) throws(Interruption) -> [UInt8] {
        try withAuthorized(use, authorization) { (key, session) throws(Interruption) in
            var digest = TPM2B_DIGEST(input.bytes)
            var scheme = TPMT_SIG_SCHEME()
            scheme.scheme = TPM2_ALG_ECDSA
            scheme.details.ecdsa.hashAlg = TPM2_ALG_SHA256
            var validation = TPMT_TK_HASHCHECK()
            validation.tag = TPM2_ST_HASHCHECK
            validation.hierarchy = TPM2_RH_NULL
            var signature = TPMT_SIGNATURE()
            try connection.authorize(by: session, key, "TPM2_Sign") {
                Tss2_Sys_Sign($0, $1, $2, &digest, &scheme, &validation, &signature, nil)
            }
            let parts = signature.signature.ecdsa
            return parts.signatureR.number32 + parts.signatureS.number32
        }
    }

    func agree(_ use: KeyUse, _ peer: EnclavePublicKey, _ authorization: KeyAuthorization) throws(Interruption) -> SecretBytes {
        try withAuthorized(use, authorization) { (key, session) throws(Interruption) in
            var point = TPM2B_ECC_POINT()
            point.point.x = TPM2B_ECC_PARAMETER(peer.x)
            point.point.y = TPM2B_ECC_PARAMETER(peer.y)
            var shared: UnsafeMutablePointer<TPM2B_ECC_POINT>?
            try connection.check(
                Esys_ECDH_ZGen(
                    connection.esys, key, session, try connection.channel(TPMA_SESSION(TPMA_SESSION_ENCRYPT)), ESYS_TR_NONE, &point,
                    &shared),
                "TPM2_ECDH_ZGen")
            return SecretBytes(try connection.take(shared, "TPM2_ECDH_ZGen").point.x.number32)
        }
    }

    /// Loads the key, satisfies its policy in a new session, and runs the one command that the session then permits.
    private func withAuthorized<Result>(
        _ use: KeyUse, _ authorization: KeyAuthorization, _ body: (ESYS_TR, ESYS_TR) throws(Interruption) -> Result
    ) throws(Interruption) -> Result {
        let (blob, policy) = try stored(use.blob)
        guard let name = TPMMarshalling.name(of: blob.publicArea) else { throw .rejected(.unknownBlob) }
        return try connection.withKept(use.blob, blob, under: primary) { (object) throws(Interruption) in
            let path = try PolicyPath.choose(
                blob.policy, hasProof: authorization.passcode != nil, hasPresence: authorization.presence != nil,
                alive: try liveness(of: blob))
            return try connection.withPolicySession { (session) throws(Interruption) in
                try prove(policy.opening(use.operation), in: session)
                if path.provesPasscode, let proof = authorization.passcode {
                    try prove(policy.passcode, in: session, proof: proof)
                }
                if path.provesPresence, let signer = authorization.presence {
                    try prove(policy.biometry, in: session, signer: signer, binding: use.commandDigest(name: name))
                }
                try prove(policy.finish, in: session)
                return try body(object, session)
            }
        }
    }

    /// Returns the stored key if its public area matches the template of its policy.
    func stored(_ bytes: [UInt8]) throws(Interruption) -> (TPMBlob, TPMKeyPolicy) {
        guard let blob = TPMBlob(bytes), blob.content == .key else { throw .rejected(.unknownBlob) }
        let policy = TPMKeyPolicy(
            policy: blob.policy, bindings: bindings(passcodeEpoch: blob.passcodeEpoch, generation: blob.generation))
        guard blob.isOf(TPMTemplate.key(policy: policy.digest)) else { throw .rejected(.unknownBlob) }
        return (blob, policy)
    }

    private func liveness(of blob: TPMBlob) throws(Interruption) -> PolicyPath.Liveness {
        PolicyPath.Liveness(
            passcode: blob.policy.namesPasscode ? try passcodeEpoch() == blob.passcodeEpoch : true,
            biometricSet: blob.policy.factors.contains(.currentBiometry) ? try generation() == blob.generation : true)
    }
}

extension TPMConnection {
    /// Runs `body` with a stored object loaded, and flushes it. Rejects an object that does not belong to this TPM.
    func withLoaded<Result>(
        _ blob: TPMBlob, under parent: ESYS_TR, _ body: (ESYS_TR) throws(Interruption) -> Result
    ) throws(Interruption) -> Result {
        let object = try load(blob, under: parent)
        defer { flush(object) }
        return try body(object)
    }

    /// Loads an object after the kept key is flushed, so that the TPM has space.
    func load(_ blob: TPMBlob, under parent: ESYS_TR) throws(Interruption) -> ESYS_TR {
        flushKept()
        var privateArea = blob.privateArea
        var publicArea = blob.publicArea
        var object = ESYS_TR_NONE
        do throws(Interruption) {
            try check(
                Esys_Load(
                    esys, parent, try session(for: .noAuthorization), ESYS_TR_NONE, ESYS_TR_NONE, &privateArea, &publicArea, &object
                ),
                "TPM2_Load")
        } catch {
            // A format-one code refers to a parameter, and both parameters are from the blob.
            if case .failed(let failure) = error, let code = failure.responseCode, TPMResponse(code: code).findsFaultWithParameter {
                throw .rejected(.unknownBlob)
            }
            throw error
        }
        return object
    }
}

extension KeyUse {
    /// Returns the digest of the command that the use sends (cpHash; TPM 2.0 part 1, section 16.7): its code, the object's name,
    /// its parameters.
    func commandDigest(name: [UInt8]) -> [UInt8] {
        var writer = WireWriter()
        switch operation {
        case .sign(let input):
            writer.number(TPM2_CC_Sign)
            writer.bareOctets(name)
            writer.shortOctets(input.bytes)
            writer.number(TPM2_ALG_ECDSA)
            writer.number(TPM2_ALG_SHA256)
            writer.number(TPM2_ST_HASHCHECK)
            writer.number(TPM2_RH_NULL)
            writer.shortOctets([])
        case .agree(let peer):
            var point = WireWriter()
            point.shortOctets(Array(peer.x))
            point.shortOctets(Array(peer.y))
            writer.number(TPM2_CC_ECDH_ZGen)
            writer.bareOctets(name)
            writer.shortOctets(point.bytes)
        }
        return Array(SHA256.hash(data: writer.bytes))
    }
}

/// Performs the assertions of a policy in a session.
extension TPMDevice {
    /// Performs assertions that require no evidence.
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
            // The TPM would reject the following command. No caller reaches this.
            case .secret, .signed: throw .rejected(.authorizationRequired)
            }
        }
    }

    /// Performs assertions that require the proof of the passcode.
    func prove(_ chain: [TPMPolicy.Assertion], in session: ESYS_TR, proof: PasscodeProof) throws(Interruption) {
        for assertion in chain {
            guard case .secret = assertion else {
                try prove([assertion], in: session)
                continue
            }
            try withPasscode(proof) { (index) throws(Interruption) in
                let channel = try connection.channel()
                try rejectingWrongProof { () throws(Interruption) in
                    try connection.check(
                        Esys_PolicySecret(
                            connection.esys, index, session, channel, ESYS_TR_NONE, ESYS_TR_NONE, nil, nil, nil, 0, nil, nil),
                        "TPM2_PolicySecret")
                }
            }
        }
    }

    /// Performs assertions that require presence, bound to the command with the digest `binding`.
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
            guard let signature = signer.signature(for: challenge) else { throw .rejected(.authorizationRequired) }
            guard signature.count == SignedPresence.signatureByteCount else { throw .rejected(.wrongPresence) }
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
            if error.tpmReason == .signature { throw .rejected(.wrongPresence) }
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
        let authority: TPMConnection.Authority = isPasscode ? .owner : .noAuthorization
        do throws(Interruption) {
            try connection.withIndex(isPasscode ? allocation.passcode : allocation.generation) { (index) throws(Interruption) in
                try connection.check(
                    Esys_PolicyNV(
                        connection.esys, connection.handle(of: authority, index), index, session,
                        try connection.session(for: authority), ESYS_TR_NONE, ESYS_TR_NONE, &operand, 0, TPM2_EO_EQ),
                    "TPM2_PolicyNV")
            }
        } catch {
            // Another process changed the counter after it was read.
            if error.tpmReason == .policy { throw .rejected(isPasscode ? .passcodeRemoved : .biometricSetChanged) }
            throw error
        }
    }
}
