import Crypto
import Secrets

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
        switch try await stores.charge(charges, now: now) {
        case .exhausted(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .admitted: break
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
