import DeviceProtocol

extension KeyPolicy {
    /// The policy under which the enclave keeps what stands behind the list.
    ///
    /// Throws `companionNotAvailable` where nothing but a companion would do: this device has none, so what is stored could never be
    /// opened.
    init(_ control: AccessControl) throws(DeviceRefusal) {
        switch (control.constraints, control.combination) {
        case ([.userPresence], _): self = .userPresence
        case (let constraints, let combination):
            let factors = Set(constraints.compactMap(\.factor))
            let lost = constraints.count - factors.count
            guard lost == 0 || (combination == .any && !factors.isEmpty) else { throw .authentication(.companionNotAvailable) }
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
