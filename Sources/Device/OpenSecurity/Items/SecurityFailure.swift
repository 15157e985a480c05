public import Foundation

/// Why a Security function failed, before it becomes an error object: usually an ``OSStatus``, seldom an error of another module,
/// such as a cancelled prompt. The reason is for developers and holds no bytes of keys or data.
package struct SecurityFailure: Error, Hashable, Sendable {
    package let domain: String
    package let code: Int
    package let reason: String

    package init(_ status: OSStatus, _ reason: String) {
        self.init(domain: NSOSStatusErrorDomain, code: Int(status), reason: reason)
    }

    /// For failures that another module names, such as those of LocalAuthentication.
    package init(domain: String, code: Int, reason: String) {
        self.domain = domain
        self.code = code
        self.reason = reason
    }

    /// ``errSecParam``: the caller asked for what cannot be.
    package static func parameter(_ reason: String) -> SecurityFailure {
        SecurityFailure(errSecParam, reason)
    }

    /// As Apple's functions give it: `localizedDescription` is the status's sentence, and `NSDescription` is the reason. An error of another
    /// module has the reason under both keys.
    package var error: NSError {
        let sentence = domain == NSOSStatusErrorDomain ? StatusMessages.text(for: OSStatus(truncatingIfNeeded: code)) : nil
        return NSError(
            domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: sentence ?? reason, "NSDescription": reason])
    }
}

/// Where a Security function puts its error, which the caller then owns; nil if the caller does not want it.
package typealias FailureOutlet = UnsafeMutablePointer<Unmanaged<CFError>?>

/// The value of `body`, or nil with the failure put into `outlet`. Where `body` succeeds the outlet stays as it is.
package func report<Value>(to outlet: FailureOutlet?, _ body: () throws(SecurityFailure) -> Value) -> Value? {
    do {
        return try body()
    } catch {
        outlet?.pointee = Unmanaged.passRetained(error.error)
        return nil
    }
}

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
