import Secrets

/// A stored password hash: algorithm, cost, salt and output.
///
/// Its text is in the PHC string format. Three algorithms are supported, one of them for new hashes:
/// - `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<output>`: for new hashes. Only one lane and a salt of 16 bytes, which libsodium
///   supports.
/// - `$scrypt$ln=17,r=8,p=1$<salt>$<output>`: for imported hashes.
/// - `$pbkdf2-sha256$i=600000$<salt>$<output>`: for imported hashes; also in passlib's older format, see ``init(phc:)``.
///
/// Equality compares stored values with each other. ``PasswordHasher/verify(_:against:)`` compares a password in constant time.
package struct PasswordHash: Hashable, Sendable, Redacted {
    /// The algorithm with its cost.
    package let algorithm: Algorithm

    let salt: [UInt8]
    let output: [UInt8]

    /// An algorithm with its cost parameters.
    package enum Algorithm: Hashable, Sendable {
        /// RFC 9106, version 19, one lane.
        case argon2id(Argon2idParameters)
        /// RFC 7914.
        case scrypt(ScryptParameters)
        /// RFC 8018, section 5.2, with HMAC-SHA256.
        case pbkdf2SHA256(iterations: Int)
    }

    init(algorithm: Algorithm, salt: [UInt8], output: [UInt8]) {
        self.algorithm = algorithm
        self.salt = salt
        self.output = output
    }

    /// Parses a hash strictly. The fields have one order, without duplicate or unknown ones. Numbers are decimal without leading
    /// zeros. The base64 is canonical, in the standard alphabet without padding. The salt has 8 to 64 bytes (argon2id: 16), and the
    /// output 16 to 64.
    ///
    /// Rejects costs above a maximum, so that a foreign hash cannot exhaust the processor or the memory. The maximum for argon2id
    /// is 1 GiB, 16 passes and 4 GiB of memory x passes. For scrypt see ``ScryptParameters``. For PBKDF2 it is 10 million
    /// iterations. Accepts costs below the minimum for new hashes, which ``PasswordHasher/needsRehash(_:)`` reports.
    ///
    /// Also accepts passlib's PBKDF2 format, `$pbkdf2-sha256$29000$<salt>$<output>`, in which the number has no `i=` and base64
    /// uses `.` instead of `+`. Rejects a `+` in it, because passlib never writes one.
    package init(phc: String) throws(PasswordHashFormatError) {
        var parser = PHCParser(phc)
        self = try parser.parse()
    }

    /// The hash as text in the PHC format, even if it was parsed from another format. Only for storage: an attacker can use it to
    /// guess the password.
    package var phc: String {
        let start =
            switch algorithm {
            case .argon2id: "$argon2id$v=19"
            case .scrypt: "$scrypt"
            case .pbkdf2SHA256: "$pbkdf2-sha256"
            }
        return "\(start)$\(costs)$\(Base64.standard.encode(salt))$\(Base64.standard.encode(output))"
    }

    /// The memory of one computation of this hash in KiB; 0 for PBKDF2.
    package var memoryKiB: Int {
        switch algorithm {
        case .argon2id(let parameters): parameters.memoryKiB
        case .scrypt(let parameters): parameters.memoryKiB
        case .pbkdf2SHA256: 0
        }
    }

    /// The algorithm and its cost, without salt and output.
    package var description: String {
        switch algorithm {
        case .argon2id: "PasswordHash(argon2id, \(costs), redacted)"
        case .scrypt: "PasswordHash(scrypt, \(costs), redacted)"
        case .pbkdf2SHA256: "PasswordHash(pbkdf2-sha256, \(costs), redacted)"
        }
    }

    private var costs: String {
        switch algorithm {
        case .argon2id(let parameters): "m=\(parameters.memoryKiB),t=\(parameters.passes),p=1"
        case .scrypt(let parameters): "ln=\(parameters.logN),r=\(parameters.blockSize),p=\(parameters.parallelization)"
        case .pbkdf2SHA256(let iterations): "i=\(iterations)"
        }
    }
}

/// The reason why a text is not a supported password hash, with its position.
package struct PasswordHashFormatError: Error, Hashable, Sendable {
    /// The kind of error.
    package let reason: Reason

    /// The offset of the invalid field, in bytes of UTF-8.
    package let position: Int

    /// The kinds of errors.
    package enum Reason: Hashable, Sendable {
        /// The text is longer than 512 bytes.
        case tooLong
        /// The expected text is missing here, because of a missing, misplaced, repeated or unknown field.
        case expected(String)
        /// The text continues after the hash.
        case trailing
        /// The algorithm is not argon2id, scrypt or pbkdf2-sha256.
        case unknownAlgorithm
        /// The version of argon2 is not 19.
        case unsupportedVersion
        /// The argon2id hash has several lanes, which libsodium does not support.
        case unsupportedLanes
        /// The argon2id hash has a salt of other than 16 bytes, which libsodium does not support.
        case unsupportedSaltSize
        /// The text is not a decimal number, or has leading zeros or too many digits.
        case notANumber
        /// The cost is zero or below the minimum of the algorithm.
        case costTooLow
        /// The cost exceeds the maximum.
        case costTooHigh
        /// The text is not canonical base64 without padding.
        case notBase64
        /// The salt has less than 8 or more than 64 bytes.
        case saltSize
        /// The output has less than 16 or more than 64 bytes.
        case outputSize
    }
}

extension PasswordHashFormatError: CustomStringConvertible {
    /// A description for the operator. It contains nothing from the text itself.
    package var description: String {
        let what =
            switch reason {
            case .tooLong: "longer than 512 bytes"
            case .expected(let text): "expected “\(text)”"
            case .trailing: "text after the end of the hash"
            case .unknownAlgorithm: "unknown algorithm; argon2id, scrypt and pbkdf2-sha256 are supported"
            case .unsupportedVersion: "only version 19 of argon2id is supported"
            case .unsupportedLanes: "only argon2id hashes with p=1 are supported"
            case .unsupportedSaltSize: "only argon2id hashes with a salt of 16 bytes are supported"
            case .notANumber: "expected a decimal number without leading zeros"
            case .costTooLow: "the cost is below the minimum of the algorithm"
            case .costTooHigh: "the cost exceeds the maximum"
            case .notBase64: "expected base64 without padding"
            case .saltSize: "the salt must have 8 to 64 bytes"
            case .outputSize: "the output must have 16 to 64 bytes"
            }
        return "\(what), at byte \(position)"
    }
}
