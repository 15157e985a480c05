/// What must be shown before an item's data or a private key is used: an access control list as the broker keeps it.
///
/// It is made by the rules of `SecAccessControlCreateWithFlags` alone, which this type repeats for whatever arrives from outside, so that no
/// program can hand the broker a list that Apple's function would not have made.
package struct AccessControl: WireRecord, Hashable {
    package enum Combination: UInt8, WireValue {
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

    package static let wire = WireForm(
        Self.init(_:listed:_:isForPrivateKey:needsApplicationPassword:), .field(\.accessibility),
        .field(\.constraints, .list(atMost: AccessConstraint.allCases.count)),
        .field(\.combination), .field(\.isForPrivateKey), .field(\.needsApplicationPassword))

    /// Refuses constraints in another order than the one they are sorted in, and one that is named twice.
    private init?(
        _ accessibility: Accessibility, listed constraints: [AccessConstraint], _ combination: Combination, isForPrivateKey: Bool,
        needsApplicationPassword: Bool
    ) {
        self.init(
            accessibility: accessibility, constraints: Set(constraints), combination: combination, isForPrivateKey: isForPrivateKey,
            needsApplicationPassword: needsApplicationPassword)
        guard self.constraints == constraints else { return nil }
    }
}

/// What an access control list may stand before.
package enum ProtectedOperation: UInt8, WireValue, CaseIterable {
    /// Data of an item, or the secret of a right.
    case readData = 1
    case sign = 2
    /// Key exchange, and the decryption that rests on it.
    case exchange = 3
}

/// One thing that must be shown before an item or a key is used: the constraints of `SecAccessControlCreateFlags`.
package enum AccessConstraint: UInt8, WireValue, CaseIterable {
    /// Biometry or the passcode.
    case userPresence = 1
    /// Any finger or face that is enrolled when it is asked for.
    case biometryAny = 2
    /// A finger or face, and none was enrolled or removed since the constraint was made.
    case biometryCurrentSet = 3
    case devicePasscode = 4
    /// A confirmation on a paired watch nearby.
    case companion = 5
}

/// When an item can be read, and whether it may leave the device: the `kSecAttrAccessible` values, by Apple's short names.
package enum Accessibility: String, WireValue, CaseIterable {
    case whenUnlocked = "ak"
    case afterFirstUnlock = "ck"
    case always = "dk"
    case whenPasscodeSetThisDeviceOnly = "akpu"
    case whenUnlockedThisDeviceOnly = "aku"
    case afterFirstUnlockThisDeviceOnly = "cku"
    case alwaysThisDeviceOnly = "dku"

    /// Whether the item never leaves its device (`…ThisDeviceOnly`).
    package var isThisDeviceOnly: Bool {
        switch self {
        case .whenUnlocked, .afterFirstUnlock, .always: false
        case .whenPasscodeSetThisDeviceOnly, .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly:
            true
        }
    }

    /// Which key opens the item: the part of the class that does not say where the item may go.
    package var availability: Availability {
        switch self {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly: .whenUnlocked
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: .afterFirstUnlock
        case .always, .alwaysThisDeviceOnly: .always
        case .whenPasscodeSetThisDeviceOnly: .whenPasscodeSet
        }
    }

    package enum Availability: UInt8, WireValue, CaseIterable {
        /// While the device is unlocked.
        case whenUnlocked = 1
        /// From the first unlock after a start until the device is switched off.
        case afterFirstUnlock = 2
        /// Even before the first unlock.
        case always = 3
        /// While the device is unlocked, and only as long as it has a passcode; removing the passcode deletes such items.
        case whenPasscodeSet = 4
    }
}
