public import FoundationEssentials

/// What a registration must meet beside the standard's own demands.
public struct RegistrationPolicy: Sendable {
    /// The algorithms that were offered.
    public let algorithms: [COSEAlgorithm]

    /// Whether the user must be verified. Clients cannot promise it of a conditional registration, so do not require it there (section 5.1.3).
    public let userVerification: UserVerification

    /// Whether the credential may, or must, be one that is backed up.
    public let backup: BackupPolicy

    /// Which attestations are accepted.
    public let attestation: AttestationPolicy

    /// A policy.
    public init(
        algorithms: [COSEAlgorithm] = COSEAlgorithm.verifiable, userVerification: UserVerification = .optional,
        backup: BackupPolicy = .any, attestation: AttestationPolicy = AttestationPolicy()
    ) {
        self.algorithms = algorithms
        self.userVerification = userVerification
        self.backup = backup
        self.attestation = attestation
    }

    /// Which credentials are accepted, by whether they can leave their authenticator (section 6.1.3).
    public enum BackupPolicy: Sendable, Hashable {
        /// All.
        case any
        /// Those that can be backed up: a lost device does not lose them.
        case eligible
        /// Those bound to one device.
        case deviceBound
    }
}

extension RelyingParty {
    /// Verifies the answer to a registration, by the steps of section 7.1 in their order.
    ///
    ///     let registration = try await site.verify(response, for: challenge, policy: RegistrationPolicy(), now: now)
    ///     let credential = try registration.credential(isRegistered: await store.hasCredential(registration.credentialID))
    ///
    /// - Parameters:
    ///   - response: what the client sent.
    ///   - challenge: what was kept when the registration began. It serves once: delete it in the transaction that stores the credential.
    ///   - policy: what else the registration must meet.
    ///   - now: the time that certificates are held to, where the policy has trust anchors.
    /// - Throws: ``WebAuthnError`` of the first check that fails, R1 to R20.
    public func verify(
        _ response: RegistrationResponse, for challenge: RegistrationChallenge, policy: RegistrationPolicy = RegistrationPolicy(),
        now: Date
    ) async throws(WebAuthnError) -> VerifiedRegistration {
        guard Set(response.names).count <= 1 else {
            throw WebAuthnError(.mismatchedCredentialID, "id and rawId differ.", in: "id", check: .registration(1))
        }
        let clientData = try checking(.registration(2)) { () throws(WebAuthnError) in try ClientData(response.clientDataJSON) }
        try clientData.verify(type: .registration, challenge: challenge.challenge, of: self)
        let object = try checking(.registration(9)) { () throws(WebAuthnError) in try AttestationObject(response.attestationObject)
        }
        let (data, attested) = (object.authenticatorData, object.attested)
        try data.verify(
            .registration, of: self, requiresPresence: challenge.mediation == .modal, userVerification: policy.userVerification)
        try policy.backup.verify(data.flags)
        let publicKey = try checking(.registration(15)) { () throws(WebAuthnError) in try CredentialPublicKey(attested.publicKey) }
        guard policy.algorithms.contains(publicKey.algorithm) else {
            throw WebAuthnError(
                .algorithmNotOffered, "The algorithm of the key was not offered.", in: "publicKey", check: .registration(15))
        }
        let format = try checking(.registration(16)) { () throws(WebAuthnError) in try AttestationFormat(exactly: object.format) }
        let statement = AttestationStatement(
            format: format, content: object.statement, authenticatorData: data, attested: attested, publicKey: publicKey,
            clientDataHash: clientData.hash)
        let verified = try checking(.registration(17)) { () throws(WebAuthnError) in try statement.verify() }
        let attestations = try await policy.attestation.judge(verified, now: now)
        let id = try checking(.registration(20)) { () throws(WebAuthnError) in try CredentialID(attested.credentialID) }
        guard response.names.allSatisfy({ $0 == id.bytes }) else {
            throw WebAuthnError(
                .mismatchedCredentialID, "The response names another credential than the authenticator.", in: "id",
                check: .registration(1))
        }
        return VerifiedRegistration(
            credentialID: id, user: challenge.user, aaguid: attested.aaguid, flags: data.flags, attestations: attestations,
            extensions: response.extensions,
            credential: Credential(
                id: id, user: challenge.user, publicKey: publicKey, signCount: data.signCount,
                hasVerifiedUser: data.flags.contains(.userVerified), isBackupEligible: data.flags.contains(.backupEligible),
                isBackedUp: data.flags.contains(.backedUp), transports: response.transports))
    }
}

