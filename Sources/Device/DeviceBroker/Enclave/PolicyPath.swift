/// Which of a policy's conditions one use is going to prove: decided once, alike for every enclave.
struct PolicyPath: Hashable, Sendable {
    /// Whether the passcode's proof is checked.
    var provesPasscode: Bool
    /// Whether signed presence is checked.
    var provesPresence: Bool
    /// Whether the generation of the biometric set is checked.
    var provesGeneration: Bool

    /// What is still as it was when the key was made.
    struct Liveness {
        var passcode: Bool
        var biometricSet: Bool
    }

    /// Chooses. Where any one factor will do, it is the first living one for which there is evidence, the passcode before the match;
    /// the other is not looked at, so that one use never costs two attempts. A dead key, and a dead set where the passcode remains, say so
    /// whether or not there is evidence, so that a prompt offers only what can succeed.
    static func choose(
        _ policy: KeyPolicy, hasProof: Bool, hasPresence: Bool, alive: Liveness
    ) throws(Interruption) -> PolicyPath {
        let bound = policy.factors.contains(.currentBiometry)
        let passcodeDead = policy.namesPasscode && !alive.passcode
        let biometryDead = bound && !alive.biometricSet
        let byPasscode = PolicyPath(provesPasscode: true, provesPresence: false, provesGeneration: false)
        let byBiometry = PolicyPath(provesPasscode: false, provesPresence: true, provesGeneration: bound)

        switch policy.combination {
        case .all:
            if passcodeDead { throw .refused(.passcodeGone) }
            if biometryDead { throw .refused(.biometricSetChanged) }
            if policy.namesPasscode && !hasProof || policy.namesBiometry && !hasPresence {
                throw .refused(.authorizationRequired)
            }
            return PolicyPath(
                provesPasscode: policy.namesPasscode, provesPresence: policy.namesBiometry, provesGeneration: bound)
        case .any:
            if hasProof && !passcodeDead { return byPasscode }
            if hasPresence && !biometryDead { return byBiometry }
            if hasProof { throw .refused(.passcodeGone) }
            if hasPresence { throw .refused(.biometricSetChanged) }
            if biometryDead { throw .refused(passcodeDead ? .passcodeGone : .biometricSetChanged) }
            throw .refused(.authorizationRequired)
        }
    }
}
