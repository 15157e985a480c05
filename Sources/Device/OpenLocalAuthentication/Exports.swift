// Apple's LocalAuthentication header includes Foundation and Security, so code that imports only this module uses `Data`,
// `NSError` and `SecAccessControl`.
@_exported public import Foundation
@_exported public import OpenSecurity
