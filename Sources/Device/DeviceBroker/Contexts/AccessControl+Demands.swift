package import DeviceProtocol

extension AccessControl {
    /// What remains to be shown before the operation, one prompt after the other. Empty: nothing.
    ///
    /// Throws `companionNotAvailable` where the list requires the watch and no paired watch is ready, and `authenticationFailed` for an operation
    /// that the list does not permit.
    package func demands(
        before operation: ProtectedOperation, given evidence: Evidence, currentSet: BiometricSet, hasWatch: Bool = false
    ) throws(AuthenticationFailure) -> [PresenceDemand] {
        guard permits(operation) else { throw .authenticationFailed }
        guard constrains(operation) else { return [] }
        let unmet = constraints.filter { constraint in
            !evidence.meets(constraint, currentSet: currentSet) || constraint == .companion && !takesWatch
        }
        switch combination {
        case .all:
            guard hasWatch || !unmet.contains(.companion) else { throw .companionNotAvailable }
            return unmet.map(\.demand)
        case .any:
            guard unmet.count == constraints.count else { return [] }
            let union = unmet.reduce(into: PresenceDemand()) { $0.formUnion($1.demand) }
            return [takesWatch ? union : union.subtracting(.companion)]
        }
    }

    /// Whether a confirmation on the watch counts. A list that is content with one of several takes none where one of them is bound to the current set of
    /// fingers or faces: the enclave knows the broker's word for a match and for the watch as one, and that word must not outlive the set.
    var takesWatch: Bool {
        constraints.contains(.userPresence)
            || constraints.contains(.companion) && !(combination == .any && constraints.contains(.biometryCurrentSet))
    }

    /// Whether nothing opens without the watch.
    var needsWatch: Bool { constraints.contains(.companion) && (combination == .all || constraints == [.companion]) }
}

extension AccessControl {
    /// Whether the passcode still opens what a match no longer does, once the enrolled set has changed.
    var outlivesSet: Bool { combination == .any && Set(constraints).isSuperset(of: [.biometryCurrentSet, .devicePasscode]) }
}

extension AccessConstraint {
    /// The prompt that can meet the constraint.
    var demand: PresenceDemand {
        switch self {
        case .userPresence: .owner
        case .biometryAny, .biometryCurrentSet: .biometry
        case .devicePasscode: .passcode
        case .companion: .companion
        }
    }
}
