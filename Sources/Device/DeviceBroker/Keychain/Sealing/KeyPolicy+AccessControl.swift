import DeviceProtocol

extension KeyPolicy {
    /// The policy under which the enclave keeps what stands behind the list.
    ///
    /// To the enclave a confirmation on the watch is what a match is: presence for which the broker signs. The broker asks for the one that the list names.
    init(_ control: AccessControl) throws(DeviceRefusal) {
        switch (control.constraints, control.combination) {
        case ([.userPresence], _): self = .userPresence
        case (let constraints, let combination):
            var factors = Set(constraints.compactMap(\.factor))
            if constraints.contains(.companion), !factors.contains(.currentBiometry) { factors.insert(.biometry) }
            guard let policy = KeyPolicy(combination == .all ? .all : .any, of: factors) else {
                throw .badRequest("the access control list asks for both kinds of biometry")
            }
            self = policy
        }
    }

    /// Whether what is kept under the policy is dead once the set of fingers or faces has changed.
    var diesWithSet: Bool { self == .currentBiometry || self == .passcodeAndCurrentBiometry }
}

extension AccessConstraint {
    fileprivate var factor: KeyPolicy.Factor? {
        switch self {
        case .biometryAny: .biometry
        case .biometryCurrentSet: .currentBiometry
        case .devicePasscode: .passcode
        case .userPresence, .companion: nil
        }
    }
}
