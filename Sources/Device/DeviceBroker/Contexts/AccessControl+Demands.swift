package import DeviceProtocol

extension AccessControl {
    /// What remains to be shown before the operation, one prompt after the other. Empty: nothing.
    ///
    /// Throws `companionNotAvailable` where only a watch or a computer nearby would do, and `authenticationFailed` for an operation that the list does not
    /// permit.
    package func demands(
        before operation: ProtectedOperation, given evidence: Evidence, currentSet: BiometricSet
    ) throws(AuthenticationFailure) -> [PresenceDemand] {
        guard permits(operation) else { throw .authenticationFailed }
        guard constrains(operation) else { return [] }
        let unmet = constraints.filter { !evidence.meets($0, currentSet: currentSet) }
        switch combination {
        case .all:
            return try unmet.map { constraint throws(AuthenticationFailure) in
                guard let demand = constraint.demand else { throw .companionNotAvailable }
                return demand
            }
        case .any:
            guard unmet.count == constraints.count else { return [] }
            let demands = Set(unmet.compactMap(\.demand))
            guard let first = demands.first else { throw .companionNotAvailable }
            return [demands.count == 1 ? first : .either]
        }
    }
}

extension AccessControl {
    /// Whether the passcode still opens what a match no longer does, once the enrolled set has changed.
    var outlivesSet: Bool { combination == .any && Set(constraints).isSuperset(of: [.biometryCurrentSet, .devicePasscode]) }
}

extension AccessConstraint {
    /// The prompt that can meet the constraint; none can bring a companion near.
    var demand: PresenceDemand? {
        switch self {
        case .userPresence: .either
        case .biometryAny, .biometryCurrentSet: .biometry
        case .devicePasscode: .passcode
        case .companion: nil
        }
    }
}
