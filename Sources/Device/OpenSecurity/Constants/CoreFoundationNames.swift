// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public import Foundation

// Apple's Security functions speak Core Foundation. On Linux its classes are those of Foundation: these are the same names for
// them, so that `query as CFDictionary` and `kSecClass as String` compile and cost no more than the cast.

/// Any Core Foundation object.
public typealias CFTypeRef = AnyObject
/// A string.
public typealias CFString = NSString
/// A string that can be changed.
public typealias CFMutableString = NSMutableString
/// A dictionary.
public typealias CFDictionary = NSDictionary
/// A dictionary that can be changed.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array.
public typealias CFArray = NSArray
/// An array that can be changed.
public typealias CFMutableArray = NSMutableArray
/// A set.
public typealias CFSet = NSSet
/// Bytes.
public typealias CFData = NSData
/// Bytes that can be changed.
public typealias CFMutableData = NSMutableData
/// A number.
public typealias CFNumber = NSNumber
/// A truth value.
public typealias CFBoolean = NSNumber
/// A point in time.
public typealias CFDate = NSDate
/// A URL.
public typealias CFURL = NSURL
/// A null.
public typealias CFNull = NSNull
/// An error; in an `Unmanaged` where a function hands it out.
public typealias CFError = NSError
/// A UUID.
public typealias CFUUID = NSUUID

/// A count or an index.
public typealias CFIndex = Int
/// A hash of an object.
public typealias CFHashCode = UInt
/// The number of a class of objects; see ``CFGetTypeID(_:)``.
public typealias CFTypeID = UInt
/// A set of options.
public typealias CFOptionFlags = UInt
/// Seconds since the start of 2001, UTC.
public typealias CFAbsoluteTime = Double
/// The domain of an error.
public typealias CFErrorDomain = NSString
/// The result of a Security function: ``errSecSuccess`` or why not.
public typealias OSStatus = Int32
/// Four characters in one number, the first in the highest byte.
public typealias FourCharCode = UInt32

/// Where memory comes from. Functions allocate as Swift does, whatever they are given; ``kCFAllocatorNull`` has a meaning as a deallocator alone.
public final class CFAllocator: Sendable {
    fileprivate init() {}
}

/// Success, by its oldest name.
public let noErr: OSStatus = 0

/// The allocator that there is: nil.
public let kCFAllocatorDefault: CFAllocator? = nil
/// The deallocator that frees nothing: see ``CFDataCreateWithBytesNoCopy(_:_:_:_:)``.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()

// The constants below are implicitly unwrapped because Apple's are: code writes both `kCFBooleanTrue` and `kCFBooleanTrue!`. The
// strings never change, which is why `nonisolated(unsafe)` is safe.

/// True, as an object.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// False, as an object.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The null object.
public let kCFNull: CFNull! = NSNull()

/// The domain of errors whose code is an ``OSStatus``.
nonisolated(unsafe) public let kCFErrorDomainOSStatus: CFErrorDomain! = NSOSStatusErrorDomain as NSString
/// The domain of errors whose code is an `errno`.
nonisolated(unsafe) public let kCFErrorDomainPOSIX: CFErrorDomain! = NSPOSIXErrorDomain as NSString
/// The domain of Cocoa's errors.
nonisolated(unsafe) public let kCFErrorDomainCocoa: CFErrorDomain! = NSCocoaErrorDomain as NSString
/// The key of an error's text for people.
nonisolated(unsafe) public let kCFErrorLocalizedDescriptionKey: CFString! = NSLocalizedDescriptionKey as NSString
/// The key of the error beneath an error.
nonisolated(unsafe) public let kCFErrorUnderlyingErrorKey: CFString! = NSUnderlyingErrorKey as NSString
/// The key of an error's text for developers.
nonisolated(unsafe) public let kCFErrorDescriptionKey: CFString! = "NSDescription"

/// The key of a bundle's identifier in its `Info.plist`.
nonisolated(unsafe) public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"
/// The key of a bundle's version.
nonisolated(unsafe) public let kCFBundleVersionKey: CFString! = "CFBundleVersion"
/// The key of a bundle's name.
nonisolated(unsafe) public let kCFBundleNameKey: CFString! = "CFBundleName"
