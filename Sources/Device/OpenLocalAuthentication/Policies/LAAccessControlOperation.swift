/// What is to be done behind an access control: ``LAContext/evaluateAccessControl(_:operation:localizedReason:reply:)``.
public enum LAAccessControlOperation: Int, Sendable {
    /// Adding an item. No access control asks anyone for that.
    case createItem = 0
    /// Reading an item's data.
    case useItem = 1
    /// Making a key. No access control asks anyone for that.
    case createKey = 2
    /// Signing with a private key.
    case useKeySign = 3
    /// Decrypting with a private key.
    case useKeyDecrypt = 4
    /// Agreeing on a secret with a private key.
    case useKeyKeyExchange = 5
}
