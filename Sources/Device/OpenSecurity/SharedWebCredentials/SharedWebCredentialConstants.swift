public import Foundation

/// The password, in what ``SecRequestSharedWebCredential(_:_:_:)`` gives; beside ``kSecAttrServer`` and ``kSecAttrAccount``.
///
/// It never changes, which is why `nonisolated(unsafe)` is safe.
nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"
