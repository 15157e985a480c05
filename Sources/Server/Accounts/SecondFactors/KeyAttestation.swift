import Crypto
import FoundationEssentials
package import Secrets

/// A TPM's statement about a device key, as a device hands it over: four structures of TPM 2.0, part 2, each behind its length in two bytes.
///
/// In this order: what was signed (TPMS_ATTEST), the signature (TPMT_SIGNATURE), the public area of the key and that of the attestation key
/// (TPMT_PUBLIC). Reading it proves nothing; ``refusal(of:over:trusting:)`` does.
package struct KeyAttestation: Hashable, Sendable {
    /// In bytes. One has about 460.
    package static let maximumLength = 1_024

    private let statement: TPMCreationStatement
    private let signed: [UInt8]
    /// r and s, 32 bytes each.
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

    /// The name of the key that is said to have signed.
    package var signerName: TPMName { signer.name }

    /// Why the statement does not hold for this key, this digest and these attestation keys; nil where it does.
    ///
    /// That an attestation key is the TPM's own, and which TPM's, is for `trusted` to say: nothing in the statement does.
    package func refusal(of key: DevicePublicKey, over digest: [UInt8], trusting trusted: Set<TPMName>) -> AttestationRefusal? {
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

    /// TPMT_SIGNATURE by ECDSA with SHA-256 (TPM 2.0, part 2, section 11.3.4).
    private static func signature(_ bytes: ArraySlice<UInt8>) throws(AttestationError) -> [UInt8] {
        var reader = TPMReader(bytes)
        try reader.expect(TPMNumbers.ecdsa)
        try reader.expect(TPMNumbers.sha256)
        let numbers = try reader.number32() + reader.number32()
        try reader.finish()
        return numbers
    }
}

/// Why a statement that can be read does not hold.
package enum AttestationRefusal: Error, Hashable, Sendable {
    /// It cannot even be read.
    case malformed(AttestationError)
    /// The attestation key is not on the operator's list.
    case unknownSigner(TPMName)
    /// The key on the operator's list signs more than what the TPM wrote, or may be known outside of it.
    case unfitSigner
    case wrongSignature
    /// It was made for another challenge, or the challenge is not one of this session, or was used or has expired.
    case otherChallenge
    /// It is of another key.
    case otherKey
    /// The key may be known outside of the TPM, or leave it, or be used without its policy.
    case exportable
}

extension TPMPublicArea {
    private static let inside: Attributes = [.fixedTPM, .fixedParent, .sensitiveDataOrigin]

    /// Whether it signs statements of the TPM alone.
    fileprivate var isAttestationKey: Bool {
        attributes.isSuperset(of: Self.inside.union([.restricted, .sign])) && !attributes.contains(.decrypt) && hasScheme
    }

    /// Whether the key was drawn inside, never leaves, and is used by its policy alone. What is not named here is refused.
    fileprivate var staysInside: Bool {
        let allowed = Self.inside.union([.adminWithPolicy, .noDictionaryAttackProtection, .decrypt, .sign])
        return attributes.isSuperset(of: Self.inside.union(.sign)) && attributes.isSubset(of: allowed) && !policy.isEmpty
    }
}

extension SecondFactorService {
    /// Gives out what a device's statement about its key is made over: 32 random bytes, for this session, once, within
    /// ``FactorChallenge/signatureLifetime``. Charged as all challenges are.
    package func issueAttestationChallenge(
        to active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> AttestationChallengeOutcome {
        guard !attestation.trustedKeys.isEmpty else { return .notTaken }
        let (keys, throttles) = (accounts.budgetKeys, accounts.throttles)
        let charges = [
            ThrottleCharge(key: keys.challenges(from: client.address), budget: throttles.challengesPerAddress),
            ThrottleCharge(key: keys.allChallenges, budget: throttles.challengesInAll),
        ]
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let nonce = OpaqueToken(random: random)
        let expiry = now + FactorChallenge.signatureLifetime
        try await stores.add(StoredChallenge(digest: nonce.digest, purpose: .deviceKey(active.session.id), expiresAt: expiry))
        return .issued(Challenge(nonce: nonce, expiresAt: expiry))
    }

    /// Who vouches for the key, or why nobody does. The statement is looked at first, since that costs no write; a challenge is used up by one
    /// that holds.
    func vouching(
        for key: DevicePublicKey, _ shown: ShownAttestation, in active: ActiveSession, now: Timestamp
    ) async throws -> Result<TPMName, AttestationRefusal> {
        let read: KeyAttestation
        do throws(AttestationError) {
            read = try KeyAttestation(shown.statement)
        } catch {
            return .failure(.malformed(error))
        }
        guard let asked = Base64URL.decode(shown.challenge.reveal()) else { return .failure(.otherChallenge) }
        let digest = Array(SHA256.hash(data: asked))
        if let refusal = read.refusal(of: key, over: digest, trusting: attestation.trustedKeys) { return .failure(refusal) }
        guard try await stores.consumeChallenge(shown.challenge.digest, for: .deviceKey(active.session.id), now: now) else {
            return .failure(.otherChallenge)
        }
        return .success(read.signerName)
    }
}

/// Whose statements about device keys an operator believes, and whether each key needs one.
package struct AttestationPolicy: Hashable, Sendable {
    /// The names of attestation keys. None: statements are not asked for.
    package var trustedKeys: Set<TPMName> = []
    /// Whether a key without a statement is refused.
    package var isRequired = false

    package init() {}
}

/// A statement as a device shows it, with the challenge that it was made over.
package struct ShownAttestation: Sendable {
    package let challenge: OpaqueToken
    /// As ``KeyAttestation`` reads it.
    package let statement: [UInt8]

    package init(challenge: OpaqueToken, statement: [UInt8]) {
        self.challenge = challenge
        self.statement = statement
    }
}

package enum AttestationChallengeOutcome: Sendable {
    case issued(Challenge)
    /// The operator lists no attestation key.
    case notTaken
    case throttled(retryAfter: Duration)
}
