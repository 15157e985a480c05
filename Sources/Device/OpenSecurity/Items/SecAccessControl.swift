package import DeviceProtocol
public import Foundation

/// The conditions for access to a keychain item or a key: the value of ``kSecAttrAccessControl``.
///
/// Create an access control with ``SecAccessControlCreateWithFlags(_:_:_:_:)``, which validates its flags. The object grants
/// nothing itself. The broker stores it with the item and enforces it.
public final class SecAccessControl: NSObject, Sendable {
    /// The constraints that the device enforces.
    package let list: AccessControl

    /// Also creates access controls that the device returned.
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

/// Creates an access control with a protection class and constraints.
///
/// Constraints are combined by AND unless `flags` contains `or`. Deleting an item requires none of them. Without constraints,
/// access requires no authentication.
///
/// - Parameters:
///   - allocator: Nil.
///   - protection: One of the `kSecAttrAccessible…` values.
///   - flags: The constraints, and the operations to which they apply.
///   - error: On failure, the reason, which the caller owns.
/// - Returns: The access control, or nil with ``errSecParam`` for an unknown protection; for `or` with `and`; for both kinds of
///   biometry; for `userPresence` with flags other than `applicationPassword` and `privateKeyUsage`; for an unknown flag.
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

/// Returns the type identifier of access controls, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecAccessControlGetTypeID() -> CFTypeID {
    SecAccessControl.typeID
}

extension SecAccessControl: CoreFoundationNumbered {
    package static let typeID: CFTypeID = 1_001
}

/// The constraints on access to a protected item or key, and the operations to which they apply: the flags of
/// ``SecAccessControlCreateWithFlags(_:_:_:_:)``.
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: CFOptionFlags

    /// Creates a set from raw bits, known or unknown.
    public init(rawValue: CFOptionFlags) {
        self.rawValue = rawValue
    }

    /// Biometry or the passcode. Combines only with ``applicationPassword`` and ``privateKeyUsage``.
    public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)
    /// Biometry, with any enrolled finger or face. Excludes ``biometryCurrentSet``.
    public static let biometryAny = SecAccessControlCreateFlags(rawValue: 1 << 1)
    /// Biometry, with the fingers or faces enrolled when the item was created. A later change of the enrolment makes the item
    /// inaccessible.
    public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
    /// The passcode of the device.
    public static let devicePasscode = SecAccessControlCreateFlags(rawValue: 1 << 4)
    /// A paired device nearby.
    public static let companion = SecAccessControlCreateFlags(rawValue: 1 << 5)
    /// Satisfies access with one constraint. Excludes ``and``.
    public static let or = SecAccessControlCreateFlags(rawValue: 1 << 14)
    /// Requires all constraints, as is the default.
    public static let and = SecAccessControlCreateFlags(rawValue: 1 << 15)
    /// Applies the constraints to operations of a private key instead of reading an item's data. Every other operation is denied:
    /// an item's data is never returned with this flag, and a key in the enclave with constraints but without this flag never
    /// signs (`errSecAuthFailed`).
    public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
    /// Encrypts the item, or the sealed object of an enclave key, with an additional password of the app, which is set on the
    /// context.
    public static let applicationPassword = SecAccessControlCreateFlags(rawValue: 1 << 31)

    /// The older name of ``biometryAny``.
    @available(*, deprecated, renamed: "biometryAny")
    public static let touchIDAny = biometryAny
    /// The older name of ``biometryCurrentSet``.
    @available(*, deprecated, renamed: "biometryCurrentSet")
    public static let touchIDCurrentSet = biometryCurrentSet
    /// The older name of ``companion``.
    @available(*, deprecated, renamed: "companion")
    public static let watch = companion

    /// All known flags. Others are rejected, because a flag for more protection must not be ignored silently.
    fileprivate static let known: SecAccessControlCreateFlags = [
        .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or, .and, .privateKeyUsage,
        .applicationPassword,
    ]
}

extension AccessControl {
    /// Creates the list for `flags`. Equivalent flags give equal lists: a single constraint is always combined by `all`.
    ///
    /// - Parameter protection: The string of a `kSecAttrAccessible…` value.
    /// - Throws: ``errSecParam`` for an unknown protection; `or` with `and`; both kinds of biometry; `userPresence` with flags
    ///   other than `applicationPassword` and `privateKeyUsage`; an unknown flag.
    package init(protection: String, flags: SecAccessControlCreateFlags) throws(SecurityFailure) {
        guard let accessibility = Accessibility(rawValue: protection) else {
            throw .parameter("the protection is not one of the kSecAttrAccessible values")
        }
        guard flags.isSubset(of: .known) else { throw .parameter("the access control has an unknown flag") }
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

    /// Flags that create this list, without `and`, which has no effect.
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
