import Crypto
import FoundationEssentials
package import Secrets

/// A TPM's attestation of a device key, as a device submits it: four structures of TPM 2.0, part 2, each preceded by its length in
/// two bytes.
///
/// The structures are, in this order: the signed data (TPMS_ATTEST), the signature (TPMT_SIGNATURE), and the public areas of the
/// key and of the attestation key (TPMT_PUBLIC). Parsing verifies nothing; ``rejection(of:over:trusting:)`` does.
package struct KeyAttestation: Hashable, Sendable {
    /// The maximum length, in bytes. A typical attestation has about 460.
    package static let maximumLength = 1_024

    private let statement: TPMCreationStatement
    private let signed: [UInt8]
    /// The signature: r and s, 32 bytes each.
    private let signature: [UInt8]
    private let key: TPMPublicArea
    private let signer: TPMPublicArea

    package init(_ bytes: [UInt8]) throws(AttestationError) {
        guard bytes.count <= Self.maximumLength else { throw AttestationError(code: .tooLong, position: Self.maximumLength) }
        var reader = TPMReader(bytes[...])
        let lengths = 1...Self.maximumLength
        let signed = try reader.sized(lengths)
        statement = try TPMCreationStatement(signed)
        self.signed = Array(signed)
        signature = try Self.signature(try reader.sized(lengths))
        key = try TPMPublicArea(try reader.sized(lengths))
        signer = try TPMPublicArea(try reader.sized(lengths))
        try reader.finish()
    }

    /// The name of the key that claims to have signed the attestation.
    package var signerName: TPMName { signer.name }

    /// Verifies the attestation for this key, this digest and these trusted attestation keys. Returns the reason to reject it, or
    /// nil if it is valid.
    ///
    /// Nothing in the attestation proves that an attestation key belongs to a TPM, or to which one. `trusted` must establish that.
    package func rejection(of key: DevicePublicKey, over digest: [UInt8], trusting trusted: Set<TPMName>) -> AttestationRejection? {
        guard trusted.contains(signer.name) else { return .unknownSigner(signer.name) }
        guard signer.isAttestationKey else { return .unfitSigner }
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            let publicKey = try? P256.Signing.PublicKey(x963Representation: signer.key.x963),
            publicKey.isValidSignature(signature, for: signed)
        else { return .wrongSignature }
        guard statement.extraData == digest else { return .otherChallenge }
        guard statement.object == self.key.name, self.key.key == key else { return .otherKey }
        guard self.key.staysInside else { return .exportable }
        return nil
    }

    /// Parses a TPMT_SIGNATURE for ECDSA with SHA-256 (TPM 2.0, part 2, section 11.3.4).
    private static func signature(_ bytes: ArraySlice<UInt8>) throws(AttestationError) -> [UInt8] {
        var reader = TPMReader(bytes)
        try reader.expect(TPMNumbers.ecdsa)
        try reader.expect(TPMNumbers.sha256)
        let numbers = try reader.number32() + reader.number32()
        try reader.finish()
        return numbers
    }
}

/// The reason to reject an attestation.
package enum AttestationRejection: Error, Hashable, Sendable {
    /// The attestation cannot be parsed.
    case malformed(AttestationError)
    /// The attestation key is not on the operator's list.
    case unknownSigner(TPMName)
    /// The listed attestation key also signs data that the TPM did not generate, or may be known outside the TPM.
    case unfitSigner
    case wrongSignature
    /// The attestation is for another challenge; or the challenge belongs to another session, was used, or has expired.
    case otherChallenge
    /// The attestation is for another key.
    case otherKey
    /// The key may be known outside the TPM, can leave it, or can be used without its policy.
    case exportable
}

extension TPMPublicArea {
    private static let inside: Attributes = [.fixedTPM, .fixedParent, .sensitiveDataOrigin]

    /// Whether the key signs only data that the TPM generated.
    fileprivate var isAttestationKey: Bool {
        attributes.isSuperset(of: Self.inside.union([.restricted, .sign])) && !attributes.contains(.decrypt) && hasScheme
    }

    /// Whether the key was generated in the TPM, never leaves it, and is used only under its policy. Attributes that are not listed
    /// here are rejected.
    fileprivate var staysInside: Bool {
        let allowed = Self.inside.union([.adminWithPolicy, .noDictionaryAttackProtection, .decrypt, .sign])
        return attributes.isSuperset(of: Self.inside.union(.sign)) && attributes.isSubset(of: allowed) && !policy.isEmpty
    }
}

extension SecondFactorService {
    /// Issues a challenge for a device key attestation: 32 random bytes, for this session, single-use, valid for
    /// ``FactorChallenge/signatureLifetime``. It is charged like all challenges.
    package func issueAttestationChallenge(
        to active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> AttestationChallengeOutcome {
        guard !attestation.trustedKeys.isEmpty else { return .notAccepted }
        let (keys, throttles) = (accounts.budgetKeys, accounts.throttles)
        let charges = keys.charges(
            of: .challenges, from: client, throttles.challengesPerAddress, inAll: throttles.challengesInAll)
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let nonce = OpaqueToken(random: random)
        let expiry = now + FactorChallenge.signatureLifetime
        try await stores.add(StoredChallenge(digest: nonce.digest, purpose: .deviceKey(active.session.id), expiresAt: expiry))
        return .issued(Challenge(nonce: nonce, expiresAt: expiry))
    }

    /// Returns the attestation key that attests this key, or the reason to reject the attestation. The attestation is verified
    /// first, because that costs no write; only a valid one uses up the challenge.
    func verification(
        for key: DevicePublicKey, _ shown: ShownAttestation, in active: ActiveSession, now: Timestamp
    ) async throws -> Result<TPMName, AttestationRejection> {
        let read: KeyAttestation
        do throws(AttestationError) {
            read = try KeyAttestation(shown.statement)
        } catch {
            return .failure(.malformed(error))
        }
        guard let asked = Base64URL.decode(shown.challenge.reveal()) else { return .failure(.otherChallenge) }
        let digest = Array(SHA256.hash(data: asked))
        if let rejection = read.rejection(of: key, over: digest, trusting: attestation.trustedKeys) { return .failure(rejection) }
        guard try await stores.consumeChallenge(shown.challenge.digest, for: .deviceKey(active.session.id), now: now) else {
            return .failure(.otherChallenge)
        }
        return .success(read.signerName)
    }
}

/// The attestation keys that an operator trusts, and whether every device key needs an attestation.
package struct AttestationPolicy: Hashable, Sendable {
    /// The names of the trusted attestation keys. If empty, no attestations are requested.
    package var trustedKeys: Set<TPMName> = []
    /// Whether a key without an attestation is rejected.
    package var isRequired = false

    package init() {}
}

/// An attestation as a device submits it, with its challenge.
package struct ShownAttestation: Sendable {
    package let challenge: OpaqueToken
    /// The encoded ``KeyAttestation``.
    package let statement: [UInt8]

    package init(challenge: OpaqueToken, statement: [UInt8]) {
        self.challenge = challenge
        self.statement = statement
    }
}

package enum AttestationChallengeOutcome: Sendable {
    case issued(Challenge)
    /// The operator trusts no attestation key.
    case notAccepted
    case throttled(retryAfter: Duration)
}
