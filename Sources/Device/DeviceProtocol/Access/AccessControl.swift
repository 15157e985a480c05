/// What must be shown before an item's data or a private key is used: an access control list as the broker keeps it.
///
/// It is made by the rules of `SecAccessControlCreateWithFlags` alone, which this type repeats for whatever arrives from outside, so that no
/// program can hand the broker a list that Apple's function would not have made.
package struct AccessControl: Hashable, Sendable {
    package enum Combination: UInt8, WireValue, Sendable {
        case all = 1
        case any = 2
    }

    package let accessibility: Accessibility
    /// Sorted, each once. Empty: nothing is asked.
    package let constraints: [AccessConstraint]
    package let combination: Combination
    /// The constraints guard a private key's signing and key exchange, not an item's data.
    package let isForPrivateKey: Bool
    /// The data is also encrypted under a password of the app.
    package let needsApplicationPassword: Bool

    /// Gives nothing where the rules forbid it: both kinds of biometry at once; presence beside any other constraint; a combination of
    /// fewer than two constraints spelled as `any`, which has no second spelling here.
    package init?(
        accessibility: Accessibility, constraints: Set<AccessConstraint>, combination: Combination = .all,
        isForPrivateKey: Bool = false,
        needsApplicationPassword: Bool = false
    ) {
        if constraints.contains(.biometryAny), constraints.contains(.biometryCurrentSet) { return nil }
        if constraints.contains(.userPresence), constraints.count > 1 { return nil }
        if combination == .any, constraints.count < 2 { return nil }
        self.accessibility = accessibility
        self.constraints = constraints.sorted { $0.rawValue < $1.rawValue }
        self.combination = combination
        self.isForPrivateKey = isForPrivateKey
        self.needsApplicationPassword = needsApplicationPassword
    }

    /// Nothing asked beyond the class itself.
    package init(accessibility: Accessibility) {
        self.accessibility = accessibility
        constraints = []
        combination = .all
        isForPrivateKey = false
        needsApplicationPassword = false
    }

    /// Whether the operation can be done at all. Constraints are of the uses of a key or of reading an item's data, and what they are not of nobody may do: a
    /// list that asks for a face never turns into one that asks for nothing, because it stands on another kind of thing than was meant.
    package func permits(_ operation: ProtectedOperation) -> Bool { constraints.isEmpty || constrains(operation) }

    /// Whether the operation needs anyone to show anything. Deleting never does, nor does what needs the public key alone.
    package func constrains(_ operation: ProtectedOperation) -> Bool {
        guard !constraints.isEmpty else { return false }
        switch operation {
        case .readData: return !isForPrivateKey
        case .sign, .exchange: return isForPrivateKey
        }
    }
}

/// What an access control list may stand before.
package enum ProtectedOperation: UInt8, WireValue, CaseIterable, Sendable {
    /// Data of an item, or the secret of a right.
    case readData = 1
    case sign = 2
    /// Key exchange, and the decryption that rests on it.
    case exchange = 3
}
