import CSodium
import CryptoExtras
import FoundationEssentials
package import Secrets

/// Derives the output of a hash from a password. All calls of the algorithms are here.
///
/// libsodium's verification function is not used, because it reports a memory shortage like a wrong password. Deriving the raw
/// output with valid parameters can only fail because of a memory shortage.
enum Derivation {
    /// Derives an output of `byteCount` bytes. Blocks the thread while the algorithm runs.
    static func derive(
        _ password: SecretBytes, _ algorithm: PasswordHash.Algorithm, salt: [UInt8], byteCount: Int
    ) throws(PasswordHashingError) -> [UInt8] {
        switch algorithm {
        case .argon2id(let parameters): try argon2id(password, parameters, salt: salt, byteCount: byteCount)
        case .scrypt(let parameters): try scrypt(password, parameters, salt: salt, byteCount: byteCount)
        case .pbkdf2SHA256(let iterations): try pbkdf2(password, iterations, salt: salt, byteCount: byteCount)
        }
    }

    private static func argon2id(
        _ password: SecretBytes, _ parameters: Argon2idParameters, salt: [UInt8], byteCount: Int
    ) throws(PasswordHashingError) -> [UInt8] {
        precondition(salt.count == crypto_pwhash_SALTBYTES, "libsodium always reads 16 bytes of salt")
        // Selects the vectorized code; libsodium also works without it, but slowly. Repeated calls only take a lock.
        guard sodium_init() >= 0 else { throw .memoryShortage }
        var output = [UInt8](repeating: 0, count: byteCount)
        let status = withPointer(password) { bytes, count in
            crypto_pwhash(
                &output, UInt64(byteCount), bytes, UInt64(count), salt, UInt64(parameters.passes), parameters.memoryKiB * 1024,
                crypto_pwhash_ALG_ARGON2ID13)
        }
        guard status == 0 else { throw .memoryShortage }
        return output
    }

    private static func scrypt(
        _ password: SecretBytes, _ parameters: ScryptParameters, salt: [UInt8], byteCount: Int
    ) throws(PasswordHashingError) -> [UInt8] {
        guard sodium_init() >= 0 else { throw .memoryShortage }
        var output = [UInt8](repeating: 0, count: byteCount)
        let status = withPointer(password) { bytes, count in
            bytes.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
                crypto_pwhash_scryptsalsa208sha256_ll(
                    bytes, count, salt, salt.count, 1 << UInt64(parameters.logN), UInt32(parameters.blockSize),
                    UInt32(parameters.parallelization), &output, byteCount)
            }
        }
        guard status == 0 else { throw .memoryShortage }
        return output
    }

    private static func pbkdf2(
        _ password: SecretBytes, _ iterations: Int, salt: [UInt8], byteCount: Int
    ) throws(PasswordHashingError) -> [UInt8] {
        do {
            return try password.withBytes { bytes in
                try KDF.Insecure.PBKDF2.deriveKey(
                    from: bytes, salt: salt, using: .sha256, outputByteCount: byteCount, unsafeUncheckedRounds: iterations
                ).withUnsafeBytes { Array($0) }
            }
        } catch {
            throw .memoryShortage
        }
    }

    /// Passes the password to C, which requires a pointer even if there are no bytes.
    private static func withPointer<Result>(
        _ password: SecretBytes, _ body: (UnsafePointer<CChar>, Int) -> Result
    ) -> Result {
        password.withBytes { bytes in
            let characters = bytes.bindMemory(to: CChar.self)
            if let start = characters.baseAddress { return body(start, characters.count) }
            var nothing: CChar = 0
            return body(&nothing, 0)
        }
    }
}

/// Derives a 32-byte key from a password by argon2id, for sealing data under a password. It does not verify passwords.
package enum PasswordKey {
    /// The size of a salt in bytes: 16 random bytes, stored with the sealed data.
    package static let saltByteCount = 16

    /// Derives the key. Blocks the thread while the algorithm runs. Throws ``PasswordHashingError/memoryShortage``.
    ///
    /// - Precondition: `salt` has `saltByteCount` bytes. Check stored salts when they are read.
    package static func derive(
        from password: SecretBytes, salt: [UInt8], parameters: Argon2idParameters
    ) throws(PasswordHashingError) -> SecretBytes {
        SecretBytes(try Derivation.derive(password, .argon2id(parameters), salt: salt, byteCount: 32))
    }
}
