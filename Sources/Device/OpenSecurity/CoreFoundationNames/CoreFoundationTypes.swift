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
