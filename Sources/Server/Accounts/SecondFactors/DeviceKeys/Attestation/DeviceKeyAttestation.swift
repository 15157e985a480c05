package import Secrets

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
