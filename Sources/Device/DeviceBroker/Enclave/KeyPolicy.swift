/// What must be shown before a key can be used. Chosen when it is made, and part of it for ever.
///
/// The list is closed: these are the combinations of access-control flags that have a meaning for the enclave. The application
/// password is not among them, since it is a further encryption and not a condition; both kinds of biometry at once are refused by Apple
/// (SecAccessControlCreateWithFlags), and cannot be written here.
package enum KeyPolicy: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing is asked.
    case nothing = 0
    /// The passcode.
    case passcode = 1
    /// A biometric match, of whatever is enrolled when it is used.
    case biometry = 2
    /// A biometric match, as long as the enrolled set is the one of the key's creation.
    case currentBiometry = 3
    /// Both the passcode and a match.
    case passcodeAndBiometry = 4
    /// Both the passcode and a match of the current set.
    case passcodeAndCurrentBiometry = 5
    /// The passcode or a match.
    case passcodeOrBiometry = 6
    /// The passcode or a match of the current set; when the set changes, the passcode is what remains.
    case passcodeOrCurrentBiometry = 7

    /// What Apple calls user presence: the passcode or a match.
    package static let userPresence = KeyPolicy.passcodeOrBiometry

    /// The single conditions.
    package enum Factor: Hashable, Sendable, CaseIterable {
        case passcode, biometry, currentBiometry
    }

    /// Whether all the factors are asked for, or any of them.
    package enum Combination: Hashable, Sendable {
        case all, any
    }

    /// The policy that asks for `factors`; none means that nothing is asked. Nil where both kinds of biometry are named.
    package init?(_ combination: Combination, of factors: Set<Factor>) {
        let match = Self.allCases.first { policy in
            policy.factors == factors && (factors.count < 2 || policy.combination == combination)
        }
        guard let match else { return nil }
        self = match
    }

    /// The factors it names.
    package var factors: Set<Factor> {
        switch self {
        case .nothing: []
        case .passcode: [.passcode]
        case .biometry: [.biometry]
        case .currentBiometry: [.currentBiometry]
        case .passcodeAndBiometry, .passcodeOrBiometry: [.passcode, .biometry]
        case .passcodeAndCurrentBiometry, .passcodeOrCurrentBiometry: [.passcode, .currentBiometry]
        }
    }

    /// How they combine; all, where there are fewer than two.
    package var combination: Combination {
        switch self {
        case .passcodeOrBiometry, .passcodeOrCurrentBiometry: .any
        default: .all
        }
    }

    /// Whether it names the passcode.
    package var namesPasscode: Bool { factors.contains(.passcode) }

    /// Whether it names a biometric match of either kind.
    package var namesBiometry: Bool { factors.contains(.biometry) || factors.contains(.currentBiometry) }

    /// Whether no use is possible without the passcode.
    package var requiresPasscode: Bool { namesPasscode && combination == .all }
}

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
