/// An access control list: the evidence that the broker requires before it opens an item's data or uses a private key.
///
/// Follows the rules of `SecAccessControlCreateWithFlags`. Decoding enforces the same rules, so no program can send the broker a
/// list that Apple's function would reject.
package struct AccessControl: WireRecord, Hashable {
    package enum Combination: UInt8, WireValue {
        case all = 1
        case any = 2
    }

    package let accessibility: Accessibility
    /// The constraints, sorted and without duplicates. Empty if no evidence is required.
    package let constraints: [AccessConstraint]
    package let combination: Combination
    /// Whether the constraints apply to signing and key exchange with a private key, and not to reading an item's data.
    package let isForPrivateKey: Bool
    /// Whether the data is also encrypted under a password of the app.
    package let needsApplicationPassword: Bool

    /// Returns nil for an invalid combination: both kinds of biometry, user presence together with another constraint, or `any`
    /// with fewer than two constraints. The last has the same meaning as `all`, which is its only encoding.
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

    /// Creates a list without constraints.
    package init(accessibility: Accessibility) {
        self.accessibility = accessibility
        constraints = []
        combination = .all
        isForPrivateKey = false
        needsApplicationPassword = false
    }

    /// Returns whether the operation is permitted. Constraints cover key use or reading data; every other operation is denied. A
    /// list with constraints therefore never grants access without evidence when it is attached to the wrong kind of item.
    package func permits(_ operation: ProtectedOperation) -> Bool { constraints.isEmpty || constrains(operation) }

    /// Returns whether the operation requires evidence. Deletion and operations on the public key never do.
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

    /// Returns nil if the constraints are unsorted or contain a duplicate.
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

/// An operation that an access control list can protect.
package enum ProtectedOperation: UInt8, WireValue, CaseIterable {
    /// Reading the data of an item or the secret of a right.
    case readData = 1
    case sign = 2
    /// Key exchange, and the decryption based on it.
    case exchange = 3
}

/// A condition for the use of an item or a key: the constraints of `SecAccessControlCreateFlags`.
package enum AccessConstraint: UInt8, WireValue, CaseIterable {
    /// Biometry or the passcode.
    case userPresence = 1
    /// Any finger or face that is enrolled at the time of use.
    case biometryAny = 2
    /// A finger or face, as long as the enrolment has not changed since the constraint was created.
    case biometryCurrentSet = 3
    case devicePasscode = 4
    /// A confirmation on a paired watch nearby.
    case companion = 5
}

/// The state of the device in which an item is readable, and whether the item may leave the device: the `kSecAttrAccessible`
/// values, with Apple's short names.
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

    /// The class key that opens the item. Classes that differ only in `…ThisDeviceOnly` have the same one.
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
        /// From the first unlock after a start until the device is turned off.
        case afterFirstUnlock = 2
        /// Even before the first unlock.
        case always = 3
        /// While the device is unlocked, and only as long as it has a passcode; removing the passcode deletes such items.
        case whenPasscodeSet = 4
    }
}
