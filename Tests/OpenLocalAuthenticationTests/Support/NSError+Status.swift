import Foundation
import OpenSecurity
import Testing

/// The error's status of Security, or nil for an error of another domain.
func status(of error: (any Error)?) -> OSStatus? {
    guard let error = error as NSError?, error.domain == NSOSStatusErrorDomain else { return nil }
    return OSStatus(error.code)
}
