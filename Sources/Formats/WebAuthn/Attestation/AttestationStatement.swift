internal import Crypto

/// A statement with all that its format's procedure looks at (section 6.5.5).
struct AttestationStatement {
    let format: AttestationFormat
    let content: CBOR
    let authenticatorData: AuthenticatorData
    let attested: AttestedCredential
    let publicKey: CredentialPublicKey
    let clientDataHash: [UInt8]

    /// What most formats sign: authenticator data and the hash of client data.
    var signedBytes: [UInt8] { authenticatorData.bytes + clientDataHash }

    /// Runs the format's procedure.
    ///
    /// - Returns: what the statement says; of a compound one, what each of its parts says.
    func verify() throws(WebAuthnError) -> [Attestation] {
        switch format {
        case .none:
            guard content == .map(CBORMap([])) else {
                throw WebAuthnError(.invalidAttestation, "A statement of the format none has members.", in: "attStmt")
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

    /// The members of the statement, which are these and no others.
    func members(_ required: String..., optional: String = "") throws(WebAuthnError) -> CBORMap {
        guard let map = content.map else { throw WebAuthnError(.invalidAttestation, "The statement is not a map.", in: "attStmt") }
        let known = required.filter { map[$0] != nil }.count
        guard known == required.count, map.entries.count == known + (map[optional] == nil ? 0 : 1) else {
            throw WebAuthnError(.invalidAttestation, "The statement has other members than its format.", in: "attStmt")
        }
        return map
    }

    /// A member that is a byte string.
    func bytes(_ name: String, of members: CBORMap) throws(WebAuthnError) -> [UInt8] {
        guard let bytes = members[name]?.bytes else { throw .invalidAttestation("The member is not a byte string.", name) }
        return bytes
    }

    /// The algorithm of the statement's signature.
    func algorithm(of members: CBORMap) throws(WebAuthnError) -> COSEAlgorithm {
        guard let number = members["alg"]?.integer else { throw .invalidAttestation("The algorithm is not an integer.", "alg") }
        return COSEAlgorithm(rawValue: number)
    }

    /// Verifies the statement's signature with the key of its certificate.
    func verifySignature(
        _ members: CBORMap, over message: [UInt8], by certificate: AttestationCertificate, _ algorithm: COSEAlgorithm
    ) throws(WebAuthnError) {
        guard certificate.key.isValidSignature(try bytes("sig", of: members), for: message, by: algorithm) else {
            throw .invalidAttestation("The signature of the statement is not its certificate's.", "sig")
        }
    }

    /// The certificate is for the key of the credential, as the formats demand whose certificates are made for each credential.
    func verifyIsForCredential(_ certificate: AttestationCertificate) throws(WebAuthnError) {
        guard certificate.key == publicKey.key else {
            throw .invalidAttestation("The attestation certificate is for another key than the credential's.", "x5c")
        }
    }
}

extension AttestationStatement {
    /// Section 8.6.
    private func verifyFIDOU2F() throws(WebAuthnError) -> Attestation {
        let members = try members("sig", "x5c")
        let certificate = try AttestationCertificate(members["x5c"])
        guard certificate.chain.count == 1, certificate.key.p256Point != nil else {
            throw .invalidAttestation("The statement needs one certificate, for a key on P-256.", "x5c")
        }
        guard let point = publicKey.key.p256Point else {
            throw WebAuthnError(.invalidAttestation, "The key of the credential is not on P-256.", in: "attStmt")
        }
        let message = [0] + authenticatorData.relyingPartyIDHash + clientDataHash + attested.credentialID + point
        try verifySignature(members, over: message, by: certificate, .es256)
        return Attestation(.fidoU2F, .basic, certificates: certificate.chain)
    }

    /// Section 8.8.
    private func verifyApple() throws(WebAuthnError) -> Attestation {
        let members = try members("x5c", optional: "alg")
        let certificate = try AttestationCertificate(members["x5c"])
        let nonce = Array(SHA256.hash(data: signedBytes))
        // SEQUENCE { [1] { OCTET STRING of 32 bytes } }
        let expected = [0x30, 0x24, 0xA1, 0x22, 0x04, 0x20] + nonce
        guard certificate.content(of: AttestationCertificate.appleNonce)?.elementsEqual(expected) == true else {
            throw .invalidAttestation("The attestation certificate was not made for this registration.", "x5c")
        }
        try verifyIsForCredential(certificate)
        return Attestation(.apple, .anonymizationAuthority, certificates: certificate.chain)
    }

    /// Section 8.9: two statements or more, none of them compound, and each verifies.
    private func verifyCompound() throws(WebAuthnError) -> [Attestation] {
        guard let parts = content.array, parts.count >= 2 else {
            throw WebAuthnError(.invalidAttestation, "A compound statement is not a list of two or more.", in: "attStmt")
        }
        var attestations: [Attestation] = []
        for (position, part) in parts.enumerated() {
            guard let map = part.map, map.entries.count == 2, let name = map["fmt"]?.text, let content = map["attStmt"] else {
                throw WebAuthnError(
                    .invalidAttestation, "A part of a compound statement is not a statement.", in: "attStmt.\(position)")
            }
            let format = try AttestationFormat(exactly: name)
            guard format != .compound else {
                throw WebAuthnError(.invalidAttestation, "A compound statement is within another.", in: "attStmt.\(position)")
            }
            attestations += try AttestationStatement(
                format: format, content: content, authenticatorData: authenticatorData, attested: attested, publicKey: publicKey,
                clientDataHash: clientDataHash
            ).verify()
        }
        return attestations
    }
}

extension AttestationFormat {
    /// The format of this name, compared byte for byte.
    init(exactly name: String) throws(WebAuthnError) {
        guard let format = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else {
            throw WebAuthnError(.unknownFormat, "The attestation format is not one of the standard's.", in: "fmt")
        }
        self = format
    }
}
