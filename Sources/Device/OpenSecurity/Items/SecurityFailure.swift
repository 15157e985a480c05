public import Foundation

/// The reason why a Security function failed: usually an ``OSStatus``, sometimes an error of another module, such as a cancelled
/// prompt. The reason is for developers and contains no keys or data.
package struct SecurityFailure: Error, Hashable, Sendable {
    package let domain: String
    package let code: Int
    package let reason: String

    package init(_ status: OSStatus, _ reason: String) {
        self.init(domain: NSOSStatusErrorDomain, code: Int(status), reason: reason)
    }

    /// Creates a failure from an error of another module, such as LocalAuthentication.
    package init(domain: String, code: Int, reason: String) {
        self.domain = domain
        self.code = code
        self.reason = reason
    }

    /// Creates a failure with ``errSecParam``: the caller's parameters are invalid.
    package static func parameter(_ reason: String) -> SecurityFailure {
        SecurityFailure(errSecParam, reason)
    }

    /// The error as Apple's functions return it: `localizedDescription` is the message of the status, and `NSDescription` is the
    /// reason. An error of another module has the reason for both keys.
    package var error: NSError {
        let sentence = domain == NSOSStatusErrorDomain ? StatusMessages.text(for: OSStatus(truncatingIfNeeded: code)) : nil
        return NSError(
            domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: sentence ?? reason, "NSDescription": reason])
    }
}

/// The location for the error of a Security function, which the caller then owns. Nil if the caller does not need it.
package typealias FailureOutlet = UnsafeMutablePointer<Unmanaged<CFError>?>

/// Returns the result of `body`, or nil with the failure in `outlet`. Does not change the outlet on success.
package func report<Value>(to outlet: FailureOutlet?, _ body: () throws(SecurityFailure) -> Value) -> Value? {
    do {
        return try body()
    } catch {
        outlet?.pointee = Unmanaged.passRetained(error.error)
        return nil
    }
}

/// Returns the message for a result code, in English.
///
/// For an unknown code, returns `OSStatus` and its number. Never returns nil.
///
/// - Parameters:
///   - status: The result of a Security function.
///   - reserved: Reserved; pass nil.
@discardableResult
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    (StatusMessages.text(for: status) ?? "OSStatus \(status)") as NSString
}
