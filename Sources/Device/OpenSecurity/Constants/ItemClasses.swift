public import Foundation

// The classes of keychain items.
//
// Each string is a constant and never changes, which is why `nonisolated(unsafe)` is safe here.

/// The class of an item, in every query and every new item: one of the `kSecClass…` values.
nonisolated(unsafe) public let kSecClass: CFString = "class"
/// A password for a server.
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
/// A password, or any small secret, of an app.
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
/// A certificate.
nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
/// A cryptographic key.
nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
/// A certificate together with its private key.
nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"
