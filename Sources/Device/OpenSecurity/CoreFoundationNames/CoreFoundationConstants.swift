// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public import Foundation

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
