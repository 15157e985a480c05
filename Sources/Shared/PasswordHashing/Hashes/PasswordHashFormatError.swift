/// Why a text is not a password hash that this program can check, and where.
package struct PasswordHashFormatError: Error, Hashable, Sendable {
    /// What is wrong.
    package let reason: Reason

    /// The offset, in bytes of UTF-8, of the field that is wrong.
    package let position: Int

    /// An error of one reason at one place.
    package init(reason: Reason, position: Int) {
        self.reason = reason
        self.position = position
    }

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
