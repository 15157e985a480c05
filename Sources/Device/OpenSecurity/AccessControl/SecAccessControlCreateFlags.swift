/// What must be shown before a protected item or key is used, and for what: the flags of
/// ``SecAccessControlCreateWithFlags(_:_:_:_:)``.
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: CFOptionFlags

    /// The flags of `rawValue`, whether they exist or not.
    public init(rawValue: CFOptionFlags) {
        self.rawValue = rawValue
    }

    /// Biometry or the passcode. Combines with ``applicationPassword`` and ``privateKeyUsage`` only.
    public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)
    /// Any biometry that is enrolled when it is asked for. Not together with ``biometryCurrentSet``.
    public static let biometryAny = SecAccessControlCreateFlags(rawValue: 1 << 1)
    /// Biometry as enrolled when the item was made: a later change of the enrolment makes the item unusable for ever.
    public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
    /// The passcode of the device.
    public static let devicePasscode = SecAccessControlCreateFlags(rawValue: 1 << 4)
    /// A paired device nearby.
    public static let companion = SecAccessControlCreateFlags(rawValue: 1 << 5)
    /// One constraint is enough. Not together with ``and``.
    public static let or = SecAccessControlCreateFlags(rawValue: 1 << 14)
    /// Every constraint is needed, which holds without this flag too.
    public static let and = SecAccessControlCreateFlags(rawValue: 1 << 15)
    /// The constraints are of a private key's operations, not of reading an item's data. What constraints are not of, nobody may do: data beside such a list is
    /// never given, and a key of the enclave beside constraints without this flag never signs (`errSecAuthFailed`).
    public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
    /// The item, or what stands for the key of the enclave, is encrypted under a password of the app's as well, set on the context.
    public static let applicationPassword = SecAccessControlCreateFlags(rawValue: 1 << 31)

    /// Biometry, by its older name.
    @available(*, deprecated, renamed: "biometryAny")
    public static let touchIDAny = biometryAny
    /// Biometry as enrolled now, by its older name.
    @available(*, deprecated, renamed: "biometryCurrentSet")
    public static let touchIDCurrentSet = biometryCurrentSet
    /// A paired device nearby, by its older name.
    @available(*, deprecated, renamed: "companion")
    public static let watch = companion
}
