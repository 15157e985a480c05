package import DeviceProtocol

/// What one prompt brought.
package enum Shown: Sendable {
    /// The sensor saw someone of this set.
    case match(BiometricSet)
    case passcode(PasscodeProof)
    case watch
}

/// What a person has shown to one context, for as long as the context is open.
package struct Evidence: Sendable {
    package private(set) var matchedSet: BiometricSet?
    package private(set) var passcode: PasscodeProof?
    package private(set) var isConfirmedOnWatch = false

    package init() {}

    package init(_ shown: Shown) {
        add(shown)
    }

    package mutating func add(_ shown: Shown) {
        switch shown {
        case .match(let set): matchedSet = set
        case .passcode(let proof): passcode = proof
        case .watch: isConfirmedOnWatch = true
        }
    }

    /// Lets go of the proof of the passcode: whoever is asked for it has to show it again.
    package mutating func forgetPasscode() {
        passcode = nil
    }

    /// Whether the constraint needs no one to be asked any more.
    package func meets(_ constraint: AccessConstraint, currentSet: BiometricSet) -> Bool {
        switch constraint {
        case .userPresence: meets(.owner)
        case .biometryAny: matchedSet != nil
        case .biometryCurrentSet: matchedSet == currentSet
        case .devicePasscode: passcode != nil
        case .companion: isConfirmedOnWatch
        }
    }

    /// Whether the demand of one prompt is met.
    package func meets(_ demand: PresenceDemand) -> Bool {
        demand.contains(.biometry) && matchedSet != nil || demand.contains(.passcode) && passcode != nil
            || demand.contains(.companion) && isConfirmedOnWatch
    }
}
