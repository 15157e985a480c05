public import Foundation

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
