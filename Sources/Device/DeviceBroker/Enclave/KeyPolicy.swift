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
