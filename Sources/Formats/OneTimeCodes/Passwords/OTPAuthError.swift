/// Why a text is no `otpauth:` URI. It never quotes the text, which holds a key.
public struct OTPAuthError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong. The raw values are stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Longer than 4,096 bytes.
        case tooLong = "uri-too-long"
        /// Not the scheme `otpauth`.
        case scheme = "wrong-scheme"
        /// Neither totp nor hotp.
        case kind = "unknown-kind"
        /// A percent sign without two hexadecimal digits, or bytes that are not UTF-8.
        case encoding = "bad-encoding"
        /// No account, or one that holds a colon.
        case account = "bad-account"
        /// An issuer that is empty or holds a colon.
        case issuer = "bad-issuer"
        /// The issuers of label and parameter differ.
        case issuerMismatch = "issuer-mismatch"
        /// A parameter without a value, or one that stands twice.
        case parameter = "bad-parameter"
        /// No key.
        case missingSecret = "missing-secret"
        /// A key that is no canonical Base32, or shorter than 10 or longer than 128 bytes.
        case secret = "bad-secret"
        /// Not SHA1, SHA256 or SHA512.
        case algorithm = "unknown-algorithm"
        /// Not 6, 7 or 8.
        case digits = "bad-digits"
        /// Not 5 to 86,400 seconds, or given for hotp.
        case period = "bad-period"
        /// No counter for hotp, one that is no number, or one for totp.
        case counter = "bad-counter"
    }

    /// What is wrong.
    public let code: Code

    /// What is wrong, in words.
    public var description: String {
        switch code {
        case .tooLong: "the URI is longer than \(OTPAuthParser.longest) bytes"
        case .scheme: "the URI must begin with otpauth://"
        case .kind: "the kind must be totp or hotp"
        case .encoding: "a percent sign stands without its two digits, or the text is not UTF-8"
        case .account: "the account is missing, or holds a colon"
        case .issuer: "the issuer is empty, or holds a colon"
        case .issuerMismatch: "the label and the parameter name different issuers"
        case .parameter: "a parameter has no value, or stands twice"
        case .missingSecret: "the key is missing"
        case .secret: "the key must be 10 to 128 bytes in Base32, in capital letters, without padding"
        case .algorithm: "the algorithm must be SHA1, SHA256 or SHA512"
        case .digits: "a password has 6, 7 or 8 digits"
        case .period: "the period must be 5 to 86400 seconds, and hotp has none"
        case .counter: "hotp needs a counter, and totp has none"
        }
    }

    init(_ code: Code) { self.code = code }
}
