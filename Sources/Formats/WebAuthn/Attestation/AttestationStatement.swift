internal import Crypto

/// An attestation statement with the inputs of its verification procedure (section 6.5.5).
struct AttestationStatement {
    let format: AttestationFormat
    let content: CBOR
    let authenticatorData: AuthenticatorData
    let attested: AttestedCredential
    let publicKey: CredentialPublicKey
    let clientDataHash: [UInt8]

    /// The message that most formats sign: authenticator data, followed by the hash of client data.
    var signedBytes: [UInt8] { authenticatorData.bytes + clientDataHash }

    /// Verifies the statement by the procedure of its format.
    ///
    /// - Returns: The attestation; for a compound statement, the attestation of each part.
    func verify() throws(WebAuthnError) -> [Attestation] {
        switch format {
        case .none:
            guard content == .map(CBORMap([])) else {
                throw WebAuthnError(.invalidAttestation, "A statement of the format none must be empty.", in: "attStmt")
            }
            return [Attestation(.none, .none)]
        case .packed: return [try verifyPacked()]
        case .fidoU2F: return [try verifyFIDOU2F()]
        case .apple: return [try verifyApple()]
        case .tpm: return [try verifyTPM()]
        case .androidKey: return [try verifyAndroidKey()]
        case .compound: return try verifyCompound()
        case .androidSafetyNet:
            throw WebAuthnError(.deprecatedFormat, "The attestation format is deprecated.", in: "fmt")
        }
    }

    /// Returns the statement as a map. Rejects members other than `names`. The reader of a member rejects a missing one.
    func members(_ names: String...) throws(WebAuthnError) -> CBORMap {
        guard let map = content.map else { throw WebAuthnError(.invalidAttestation, "The statement is not a map.", in: "attStmt") }
        guard map.entries.count == names.count(where: { map[$0] != nil }) else {
            throw WebAuthnError(.invalidAttestation, "The statement has an unexpected member.", in: "attStmt")
        }
        return map
    }

    /// Returns a member that must be a byte string.
    func bytes(_ name: String, of members: CBORMap) throws(WebAuthnError) -> [UInt8] {
        guard let bytes = members[name]?.bytes else {
            throw .invalidAttestation("The member is missing or not a byte string.", name)
        }
        return bytes
    }

    /// Returns the algorithm of the statement's signature, the member `alg`.
    func algorithm(of members: CBORMap) throws(WebAuthnError) -> COSEAlgorithm {
        guard let number = members["alg"]?.integer else {
            throw .invalidAttestation("The algorithm is missing or not an integer.", "alg")
        }
        return COSEAlgorithm(rawValue: number)
    }

    /// Verifies the statement's signature with the key of its certificate.
    func verifySignature(
        _ members: CBORMap, over message: [UInt8], by certificate: AttestationCertificate, _ algorithm: COSEAlgorithm
    ) throws(WebAuthnError) {
        guard certificate.key.isValidSignature(try bytes("sig", of: members), for: message, by: algorithm) else {
            throw .invalidAttestation("The key of the attestation certificate does not verify the statement's signature.", "sig")
        }
    }

    /// Requires that the certificate is for the credential's key. Formats with one certificate for each credential call it.
    func verifyIsForCredential(_ certificate: AttestationCertificate) throws(WebAuthnError) {
        guard certificate.key == publicKey.key else {
            throw .invalidAttestation("The key of the attestation certificate differs from the credential's key.", "x5c")
        }
    }
}

extension AttestationStatement {
    /// Verifies a statement of the format `fido-u2f` (section 8.6).
    private func verifyFIDOU2F() throws(WebAuthnError) -> Attestation {
        let members = try members("sig", "x5c")
        let certificate = try AttestationCertificate(members["x5c"])
        guard certificate.chain.count == 1 else {
            throw .invalidAttestation("The statement must have exactly one certificate.", "x5c")
        }
        guard let point = publicKey.key.p256Point else {
            throw WebAuthnError(.invalidAttestation, "The key of the credential is not on P-256.", in: "attStmt")
        }
        let message = [0] + authenticatorData.relyingPartyIDHash + clientDataHash + attested.credentialID + point
        // ES256 requires that the certificate's key is on P-256.
        try verifySignature(members, over: message, by: certificate, .es256)
        return Attestation(.fidoU2F, .basic, certificates: certificate.chain)
    }

    /// Verifies a statement of the format `apple` (section 8.8).
    private func verifyApple() throws(WebAuthnError) -> Attestation {
        let members = try members("x5c", "alg")
        let certificate = try AttestationCertificate(members["x5c"])
        let nonce = Array(SHA256.hash(data: signedBytes))
        // SEQUENCE { [1] { OCTET STRING of 32 bytes } }
        let expected = [0x30, 0x24, 0xA1, 0x22, 0x04, 0x20] + nonce
        guard certificate.content(of: AttestationCertificate.appleNonce)?.elementsEqual(expected) == true else {
            throw .invalidAttestation("The nonce of the attestation certificate is not that of this registration.", "x5c")
        }
        try verifyIsForCredential(certificate)
        return Attestation(.apple, .anonymizationAuthority, certificates: certificate.chain)
    }

    /// Verifies a compound statement (section 8.9): two to eight statements, of which each must verify. None may be compound; the depth
    /// limit of an attestation object has no room for the parts of another compound statement.
    private func verifyCompound() throws(WebAuthnError) -> [Attestation] {
        guard let parts = content.array, (2...8).contains(parts.count) else {
            throw WebAuthnError(
                .invalidAttestation, "A compound statement must be a list of two to eight statements.", in: "attStmt")
        }
        var attestations: [Attestation] = []
        for (position, part) in parts.enumerated() {
            guard let map = part.map, map.entries.count == 2, let name = map["fmt"]?.text, let content = map["attStmt"] else {
                throw WebAuthnError(
                    .invalidAttestation, "A part of a compound statement is malformed.", in: "attStmt.\(position)")
            }
            attestations += try AttestationStatement(
                format: AttestationFormat(exactly: name), content: content, authenticatorData: authenticatorData,
                attested: attested,
                publicKey: publicKey, clientDataHash: clientDataHash
            ).verify()
        }
        return attestations
    }
}

extension AttestationFormat {
    /// Finds a format by its name, compared byte for byte.
    init(exactly name: String) throws(WebAuthnError) {
        guard let format = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else {
            throw WebAuthnError(.unknownFormat, "The attestation format is unknown.", in: "fmt")
        }
        self = format
    }
}
