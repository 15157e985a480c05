public import Foundation

/// Returns whether two objects have equal values. Two keys are equal if they are the same half of the same key.
@discardableResult
public func CFEqual(_ first: CFTypeRef?, _ second: CFTypeRef?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    if first === second { return true }
    guard let first = first as? NSObject else { return false }
    return first.isEqual(second)
}

/// Returns a hash of an object. Equal objects have equal hashes.
@discardableResult
public func CFHash(_ object: CFTypeRef?) -> CFHashCode {
    guard let object = object as? NSObject else { return 0 }
    return UInt(bitPattern: object.hash)
}

/// Returns a description of an object for developers. The description of data omits its bytes. The description of a collection,
/// which may contain data, contains only its size.
@discardableResult
public func CFCopyDescription(_ object: CFTypeRef?) -> CFString? {
    switch object {
    case is NSData: "<data>"
    case let entries as NSDictionary: "<dictionary of \(entries.count)>" as NSString
    case let elements as NSArray: "<array of \(elements.count)>" as NSString
    default: (object as? NSObject).map { $0.description as NSString }
    }
}

/// Returns the length of `data` in bytes.
@discardableResult
public func CFDataGetLength(_ data: CFData) -> CFIndex {
    data.length
}

/// Returns a pointer to the bytes of `data`, valid while the object exists and is not changed.
@discardableResult
public func CFDataGetBytePtr(_ data: CFData) -> UnsafePointer<UInt8> {
    data.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Creates data from the caller's bytes without copying them. With ``kCFAllocatorNull``, the caller frees the bytes after the
/// object is released. With any other deallocator, including nil, the object frees them with `free`.
@discardableResult
public func CFDataCreateWithBytesNoCopy(
    _ allocator: CFAllocator?, _ bytes: UnsafePointer<UInt8>, _ length: CFIndex, _ bytesDeallocator: CFAllocator?
) -> CFData {
    NSData(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), length: length, freeWhenDone: bytesDeallocator !== kCFAllocatorNull)
}

/// Returns the number of entries in a dictionary.
@discardableResult
public func CFDictionaryGetCount(_ dictionary: CFDictionary) -> CFIndex {
    dictionary.count
}

/// Returns the number of elements in an array.
@discardableResult
public func CFArrayGetCount(_ array: CFArray) -> CFIndex {
    array.count
}

/// Returns the value of a boolean object.
@discardableResult
public func CFBooleanGetValue(_ boolean: CFBoolean) -> Bool {
    boolean.boolValue
}

/// Returns the type identifier of an object's class, as ``SecKeyGetTypeID()`` and similar functions do. Returns zero for a class
/// without a Core Foundation type.
@discardableResult
public func CFGetTypeID(_ object: CFTypeRef?) -> CFTypeID {
    switch object {
    case let numbered as any CoreFoundationNumbered: type(of: numbered).typeID
    case is NSString: CFStringGetTypeID()
    case is NSDictionary: CFDictionaryGetTypeID()
    case is NSArray: CFArrayGetTypeID()
    case is NSSet: CFSetGetTypeID()
    case is NSData: CFDataGetTypeID()
    case is NSDate: CFDateGetTypeID()
    case let number as NSNumber: number.isBoolean ? CFBooleanGetTypeID() : CFNumberGetTypeID()
    case is NSNull: CFNullGetTypeID()
    case is NSURL: CFURLGetTypeID()
    case is NSError: CFErrorGetTypeID()
    default: 0
    }
}

/// A class of this module, or of one built on it, with its own number for ``CFGetTypeID(_:)``. Numbers below 1,000 are reserved.
package protocol CoreFoundationNumbered: AnyObject {
    static var typeID: CFTypeID { get }
}

/// Returns the type identifier of strings.
@discardableResult
public func CFStringGetTypeID() -> CFTypeID { 7 }
/// Returns the type identifier of dictionaries.
@discardableResult
public func CFDictionaryGetTypeID() -> CFTypeID { 18 }
/// Returns the type identifier of arrays.
@discardableResult
public func CFArrayGetTypeID() -> CFTypeID { 19 }
/// Returns the type identifier of sets.
@discardableResult
public func CFSetGetTypeID() -> CFTypeID { 17 }
/// Returns the type identifier of data.
@discardableResult
public func CFDataGetTypeID() -> CFTypeID { 20 }
/// Returns the type identifier of booleans, which differs from that of numbers.
@discardableResult
public func CFBooleanGetTypeID() -> CFTypeID { 21 }
/// Returns the type identifier of numbers.
@discardableResult
public func CFNumberGetTypeID() -> CFTypeID { 22 }
/// Returns the type identifier of the null object.
@discardableResult
public func CFNullGetTypeID() -> CFTypeID { 16 }
/// Returns the type identifier of errors.
@discardableResult
public func CFErrorGetTypeID() -> CFTypeID { 27 }
/// Returns the type identifier of URLs.
@discardableResult
public func CFURLGetTypeID() -> CFTypeID { 29 }
/// Returns the type identifier of dates.
@discardableResult
public func CFDateGetTypeID() -> CFTypeID { 42 }

extension NSNumber {
    /// Whether the number was created from a boolean. Foundation on Linux has one object for each of the two values.
    package var isBoolean: Bool {
        self === NSNumber(value: true) || self === NSNumber(value: false)
    }
}

/// Returns the domain of an error, such as `NSOSStatusErrorDomain`.
@discardableResult
public func CFErrorGetDomain(_ error: CFError) -> CFErrorDomain {
    error.domain as NSString
}

/// Returns the code of an error: an ``OSStatus`` in the domain `NSOSStatusErrorDomain`.
@discardableResult
public func CFErrorGetCode(_ error: CFError) -> CFIndex {
    error.code
}

/// Returns the user info of an error. Never nil in this implementation.
@discardableResult
public func CFErrorCopyUserInfo(_ error: CFError) -> CFDictionary? {
    error.userInfo as NSDictionary
}

/// Returns the description of an error.
@discardableResult
public func CFErrorCopyDescription(_ error: CFError) -> CFString {
    error.localizedDescription as NSString
}

/// Returns the reason for an error, if it has one.
@discardableResult
public func CFErrorCopyFailureReason(_ error: CFError) -> CFString? {
    error.localizedFailureReason.map { $0 as NSString }
}

/// Creates an error.
@discardableResult
public func CFErrorCreate(
    _ allocator: CFAllocator?, _ domain: CFErrorDomain, _ code: CFIndex, _ userInfo: CFDictionary?
) -> CFError {
    var information: [String: Any] = [:]
    for case (let key as String, let value) in userInfo ?? [:] { information[key] = value }
    return NSError(domain: domain as String, code: code, userInfo: information)
}
