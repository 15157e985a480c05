public import Foundation

/// Whether two objects are equal: the same value, not the same place. Two keys are equal if they are the same half of the same key.
public func CFEqual(_ first: CFTypeRef?, _ second: CFTypeRef?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    if first === second { return true }
    guard let first = first as? NSObject else { return false }
    return first.isEqual(second)
}

/// A hash of an object; the same for equal objects.
public func CFHash(_ object: CFTypeRef?) -> CFHashCode {
    guard let object = object as? NSObject else { return 0 }
    return UInt(bitPattern: object.hash)
}

/// The length of `data` in bytes.
public func CFDataGetLength(_ data: CFData) -> CFIndex {
    data.length
}

/// The number of entries of a dictionary.
public func CFDictionaryGetCount(_ dictionary: CFDictionary) -> CFIndex {
    dictionary.count
}

/// The number of elements of an array.
public func CFArrayGetCount(_ array: CFArray) -> CFIndex {
    array.count
}

/// The truth value of a boolean object.
public func CFBooleanGetValue(_ boolean: CFBoolean) -> Bool {
    boolean.boolValue
}

/// The number of an object's class: what ``SecKeyGetTypeID()`` and its like give. Zero for a class that Core Foundation has no
/// number for.
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
public func CFStringGetTypeID() -> CFTypeID { 7 }
/// The number of the class of dictionaries.
public func CFDictionaryGetTypeID() -> CFTypeID { 18 }
/// The number of the class of arrays.
public func CFArrayGetTypeID() -> CFTypeID { 19 }
/// The number of the class of sets.
public func CFSetGetTypeID() -> CFTypeID { 17 }
/// The number of the class of bytes.
public func CFDataGetTypeID() -> CFTypeID { 20 }
/// The number of the class of booleans, which are numbers, but of a class of their own.
public func CFBooleanGetTypeID() -> CFTypeID { 21 }
/// The number of the class of numbers.
public func CFNumberGetTypeID() -> CFTypeID { 22 }
/// The number of the class of the null.
public func CFNullGetTypeID() -> CFTypeID { 16 }
/// The number of the class of errors.
public func CFErrorGetTypeID() -> CFTypeID { 27 }
/// The number of the class of URLs.
public func CFURLGetTypeID() -> CFTypeID { 29 }
/// The number of the class of dates.
public func CFDateGetTypeID() -> CFTypeID { 42 }

extension NSNumber {
    /// Made from a truth value: Foundation on Linux keeps one object for each.
    package var isBoolean: Bool {
        self === NSNumber(value: true) || self === NSNumber(value: false)
    }
}
