import Secrets

/// The challenges that wait for a signature: some, each good for one answer. A new one drives out the oldest.
struct OutstandingChallenges {
    /// As many as threads may be between challenge and answer at once; a signer answers at once, so that few are. Signers that decline leave
    /// theirs behind.
    static let limit = 64

    private var waiting: [PresenceChallenge] = []

    mutating func issue(binding: [UInt8], random: some RandomBytes) -> PresenceChallenge {
        let challenge = PresenceChallenge(nonce: random.bytes(SignedPresence.nonceByteCount), binding: binding)
        if waiting.count == Self.limit { waiting.removeFirst() }
        waiting.append(challenge)
        return challenge
    }

    /// The challenge of this nonce, which is spent by it.
    mutating func take(nonce: [UInt8]) -> PresenceChallenge? {
        guard let index = waiting.firstIndex(where: { $0.nonce == nonce }) else { return nil }
        return waiting.remove(at: index)
    }
}
