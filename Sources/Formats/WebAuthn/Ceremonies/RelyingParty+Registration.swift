public import FoundationEssentials

/// The requirements of a relying party for a registration, in addition to the standard's.
public struct RegistrationPolicy: Sendable {
    /// The offered algorithms.
    public let algorithms: [COSEAlgorithm]

    /// Whether the user must be verified. Do not require it for a conditional registration, where clients cannot guarantee it (section 5.1.3).
    public let userVerification: UserVerification

    /// The backup eligibility that the credential must have.
    public let backup: BackupPolicy

    /// The accepted attestations.
    public let attestation: AttestationPolicy

    /// Creates a policy. The default accepts every algorithm that the library verifies, with optional user verification.
    public init(
        algorithms: [COSEAlgorithm] = COSEAlgorithm.verifiable, userVerification: UserVerification = .optional,
        backup: BackupPolicy = .any, attestation: AttestationPolicy = AttestationPolicy()
    ) {
        self.algorithms = algorithms
        self.userVerification = userVerification
        self.backup = backup
        self.attestation = attestation
    }

    /// The accepted backup eligibility of credentials (section 6.1.3).
    public enum BackupPolicy: Sendable, Hashable {
        /// All credentials.
        case any
        /// Credentials that can be backed up, which survive the loss of a device.
        case eligible
        /// Credentials that are bound to one device.
        case deviceBound
    }
}

extension RelyingParty {
    /// Verifies the response to a registration by the steps of section 7.1, in their order.
    ///
    ///     let registration = try await site.verify(response, for: challenge, policy: RegistrationPolicy(), now: now)
    ///     let credential = try registration.credential(isRegistered: await store.hasCredential(registration.credentialID))
    ///
    /// - Parameters:
    ///   - response: The client's response.
    ///   - challenge: The challenge that the server stored when the registration began. It is valid for one response: delete it in the
    ///     transaction that stores the credential.
    ///   - policy: Further requirements.
    ///   - now: The time at which certificates must be valid, if the policy has trust anchors.
    /// - Throws: ``WebAuthnError`` for the first check that fails, R1 to R20.
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
                .mismatchedCredentialID, "The response names another credential than authenticator data does.", in: "id",
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

/// A registration that passed every check except R21, which requires the store.
public struct VerifiedRegistration: Sendable {
    /// The identifier of the new credential.
    public let credentialID: CredentialID

    /// The account of the challenge (R24).
    public let user: UserHandle

    /// The model of the authenticator: an unverified claim unless an attestation is trusted.
    public let aaguid: AAGUID

    /// The flags of authenticator data. A conditional registration may lack ``AuthenticatorFlags/userPresent``.
    public let flags: AuthenticatorFlags

    /// The verified attestations: one, or several for a compound statement.
    public let attestations: [Attestation]

    /// The outputs of client extensions.
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

    /// Returns the credential to store (R22).
    ///
    /// - Parameter isRegistered: Whether any account has a credential with this ID. Look it up in the transaction that stores the credential.
    ///   Otherwise an attacker could register a credential of another user, who would then sign in to the attacker's account.
    /// - Throws: ``WebAuthnError/Code/credentialRegistered`` if `isRegistered` is true (R21).
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
    /// Checks verified attestations against the trust anchors (R18), then against the accepted types (R19).
    fileprivate func judge(_ attestations: [Attestation], now: Date) async throws(WebAuthnError) -> [Attestation] {
        var judged: [Attestation] = []
        for var attestation in attestations {
            if let anchors, !attestation.certificates.isEmpty {
                attestation.isTrusted = await anchors.hasTrustedPath(for: attestation, now: now)
                guard attestation.isTrusted else {
                    throw WebAuthnError(
                        .untrustedAttestation, "The attestation certificate does not lead to a trust anchor.", in: "attStmt.x5c",
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

/// An attestation object with its three members (section 6.5.4).
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
                .malformed, "The attestation object must have fmt, attStmt and authData only.", in: Self.field)
        }
        self.format = format
        self.statement = statement
        authenticatorData = try AuthenticatorData(data)
        guard let attested = authenticatorData.attested else {
            throw WebAuthnError(
                .malformed, "Authenticator data of a registration contains no new credential.", in: "authData.flags")
        }
        self.attested = attested
    }

    private static let field = "attestationObject"
    /// CTAP2 permits four levels. The certificate list in a part of a compound statement is on the fifth.
    private static let maximumDepth = 5
}
