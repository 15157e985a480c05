// Apple's header of AuthenticationServices brings Foundation along: code that imports this module alone uses `Data`, `URL` and `NSObject`.
@_exported public import Foundation
