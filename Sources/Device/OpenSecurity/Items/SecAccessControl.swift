package import DeviceProtocol
public import Foundation

/// Who must be present before a keychain item or a key is used: the value of ``kSecAttrAccessControl``.
///
/// ``SecAccessControlCreateWithFlags(_:_:_:_:)`` makes it, and checks it then: an object of this class breaks no rule of its flags.
/// It grants nothing by itself. The device's trusted side keeps it beside the item and enforces it there.
public final class SecAccessControl: NSObject, Sendable {
    /// What the device enforces.
    package let list: AccessControl

    /// For access controls that come back from the device, too.
    package init(_ list: AccessControl) {
        self.list = list
        super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecAccessControl)?.list == list
    }

    public override var hash: Int {
        list.hashValue
    }

    public override var description: String {
        "<SecAccessControl: \(list.accessibility), flags \(list.flags.rawValue)>"
    }
}

/// An access control that needs `flags` before an item with `protection` is used.
///
/// Constraints are combined by AND unless `flags` contains `or`. Deleting an item never needs them. No constraint: nobody is asked.
///
/// - Parameters:
///   - allocator: Nil.
///   - protection: One of the `kSecAttrAccessible…` values.
///   - flags: What must be shown, and for what.
///   - error: Gets the reason where the result is nil; the caller owns it.
/// - Returns: Nil with ``errSecParam`` for another protection; for `or` with `and`; for both kinds of biometry; for `userPresence`
///   with anything but `applicationPassword` and `privateKeyUsage`; for a flag that does not exist.
@discardableResult
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    report(to: error) { () throws(SecurityFailure) in
        guard let protection = protection as? String else { throw .parameter("the protection is not a string") }
        return SecAccessControl(try AccessControl(protection: protection, flags: flags))
    }
}

/// The number of the class of access controls, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecAccessControlGetTypeID() -> CFTypeID {
    SecAccessControl.typeID
}

extension SecAccessControl: CoreFoundationNumbered {
    package static let typeID: CFTypeID = 1_001
}

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

    /// Every flag there is. What is not here is refused: a flag that meant more protection must not be lost in silence.
    fileprivate static let known: SecAccessControlCreateFlags = [
        .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or, .and, .privateKeyUsage,
        .applicationPassword,
    ]
}

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
