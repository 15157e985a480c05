package import DeviceProtocol

extension AccessControl {
    /// The list that `flags` stand for. Flags that mean the same give the same list: one constraint has no combination but `all`.
    ///
    /// - Parameter protection: The string of a `kSecAttrAccessible…` value.
    /// - Throws: ``errSecParam`` for another protection; `or` with `and`; both kinds of biometry; `userPresence` with anything but
    ///   `applicationPassword` and `privateKeyUsage`; a flag that does not exist.
    package init(protection: String, flags: SecAccessControlCreateFlags) throws(SecurityFailure) {
        guard let accessibility = Accessibility(rawValue: protection) else {
            throw .parameter("the protection is not one of the kSecAttrAccessible values")
        }
        guard flags.isSubset(of: .known) else { throw .parameter("a flag of the access control does not exist") }
        guard !flags.isSuperset(of: [.or, .and]) else { throw .parameter("or and and exclude each other") }
        guard !flags.isSuperset(of: [.biometryAny, .biometryCurrentSet]) else {
            throw .parameter("biometryAny and biometryCurrentSet exclude each other")
        }
        guard !flags.contains(.userPresence) || flags.isSubset(of: [.userPresence, .applicationPassword, .privateKeyUsage]) else {
            throw .parameter("userPresence combines with applicationPassword and privateKeyUsage only")
        }
        let constraints = Set(AccessConstraint.allCases.filter { flags.contains($0.flag) })
        let control = AccessControl(
            accessibility: accessibility, constraints: constraints,
            combination: flags.contains(.or) && constraints.count > 1 ? .any : .all,
            isForPrivateKey: flags.contains(.privateKeyUsage), needsApplicationPassword: flags.contains(.applicationPassword))
        guard let control else { throw .parameter("the flags contradict each other") }
        self = control
    }

    /// Flags that make this list. No `and`, which changes nothing.
    package var flags: SecAccessControlCreateFlags {
        var flags = SecAccessControlCreateFlags(constraints.map(\.flag))
        if combination == .any { flags.insert(.or) }
        if isForPrivateKey { flags.insert(.privateKeyUsage) }
        if needsApplicationPassword { flags.insert(.applicationPassword) }
        return flags
    }
}

extension AccessConstraint {
    package var flag: SecAccessControlCreateFlags {
        switch self {
        case .userPresence: .userPresence
        case .biometryAny: .biometryAny
        case .biometryCurrentSet: .biometryCurrentSet
        case .devicePasscode: .devicePasscode
        case .companion: .companion
        }
    }
}

extension SecAccessControlCreateFlags {
    /// Every flag there is. What is not here is refused: a flag that meant more protection must not be lost in silence.
    fileprivate static let known: SecAccessControlCreateFlags = [
        .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or, .and, .privateKeyUsage,
        .applicationPassword,
    ]
}
