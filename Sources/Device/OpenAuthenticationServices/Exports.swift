// Apple's AuthenticationServices header includes Foundation, so code that imports only this module uses `Data`, `URL` and
// `NSObject`.
@_exported public import Foundation
