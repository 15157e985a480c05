public import Foundation

/// The text of a status, in English.
///
/// A status without a name gives `OSStatus` and its number; the result is never nil here.
///
/// - Parameters:
///   - status: What a Security function gave.
///   - reserved: Not used; pass nil.
@discardableResult
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    (StatusMessages.text(for: status) ?? "OSStatus \(status)") as NSString
}
