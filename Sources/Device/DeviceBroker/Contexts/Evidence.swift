package import DeviceProtocol

/// The result of a successful prompt.
package enum PromptEvidence: Sendable {
    /// The sensor matched a member of this set.
    case match(BiometricSet)
    case passcode(PasscodeProof)
    case watch
}

/// The evidence of a context, valid while the context is open.
package struct Evidence: Sendable {
    package private(set) var matchedSet: BiometricSet?
    package private(set) var passcode: PasscodeProof?
    package private(set) var isConfirmedOnWatch = false

    package init() {}

    package init(_ shown: PromptEvidence) {
        add(shown)
    }

    package mutating func add(_ shown: PromptEvidence) {
        switch shown {
        case .match(let set): matchedSet = set
        case .passcode(let proof): passcode = proof
        case .watch: isConfirmedOnWatch = true
        }
    }

    /// Discards the proof of the passcode, so that the user has to enter it again.
    package mutating func forgetPasscode() {
        passcode = nil
    }

    /// Returns whether the evidence satisfies the constraint without another prompt.
    package func meets(_ constraint: AccessConstraint, currentSet: BiometricSet) -> Bool {
        switch constraint {
        case .userPresence: meets(.owner)
        case .biometryAny: matchedSet != nil
        case .biometryCurrentSet: matchedSet == currentSet
        case .devicePasscode: passcode != nil
        case .companion: isConfirmedOnWatch
        }
    }

    /// Returns whether the evidence satisfies the demand of a prompt.
    package func meets(_ demand: PresenceDemand) -> Bool {
        demand.contains(.biometry) && matchedSet != nil || demand.contains(.passcode) && passcode != nil
            || demand.contains(.companion) && isConfirmedOnWatch
    }
}
