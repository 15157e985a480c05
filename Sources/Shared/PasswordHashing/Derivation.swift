import CSodium
import CryptoExtras
import FoundationEssentials
package import Secrets

/// Computes the output of a hash from a password: the only calls into the algorithms.
///
/// libsodium's own verifying call is not used: it answers a memory shortage with the same code as a wrong password. Here the
/// output is derived raw, and the only way the derivation of checked parameters fails is want of memory.
enum Derivation {
    /// The output of `byteCount` bytes. Blocks the thread for as long as the algorithm takes.
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
        precondition(salt.count == crypto_pwhash_SALTBYTES, "libsodium reads 16 bytes of salt whatever it is given")
        // Chooses the vectorised code; without it libsodium works, but slowly. Repeating it costs a lock.
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

    /// Lends the password to C, which takes no null pointer even where there is nothing to read.
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
