/// What creating a key needs of a device: an enclave that makes keys, and a keychain that keeps them.
///
/// Attributes are those of one half: of its own dictionary, and from the top level of the parameters what that one lacks; with key
/// type, size and class. An access control among them is a ``SecAccessControl``, and does not stand beside ``kSecAttrAccessible``.
/// What else they hold, such as a context to authenticate with, is for the device to read.
package protocol KeyStoreProviding: Sendable {
    /// Makes a P-256 key in the enclave, and keeps it in the keychain if `attributes` have ``kSecAttrIsPermanent``.
    ///
    /// - Parameters:
    ///   - attributes: Those of the private half.
    ///   - publicAttributes: Those of the public half if that is to be kept too: both halves are, or neither.
    func createEnclaveKey(attributes: CFDictionary, publicAttributes: CFDictionary?) throws(SecurityFailure) -> SecKey

    /// The key of the enclave that `object` stands for, to be used as `attributes` say.
    func enclaveKey(of object: [UInt8], attributes: CFDictionary) throws(SecurityFailure) -> SecKey

    /// Keeps keys whose bytes this process has: all of them, or none.
    func add(_ keys: [(key: SecKey, attributes: CFDictionary)]) throws(SecurityFailure)
}

/// The device that keys are created on.
package enum KeyStore {
    /// The store of the current task; without one, the current device.
    @TaskLocal package static var current: any KeyStoreProviding = BrokerKeyStore()
}