/// A registration that met every check but the one that only the store can answer.
public struct VerifiedRegistration: Sendable {
    /// The name of the new credential.
    public let credentialID: CredentialID

    /// The account that the registration was begun for (R24).
    public let user: UserHandle

    /// The make of authenticator, a claim unless an attestation is trusted.
    public let aaguid: AAGUID

    /// What the authenticator said. A conditional registration may lack ``AuthenticatorFlags/userPresent``.
    public let flags: AuthenticatorFlags

    /// What the attestation said: one, or several of a compound statement.
    public let attestations: [Attestation]

    /// What the client says about extensions.
    public let extensions: ExtensionOutputs

    private let credential: Credential

    fileprivate init(
        credentialID: CredentialID, user: UserHandle, aaguid: AAGUID, flags: AuthenticatorFlags, attestations: [Attestation],
        extensions: ExtensionOutputs, credential: Credential
    ) {
        self.credentialID = credentialID
        self.user = user
        self.aaguid = aaguid
        self.flags = flags
        self.attestations = attestations
        self.extensions = extensions
        self.credential = credential
    }

    /// The credential to store (R22).
    ///
    /// - Parameter isRegistered: whether any account has a credential of this ID. Ask within the transaction that stores: somebody who registers
    ///   another's credential as their own catches its owner in the wrong account.
    /// - Throws: ``WebAuthnError/Code/credentialRegistered`` (R21).
    public func credential(isRegistered: Bool) throws(WebAuthnError) -> Credential {
        guard !isRegistered else {
            throw WebAuthnError(
                .credentialRegistered, "The credential is already registered.", in: "credentialId", check: .registration(21))
        }
        return credential
    }
}

extension RegistrationPolicy.BackupPolicy {
    fileprivate func verify(_ flags: AuthenticatorFlags) throws(WebAuthnError) {
        let isAccepted =
            switch self {
            case .any: true
            case .eligible: flags.contains(.backupEligible)
            case .deviceBound: !flags.contains(.backupEligible)
            }
        guard isAccepted else {
            throw WebAuthnError(
                .backupNotAccepted, "The policy does not accept the credential's backup eligibility.", in: "authData.flags",
                check: .registration(14))
        }
    }
}

extension AttestationPolicy {
    /// Judges verified statements: by their anchors (R18), then by their kind (R19).
    fileprivate func judge(_ attestations: [Attestation], now: Date) async throws(WebAuthnError) -> [Attestation] {
        var judged: [Attestation] = []
        for var attestation in attestations {
            if let anchors, !attestation.certificates.isEmpty {
                attestation.isTrusted = await anchors.vouch(for: attestation, now: now)
                guard attestation.isTrusted else {
                    throw WebAuthnError(
                        .untrustedAttestation, "No trust anchor vouches for the attestation.", in: "attStmt.x5c",
                        check: .registration(18))
                }
            }
            guard kinds.contains(attestation.kind) else {
                throw WebAuthnError(
                    .attestationNotAccepted, "The policy does not accept this kind of attestation.", in: "fmt",
                    check: .registration(19))
            }
            judged.append(attestation)
        }
        return judged
    }
}

/// The three members of an attestation object (section 6.5.4).
struct AttestationObject {
    let format: String
    let statement: CBOR
    let authenticatorData: AuthenticatorData
    let attested: AttestedCredential

    init(_ bytes: [UInt8]) throws(WebAuthnError) {
        let map = try CBOR(bytes, in: Self.field, maximumDepth: Self.maximumDepth).map
        guard
            let map, map.entries.count == 3, let format = map["fmt"]?.text, let statement = map["attStmt"],
            let data = map["authData"]?.bytes
        else {
            throw WebAuthnError(
                .malformed, "The attestation object is not of a format, a statement and authenticator data.", in: Self.field)
        }
        self.format = format
        self.statement = statement
        authenticatorData = try AuthenticatorData(data)
        guard let attested = authenticatorData.attested else {
            throw WebAuthnError(.malformed, "Authenticator data has no new credential.", in: "authData.flags")
        }
        self.attested = attested
    }

    private static let field = "attestationObject"
    /// CTAP2 has four levels; the list of certificates in a part of a compound statement is on the fifth.
    private static let maximumDepth = 5
}
