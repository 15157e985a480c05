/// An `otpauth:` URI, as authenticators read it from a QR code. Prints nothing of its key.
public struct OTPAuthURI: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Which kind of one-time password.
    public enum Kind: Sendable {
        /// By the time.
        case totp(TOTP)
        /// By a counter, and where it begins.
        case hotp(HOTP, counter: UInt64)
    }

    /// The kind and its parameters.
    public let kind: Kind

    /// Whose account it is at the issuer.
    public let account: String

    /// Who issued it; nil where the URI does not say.
    public let issuer: String?

    /// A URI of its parts; nil for an empty account or issuer, and for one that holds a colon or a control character.
    public init?(_ kind: Kind, account: String, issuer: String?) {
        guard Self.isName(account), issuer.map(Self.isName) ?? true else { return nil }
        self.kind = kind
        self.account = account
        self.issuer = issuer
    }

    /// Reads a URI.
    ///
    /// - Throws: for another scheme or kind, an empty account, an issuer that stands twice and differs, a parameter that stands
    ///   twice, a key that is no canonical Base32 or too short, numbers out of range, a counter of hotp that is missing. Parameters
    ///   that it does not know are passed over.
    public init(_ text: String) throws(OTPAuthError) {
        self = try OTPAuthParser(text).parse()
    }

    /// The URI with its key, to be shown to the owner of the account once. The issuer stands in the label and as a parameter, since
    /// authenticators read either.
    public var unprotectedText: String {
        let hotp: HOTP
        let (name, last): (String, String)
        switch kind {
        case .totp(let totp): (hotp, name, last) = (totp.hotp, "totp", "period=\(totp.period)")
        case .hotp(let counted, let counter): (hotp, name, last) = (counted, "hotp", "counter=\(counter)")
        }
        let label = (issuer.map { PercentEncoding.encode($0) + ":" } ?? "") + PercentEncoding.encode(account)
        let issued = issuer.map { "&issuer=" + PercentEncoding.encode($0) } ?? ""
        return "otpauth://\(name)/\(label)?secret=\(hotp.key.unprotectedBase32)\(issued)&algorithm=\(hotp.algorithm.rawValue)"
            + "&digits=\(hotp.digits)&\(last)"
    }

    /// Nothing of the key.
    public var description: String { "otpauth URI" }

    /// Nothing of the key.
    public var debugDescription: String { description }

    /// Nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: []) }

    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 512
            && !text.unicodeScalars.contains { $0 == ":" || $0.properties.generalCategory == .control }
    }
}
