/// An error in a key or an `otpauth:` URI, with its position. It never quotes the text, which may contain a key.
public struct OneTimeCodesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Identifies the kind of error. Raw values are stable, so that programs can rely on them.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The error in words.
        let reason: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String, _ reason: String) {
            self.rawValue = rawValue
            self.reason = reason
        }

        /// A character is not in the Base32 alphabet.
        public static let character = Code(
            "base32-character", "Base32 has only letters from A to Z and digits from 2 to 7")
        /// The number of Base32 characters is impossible.
        public static let length = Code("base32-length", "a key cannot have this number of characters")
        /// The unused bits of the last Base32 character are not zero.
        public static let unusedBits = Code("base32-unused-bits", "the unused bits of the last character must be zero")
        /// The URI is longer than 4,096 bytes.
        public static let tooLong = Code("uri-too-long", "the URI is longer than \(OTPAuthParser.longest) bytes")
        /// The scheme is not `otpauth`.
        public static let scheme = Code("wrong-scheme", "the URI must begin with otpauth://")
        /// The kind is not `totp` or `hotp`.
        public static let kind = Code("unknown-kind", "the kind must be totp or hotp")
        /// A percent sign is not followed by two hexadecimal digits, or the text is not UTF-8.
        public static let encoding = Code(
            "bad-encoding", "a percent sign is not followed by two hexadecimal digits, or the text is not UTF-8")
        /// The account is missing, or contains a colon.
        public static let account = Code("bad-account", "the account is missing, or contains a colon")
        /// The issuer is empty, or contains a colon.
        public static let issuer = Code("bad-issuer", "the issuer is empty, or contains a colon")
        /// The issuers of label and parameter differ.
        public static let issuerMismatch = Code("issuer-mismatch", "the label and the parameter name different issuers")
        /// A parameter has no value, or is repeated.
        public static let parameter = Code("bad-parameter", "a parameter has no value, or is repeated")
        /// The key is missing.
        public static let missingSecret = Code("missing-secret", "the key is missing")
        /// The key is not canonical Base32, or has fewer than 10 or more than 128 bytes.
        public static let secret = Code(
            "bad-secret", "the key must be 10 to 128 bytes in Base32, in capital letters, without padding")
        /// The algorithm is not SHA1, SHA256 or SHA512.
        public static let algorithm = Code("unknown-algorithm", "the algorithm must be SHA1, SHA256 or SHA512")
        /// The number of digits is not 6, 7 or 8.
        public static let digits = Code("bad-digits", "a password must have 6, 7 or 8 digits")
        /// The period is not 5 to 86,400 seconds, or is given for `hotp`.
        public static let period = Code("bad-period", "the period must be 5 to 86400 seconds, and hotp has none")
        /// The counter is missing for `hotp`, is not a number, or is given for `totp`.
        public static let counter = Code("bad-counter", "hotp requires a counter, and totp has none")
    }

    /// The kind of error.
    public let code: Code

    /// The position in UTF-8 bytes, from 0; nil for a missing part.
    public let position: Int?

    /// The error in words.
    public var reason: String { code.reason }

    /// The reason, and for a character of a key its position.
    public var description: String {
        guard code == .character, let position else { return reason }
        return "character \(position + 1): \(reason)"
    }

    init(_ code: Code, at position: Int?) {
        self.code = code
        self.position = position
    }
}
