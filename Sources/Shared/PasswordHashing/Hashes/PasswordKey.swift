package import Secrets

/// A key of 32 bytes from a password, by argon2id: for what is sealed under a password, not for telling whether it is the right one.
package enum PasswordKey {
    /// The size of a salt, in bytes: 16, random, and kept beside what the key seals.
    package static let saltByteCount = 16

    /// Blocks the thread for as long as the algorithm takes. Throws ``PasswordHashingError/memoryShortage`` for want of memory.
    ///
    /// - Precondition: `salt` is of `saltByteCount` bytes; what is stored is checked where it is read.
    package static func derive(
        from password: SecretBytes, salt: [UInt8], parameters: Argon2idParameters
    ) throws(PasswordHashingError) -> SecretBytes {
        SecretBytes(try Derivation.derive(password, .argon2id(parameters), salt: salt, byteCount: 32))
    }
}
