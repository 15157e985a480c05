// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public import Foundation

// Apple's Security functions use Core Foundation types. On Linux, Foundation provides the classes. These aliases let code such as
// `query as CFDictionary` and `kSecClass as String` compile, at the cost of a cast.

/// Any Core Foundation object.
public typealias CFTypeRef = AnyObject
/// A string.
public typealias CFString = NSString
/// A mutable string.
public typealias CFMutableString = NSMutableString
/// A dictionary.
public typealias CFDictionary = NSDictionary
/// A mutable dictionary.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array.
public typealias CFArray = NSArray
/// A mutable array.
public typealias CFMutableArray = NSMutableArray
/// A set.
public typealias CFSet = NSSet
/// Binary data.
public typealias CFData = NSData
/// Mutable binary data.
public typealias CFMutableData = NSMutableData
/// A number.
public typealias CFNumber = NSNumber
/// A boolean value.
public typealias CFBoolean = NSNumber
/// A date.
public typealias CFDate = NSDate
/// A URL.
public typealias CFURL = NSURL
/// The null object.
public typealias CFNull = NSNull
/// An error. Functions return it as `Unmanaged`.
public typealias CFError = NSError
/// A UUID.
public typealias CFUUID = NSUUID

/// A count or an index.
public typealias CFIndex = Int
/// A hash value.
public typealias CFHashCode = UInt
/// A type identifier; see ``CFGetTypeID(_:)``.
public typealias CFTypeID = UInt
/// A set of options.
public typealias CFOptionFlags = UInt
/// Seconds since the start of 2001, UTC.
public typealias CFAbsoluteTime = Double
/// The domain of an error.
public typealias CFErrorDomain = NSString
/// The result of a Security function: ``errSecSuccess`` or an error code.
public typealias OSStatus = Int32
/// Four characters in one number, with the first in the highest byte.
public typealias FourCharCode = UInt32

/// A memory allocator. All functions use Swift's memory allocation; ``kCFAllocatorNull`` has an effect only as a deallocator.
public final class CFAllocator: Sendable {
    fileprivate init() {}
}

/// Success, the oldest name of this result.
public let noErr: OSStatus = 0

/// The default allocator: nil.
public let kCFAllocatorDefault: CFAllocator? = nil
/// A deallocator that frees nothing; see ``CFDataCreateWithBytesNoCopy(_:_:_:_:)``.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()

// The constants below are implicitly unwrapped like Apple's, because code contains both `kCFBooleanTrue` and `kCFBooleanTrue!`.
// The strings are immutable, so `nonisolated(unsafe)` is safe.

/// The boolean true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// The boolean false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The null object.
public let kCFNull: CFNull! = NSNull()

/// The domain of errors whose code is an ``OSStatus``.
nonisolated(unsafe) public let kCFErrorDomainOSStatus: CFErrorDomain! = NSOSStatusErrorDomain as NSString
/// The domain of errors whose code is an `errno`.
nonisolated(unsafe) public let kCFErrorDomainPOSIX: CFErrorDomain! = NSPOSIXErrorDomain as NSString
/// The domain of Cocoa's errors.
nonisolated(unsafe) public let kCFErrorDomainCocoa: CFErrorDomain! = NSCocoaErrorDomain as NSString
/// The key for the localized description of an error.
nonisolated(unsafe) public let kCFErrorLocalizedDescriptionKey: CFString! = NSLocalizedDescriptionKey as NSString
/// The key for the underlying error.
nonisolated(unsafe) public let kCFErrorUnderlyingErrorKey: CFString! = NSUnderlyingErrorKey as NSString
/// The key for a description for developers.
nonisolated(unsafe) public let kCFErrorDescriptionKey: CFString! = "NSDescription"

/// The key for a bundle's identifier in its `Info.plist`.
nonisolated(unsafe) public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"
/// The key for a bundle's version.
nonisolated(unsafe) public let kCFBundleVersionKey: CFString! = "CFBundleVersion"
/// The key for a bundle's name.
nonisolated(unsafe) public let kCFBundleNameKey: CFString! = "CFBundleName"
