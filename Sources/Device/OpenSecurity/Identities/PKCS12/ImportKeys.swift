public import Foundation

// What ``SecPKCS12Import(_:_:_:)`` is told, and what it tells of each identity.
//
// Each string is a constant and never changes, which is why `nonisolated(unsafe)` is safe here.

/// In the options: the password of the file.
nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"
/// In the options: whether the keychain gets nothing of the file; it never does here.
nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"
/// In a result: the name that the file gives the identity.
nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"
/// In a result: the mark by which the file joins key and certificate; often SHA-1 of the public key.
nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"
/// In a result: a ``SecTrust`` for the chain under ``SecPolicyCreateBasicX509()``, not judged yet.
nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"
/// In a result: the identity's certificate, and those of its issuers that the file has, each after the one that it issued.
nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"
/// In a result: the identity, a ``SecIdentity``.
nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"
