public import Foundation

/// Whether two objects are equal: the same value, not the same place. Two keys are equal if they are the same half of the same key.
@discardableResult
public func CFEqual(_ first: CFTypeRef?, _ second: CFTypeRef?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    if first === second { return true }
    guard let first = first as? NSObject else { return false }
    return first.isEqual(second)
}

/// A hash of an object; the same for equal objects.
@discardableResult
public func CFHash(_ object: CFTypeRef?) -> CFHashCode {
    guard let object = object as? NSObject else { return 0 }
    return UInt(bitPattern: object.hash)
}

/// What an object says of itself, for developers. Of data no byte, and of a collection, which may hold data, only how much is in it.
@discardableResult
public func CFCopyDescription(_ object: CFTypeRef?) -> CFString? {
    switch object {
    case is NSData: "<data>"
    case let entries as NSDictionary: "<dictionary of \(entries.count)>" as NSString
    case let elements as NSArray: "<array of \(elements.count)>" as NSString
    default: (object as? NSObject).map { $0.description as NSString }
    }
}

/// The length of `data` in bytes.
@discardableResult
public func CFDataGetLength(_ data: CFData) -> CFIndex {
    data.length
}

/// The first byte of `data`, for as long as the object lives and is not changed.
@discardableResult
public func CFDataGetBytePtr(_ data: CFData) -> UnsafePointer<UInt8> {
    data.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Data that uses the caller's bytes. With ``kCFAllocatorNull`` they stay the caller's, who frees them after the object is gone; with any other
/// deallocator, nil included, the object frees them with `free`.
@discardableResult
public func CFDataCreateWithBytesNoCopy(
    _ allocator: CFAllocator?, _ bytes: UnsafePointer<UInt8>, _ length: CFIndex, _ bytesDeallocator: CFAllocator?
) -> CFData {
    NSData(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), length: length, freeWhenDone: bytesDeallocator !== kCFAllocatorNull)
}

/// The number of entries of a dictionary.
@discardableResult
public func CFDictionaryGetCount(_ dictionary: CFDictionary) -> CFIndex {
    dictionary.count
}

/// The number of elements of an array.
@discardableResult
public func CFArrayGetCount(_ array: CFArray) -> CFIndex {
    array.count
}

/// The truth value of a boolean object.
@discardableResult
public func CFBooleanGetValue(_ boolean: CFBoolean) -> Bool {
    boolean.boolValue
}

/// The number of an object's class: what ``SecKeyGetTypeID()`` and its like give. Zero for a class that Core Foundation has no
/// number for.
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

/// A class of this module, or of one above it, that ``CFGetTypeID(_:)`` knows by a number of its own. Numbers below 1,000 are
/// taken.
package protocol CoreFoundationNumbered: AnyObject {
    static var typeID: CFTypeID { get }
}

/// The number of the class of strings.
@discardableResult
public func CFStringGetTypeID() -> CFTypeID { 7 }
/// The number of the class of dictionaries.
@discardableResult
public func CFDictionaryGetTypeID() -> CFTypeID { 18 }
/// The number of the class of arrays.
@discardableResult
public func CFArrayGetTypeID() -> CFTypeID { 19 }
/// The number of the class of sets.
@discardableResult
public func CFSetGetTypeID() -> CFTypeID { 17 }
/// The number of the class of bytes.
@discardableResult
public func CFDataGetTypeID() -> CFTypeID { 20 }
/// The number of the class of booleans, which are numbers, but of a class of their own.
@discardableResult
public func CFBooleanGetTypeID() -> CFTypeID { 21 }
/// The number of the class of numbers.
@discardableResult
public func CFNumberGetTypeID() -> CFTypeID { 22 }
/// The number of the class of the null.
@discardableResult
public func CFNullGetTypeID() -> CFTypeID { 16 }
/// The number of the class of errors.
@discardableResult
public func CFErrorGetTypeID() -> CFTypeID { 27 }
/// The number of the class of URLs.
@discardableResult
public func CFURLGetTypeID() -> CFTypeID { 29 }
/// The number of the class of dates.
@discardableResult
public func CFDateGetTypeID() -> CFTypeID { 42 }

extension NSNumber {
    /// Made from a truth value: Foundation on Linux keeps one object for each.
    package var isBoolean: Bool {
        self === NSNumber(value: true) || self === NSNumber(value: false)
    }
}

/// The domain of an error, such as `NSOSStatusErrorDomain`.
@discardableResult
public func CFErrorGetDomain(_ error: CFError) -> CFErrorDomain {
    error.domain as NSString
}

/// The code of an error; an ``OSStatus`` in the domain `NSOSStatusErrorDomain`.
@discardableResult
public func CFErrorGetCode(_ error: CFError) -> CFIndex {
    error.code
}

/// What else an error says. Never nil here.
@discardableResult
public func CFErrorCopyUserInfo(_ error: CFError) -> CFDictionary? {
    error.userInfo as NSDictionary
}

/// The text of an error.
@discardableResult
public func CFErrorCopyDescription(_ error: CFError) -> CFString {
    error.localizedDescription as NSString
}

/// Why an error happened, if it says so.
@discardableResult
public func CFErrorCopyFailureReason(_ error: CFError) -> CFString? {
    error.localizedFailureReason.map { $0 as NSString }
}

/// An error made of its parts.
@discardableResult
public func CFErrorCreate(
    _ allocator: CFAllocator?, _ domain: CFErrorDomain, _ code: CFIndex, _ userInfo: CFDictionary?
) -> CFError {
    var information: [String: Any] = [:]
    for case (let key as String, let value) in userInfo ?? [:] { information[key] = value }
    return NSError(domain: domain as String, code: code, userInfo: information)
}
