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
