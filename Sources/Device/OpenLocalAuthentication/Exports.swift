// Apple's header of LocalAuthentication brings Foundation and Security along: code that imports this module alone uses `Data`, `NSError` and
// `SecAccessControl`.
@_exported public import Foundation
@_exported public import OpenSecurity
