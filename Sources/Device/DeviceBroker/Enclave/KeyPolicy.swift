/// The conditions for the use of a key. Chosen when the key is created, and permanent.
///
/// The list is closed: it contains the combinations of access control flags that have a meaning for the enclave. The application
/// password is not included, because it is an additional encryption and not a condition. Apple rejects both kinds of biometry
/// together (SecAccessControlCreateWithFlags), and this type cannot express them.
package enum KeyPolicy: UInt8, Hashable, Sendable, CaseIterable {
    /// No condition.
    case nothing = 0
    /// The passcode.
    case passcode = 1
    /// A biometric match with the set that is enrolled at the time of use.
    case biometry = 2
    /// A biometric match, as long as the enrolled set is the one at the key's creation.
    case currentBiometry = 3
    /// Both the passcode and a match.
    case passcodeAndBiometry = 4
    /// Both the passcode and a match of the current set.
    case passcodeAndCurrentBiometry = 5
    /// The passcode or a match.
    case passcodeOrBiometry = 6
    /// The passcode or a match of the current set. After a change of the set, only the passcode.
    case passcodeOrCurrentBiometry = 7

    /// The policy of user presence as Apple defines it: the passcode or a match.
    package static let userPresence = KeyPolicy.passcodeOrBiometry

    /// The single conditions.
    package enum Factor: Hashable, Sendable, CaseIterable {
        case passcode, biometry, currentBiometry
    }

    /// Whether all factors are required, or any one of them.
    package enum Combination: Hashable, Sendable {
        case all, any
    }

    /// Creates the policy that requires `factors`; an empty set means no condition. Returns nil if both kinds of biometry are
    /// included.
    package init?(_ combination: Combination, of factors: Set<Factor>) {
        let match = Self.allCases.first { policy in
            policy.factors == factors && (factors.count < 2 || policy.combination == combination)
        }
        guard let match else { return nil }
        self = match
    }

    /// The factors of the policy.
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

    /// The combination of the factors; `all` if there are fewer than two.
    package var combination: Combination {
        switch self {
        case .passcodeOrBiometry, .passcodeOrCurrentBiometry: .any
        default: .all
        }
    }

    /// Whether the passcode is a factor.
    package var namesPasscode: Bool { factors.contains(.passcode) }

    /// Whether a biometric match of either kind is a factor.
    package var namesBiometry: Bool { factors.contains(.biometry) || factors.contains(.currentBiometry) }

    /// Whether every use requires the passcode.
    package var requiresPasscode: Bool { namesPasscode && combination == .all }
}

/// The conditions of a policy that one use will prove. The choice is the same for every enclave.
struct PolicyPath: Hashable, Sendable {
    /// Whether the passcode's proof is checked.
    var provesPasscode: Bool
    /// Whether signed presence is checked.
    var provesPresence: Bool
    /// Whether the generation of the biometric set is checked.
    var provesGeneration: Bool

    /// The conditions that can still be satisfied since the key was created.
    struct Liveness {
        var passcode: Bool
        var biometricSet: Bool
    }

    /// Chooses the conditions to prove. If any one factor suffices, it is the first satisfiable one with evidence, the passcode
    /// before the match. The other one is ignored, so that a use costs at most one attempt. An unusable key, and an outdated set if
    /// the passcode remains valid, are reported even without evidence, so that a prompt offers only what can succeed.
    static func choose(
        _ policy: KeyPolicy, hasProof: Bool, hasPresence: Bool, alive: Liveness
    ) throws(Interruption) -> PolicyPath {
        let bound = policy.factors.contains(.currentBiometry)
        let isPasscodeInvalid = policy.namesPasscode && !alive.passcode
        let isBiometryInvalid = bound && !alive.biometricSet
        let byPasscode = PolicyPath(provesPasscode: true, provesPresence: false, provesGeneration: false)
        let byBiometry = PolicyPath(provesPasscode: false, provesPresence: true, provesGeneration: bound)

        switch policy.combination {
        case .all:
            if isPasscodeInvalid { throw .rejected(.passcodeRemoved) }
            if isBiometryInvalid { throw .rejected(.biometricSetChanged) }
            if policy.namesPasscode && !hasProof || policy.namesBiometry && !hasPresence {
                throw .rejected(.authorizationRequired)
            }
            return PolicyPath(
                provesPasscode: policy.namesPasscode, provesPresence: policy.namesBiometry, provesGeneration: bound)
        case .any:
            if hasProof && !isPasscodeInvalid { return byPasscode }
            if hasPresence && !isBiometryInvalid { return byBiometry }
            if hasProof { throw .rejected(.passcodeRemoved) }
            if hasPresence { throw .rejected(.biometricSetChanged) }
            if isBiometryInvalid { throw .rejected(isPasscodeInvalid ? .passcodeRemoved : .biometricSetChanged) }
            throw .rejected(.authorizationRequired)
        }
    }
}
