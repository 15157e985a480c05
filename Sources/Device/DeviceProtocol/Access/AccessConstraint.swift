/// One thing that must be shown before an item or a key is used: the constraints of `SecAccessControlCreateFlags`.
package enum AccessConstraint: UInt8, WireValue, CaseIterable, Sendable {
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
