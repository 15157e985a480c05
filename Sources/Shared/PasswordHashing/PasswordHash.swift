import Secrets

/// A stored password hash: algorithm, cost, salt and output.
///
/// Its text is the PHC string format. Three algorithms are read, one is written for new hashes:
/// - `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<output>`: new hashes. Only one lane and a salt of 16 bytes, which is what libsodium
/// computes.
/// - `$scrypt$ln=17,r=8,p=1$<salt>$<output>`: imported.
/// - `$pbkdf2-sha256$i=600000$<salt>$<output>`: imported; also passlib's older spelling, see ``init(phc:)``.
///
/// Equality here compares stored values with each other. A password is compared by ``PasswordHasher/verify(_:against:)``, in
/// constant time.
package struct PasswordHash: Hashable, Sendable, Redacted {
    /// The algorithm and what it costs.
    package let algorithm: Algorithm

    let salt: [UInt8]
    let output: [UInt8]

    /// An algorithm with its cost.
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

    /// Reads a hash from its text, strictly: one order of fields, no field twice or unknown, decimal numbers without leading
    /// zeros, standard base64 without padding in its one spelling, a salt of 8 to 64 bytes (argon2id: 16) and an output of 16 to
    /// 64.
    ///
    /// Refuses costs above the ceilings, so that a foreign hash cannot make this machine work for minutes or take its memory:
    /// argon2id 1 GiB, 16 passes, 4 GiB in all; scrypt as in ``ScryptParameters``; PBKDF2 10 million iterations. Costs below
    /// the floor for new hashes are read: ``PasswordHasher/needsRehash(_:)`` says so.
    ///
    /// passlib's PBKDF2 spelling, `$pbkdf2-sha256$29000$<salt>$<output>`, is read too: the number stands without `i=`, and its
    /// base64 has `.` in place of `+`. A `+` in it is refused here, since passlib writes none.
    package init(phc: String) throws(PasswordHashFormatError) {
        var parser = PHCParser(phc)
        self = try parser.parse()
    }

    /// The hash as text, in the PHC spelling whatever spelling it was read from. For the store alone: it is what an attacker wants.
    package var phc: String {
        let start =
            switch algorithm {
            case .argon2id: "$argon2id$v=19"
            case .scrypt: "$scrypt"
            case .pbkdf2SHA256: "$pbkdf2-sha256"
            }
        return "\(start)$\(costs)$\(Base64.standard.encode(salt))$\(Base64.standard.encode(output))"
    }

    /// The memory one computation of this hash takes, in KiB; 0 for PBKDF2.
    package var memoryKiB: Int {
        switch algorithm {
        case .argon2id(let parameters): parameters.memoryKiB
        case .scrypt(let parameters): parameters.memoryKiB
        case .pbkdf2SHA256: 0
        }
    }

    /// The algorithm and the costs, without salt and output.
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

/// Why a text is not a password hash that this program can check, and where.
package struct PasswordHashFormatError: Error, Hashable, Sendable {
    /// What is wrong.
    package let reason: Reason

    /// The offset, in bytes of UTF-8, of the field that is wrong.
    package let position: Int

    /// The closed list of what can be wrong.
    package enum Reason: Hashable, Sendable {
        /// Longer than 512 bytes.
        case tooLong
        /// No field begins here with the text that must: a missing, misplaced, repeated or unknown field.
        case expected(String)
        /// Text after the end of the hash.
        case trailing
        /// Not argon2id, scrypt or pbkdf2-sha256.
        case unknownAlgorithm
        /// An argon2 of another version than 19.
        case unsupportedVersion
        /// An argon2id hash of more lanes than one, which libsodium does not compute.
        case unsupportedLanes
        /// An argon2id hash whose salt is not 16 bytes, which libsodium does not compute.
        case unsupportedSaltSize
        /// Not a decimal number, one with leading zeros, or one too long to mean anything.
        case notANumber
        /// A cost of zero, or one below what the algorithm can do.
        case costTooLow
        /// A cost above the ceilings.
        case costTooHigh
        /// Not base64 without padding in its one spelling.
        case notBase64
        /// A salt under 8 or over 64 bytes.
        case saltSize
        /// An output under 16 or over 64 bytes, or not as long as its length field says.
        case outputSize
    }
}

extension PasswordHashFormatError: CustomStringConvertible {
    /// A line for the operator; it holds nothing of the text itself.
    package var description: String {
        let what =
            switch reason {
            case .tooLong: "longer than 512 bytes"
            case .expected(let text): "expected “\(text)”"
            case .trailing: "text after the end of the hash"
            case .unknownAlgorithm: "unknown algorithm; argon2id, scrypt and pbkdf2-sha256 are read"
            case .unsupportedVersion: "only version 19 of argon2id is read"
            case .unsupportedLanes: "only argon2id hashes with p=1 can be checked"
            case .unsupportedSaltSize: "only argon2id hashes with a salt of 16 bytes can be checked"
            case .notANumber: "expected a decimal number without leading zeros"
            case .costTooLow: "the cost is below what the algorithm can do"
            case .costTooHigh: "the cost is above the ceiling"
            case .notBase64: "expected base64 without padding"
            case .saltSize: "the salt must have 8 to 64 bytes"
            case .outputSize: "the output must have 16 to 64 bytes"
            }
        return "\(what), at byte \(position)"
    }
}
