/// Why a text is not a key or an `otpauth:` URI, and where. It never quotes the text, which may hold a key.
public struct OneTimeCodesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong. The raw values are stable and meant for programs.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// What is wrong, in words.
        let reason: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String, _ reason: String) {
            self.rawValue = rawValue
            self.reason = reason
        }

        /// A character outside of the Base32 alphabet.
        public static let character = Code(
            "base32-character", "Base32 has only letters from A to Z and digits from 2 to 7")
        /// A number of Base32 characters that no bytes have.
        public static let length = Code("base32-length", "no key has this number of characters")
        /// Bits of the last Base32 character that belong to no byte and are not zero.
        public static let unusedBits = Code("base32-unused-bits", "the last character says more than the key has bits")
        /// A URI longer than 4,096 bytes.
        public static let tooLong = Code("uri-too-long", "the URI is longer than \(OTPAuthParser.longest) bytes")
        /// Not the scheme `otpauth`.
        public static let scheme = Code("wrong-scheme", "the URI must begin with otpauth://")
        /// Neither totp nor hotp.
        public static let kind = Code("unknown-kind", "the kind must be totp or hotp")
        /// A percent sign without two hexadecimal digits, or bytes that are not UTF-8.
        public static let encoding = Code("bad-encoding", "a percent sign lacks its two digits, or the text is not UTF-8")
        /// No account, or one that holds a colon.
        public static let account = Code("bad-account", "the account is missing, or holds a colon")
        /// An issuer that is empty or holds a colon.
        public static let issuer = Code("bad-issuer", "the issuer is empty, or holds a colon")
        /// The issuers of label and parameter differ.
        public static let issuerMismatch = Code("issuer-mismatch", "the label and the parameter name different issuers")
        /// A parameter without a value, or a repeated one.
        public static let parameter = Code("bad-parameter", "a parameter has no value, or is repeated")
        /// No key.
        public static let missingSecret = Code("missing-secret", "the key is missing")
        /// A key that is not canonical Base32, or is shorter than 10 or longer than 128 bytes.
        public static let secret = Code(
            "bad-secret", "the key must be 10 to 128 bytes in Base32, in capital letters, without padding")
        /// Not SHA1, SHA256 or SHA512.
        public static let algorithm = Code("unknown-algorithm", "the algorithm must be SHA1, SHA256 or SHA512")
        /// Not 6, 7 or 8.
        public static let digits = Code("bad-digits", "a password has 6, 7 or 8 digits")
        /// Not 5 to 86,400 seconds, or given for hotp.
        public static let period = Code("bad-period", "the period must be 5 to 86400 seconds, and hotp has none")
        /// No counter for hotp, one that is not a number, or one for totp.
        public static let counter = Code("bad-counter", "hotp needs a counter, and totp has none")
    }

    /// What is wrong.
    public let code: Code

    /// Where, in UTF-8 bytes from 0; nil for what is missing.
    public let position: Int?

    /// What is wrong, in words.
    public var reason: String { code.reason }

    /// The reason, and for a character of a key its place.
    public var description: String {
        guard code == .character, let position else { return reason }
        return "character \(position + 1): \(reason)"
    }

    init(_ code: Code, at position: Int?) {
        self.code = code
        self.position = position
    }
}
