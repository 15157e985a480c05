import InternetAddresses

/// An `otpauth:` URI, as authenticators read it from a QR code. Its descriptions omit the key.
public struct OTPAuthURI: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of one-time password.
    public enum Kind: Sendable {
        /// Time-based.
        case totp(TOTP)
        /// Counter-based, with the first counter.
        case hotp(HOTP, counter: UInt64)
    }

    /// The kind and its parameters.
    public let kind: Kind

    /// The name of the account at the issuer.
    public let account: String

    /// The issuer. Nil if the URI does not name one.
    public let issuer: String?

    /// Creates a URI. Returns nil if the account or issuer is empty or contains a colon or control character.
    public init?(_ kind: Kind, account: String, issuer: String?) {
        guard Self.isName(account), issuer.map(Self.isName) ?? true else { return nil }
        self.kind = kind
        self.account = account
        self.issuer = issuer
    }

    /// Parses a URI. Ignores unknown parameters.
    ///
    /// - Throws: ``OTPAuthError`` for another scheme or kind, an empty account, different issuers in label and parameter, a
    ///   duplicate parameter, a key that is not canonical Base32 or too short, a number out of range, or a missing hotp counter.
    public init(_ text: String) throws(OTPAuthError) {
        self = try OTPAuthParser(text).parse()
    }

    /// The URI with its key, to show to the owner of the account once. It has the issuer in the label and as a parameter, because
    /// some authenticators read only one of them.
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

    /// A constant description without the key.
    public var description: String { "otpauth URI" }

    /// A constant description without the key.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` does not print the key.
    public var customMirror: Mirror { Mirror(self, children: []) }

    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 512
            && !text.unicodeScalars.contains { $0 == ":" || $0.properties.generalCategory == .control }
    }
}

/// A parser for `otpauth:` URIs: scheme, kind, label, parameters.
struct OTPAuthParser {
    static let longest = 4_096

    private let text: String

    init(_ text: String) {
        self.text = text
    }

    func parse() throws(OTPAuthError) -> OTPAuthURI {
        guard text.utf8.count <= Self.longest else { throw OTPAuthError(.tooLong) }
        let scheme = "otpauth://"
        guard text.lowercased().hasPrefix(scheme) else { throw OTPAuthError(.scheme) }
        let rest = text.dropFirst(scheme.count)
        guard let slash = rest.firstIndex(of: "/") else { throw OTPAuthError(.kind) }
        let question = rest.firstIndex(of: "?") ?? rest.endIndex
        guard slash < question else { throw OTPAuthError(.kind) }
        let (issuer, account) = try label(rest[rest.index(after: slash)..<question])
        let parameters = try parameters(rest[question...].dropFirst())
        let kind = try kind(rest[..<slash].lowercased(), parameters)
        let named = parameters["issuer"]
        if let named, !OTPAuthURI.isName(named) { throw OTPAuthError(.issuer) }
        if let named, let issuer, named != issuer { throw OTPAuthError(.issuerMismatch) }
        guard let uri = OTPAuthURI(kind, account: account, issuer: named ?? issuer) else { throw OTPAuthError(.account) }
        return uri
    }

    /// Parses `account` or `issuer:account`. The colon may be percent-encoded and followed by spaces.
    private func label(_ text: Substring) throws(OTPAuthError) -> (issuer: String?, account: String) {
        let label = try decoded(text)
        let parts = label.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let account = String((parts.last ?? "").drop { $0 == " " })
        guard OTPAuthURI.isName(account) else { throw OTPAuthError(.account) }
        guard parts.count == 2 else { return (nil, account) }
        guard OTPAuthURI.isName(String(parts[0])) else { throw OTPAuthError(.issuer) }
        return (String(parts[0]), account)
    }

    private func parameters(_ query: Substring) throws(OTPAuthError) -> [String: String] {
        var parameters: [String: String] = [:]
        guard !query.isEmpty else { return parameters }
        for field in query.split(separator: "&", omittingEmptySubsequences: false) {
            guard let mark = field.firstIndex(of: "=") else { throw OTPAuthError(.parameter) }
            let name = try decoded(field[..<mark])
            let value = try decoded(field[field.index(after: mark)...])
            guard !name.isEmpty, !value.isEmpty || name == "issuer", parameters.updateValue(value, forKey: name) == nil else {
                throw OTPAuthError(.parameter)
            }
        }
        return parameters
    }

    private func kind(_ name: String, _ parameters: [String: String]) throws(OTPAuthError) -> OTPAuthURI.Kind {
        guard ["totp", "hotp"].contains(name) else { throw OTPAuthError(.kind) }
        guard let secret = parameters["secret"] else { throw OTPAuthError(.missingSecret) }
        guard let bytes = try? Base32.decode(secret), let key = OneTimePasswordKey(bytes) else { throw OTPAuthError(.secret) }
        guard let algorithm = OneTimePasswordAlgorithm(rawValue: parameters["algorithm"] ?? "SHA1") else {
            throw OTPAuthError(.algorithm)
        }
        guard let digits = number(parameters["digits"] ?? "6"), digits <= 8,
            let hotp = HOTP(key, algorithm: algorithm, digits: Int(digits))
        else {
            throw OTPAuthError(.digits)
        }
        if name == "hotp" {
            guard parameters["period"] == nil else { throw OTPAuthError(.period) }
            guard let counter = parameters["counter"].flatMap(number) else { throw OTPAuthError(.counter) }
            return .hotp(hotp, counter: counter)
        }
        guard parameters["counter"] == nil else { throw OTPAuthError(.counter) }
        guard let period = number(parameters["period"] ?? "30"), period <= 86_400, let totp = TOTP(hotp, period: Int(period)) else {
            throw OTPAuthError(.period)
        }
        return .totp(totp)
    }

    /// Parses digits without sign or space.
    private func number(_ text: String) -> UInt64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt64(text) : nil
    }

    private func decoded(_ text: Substring) throws(OTPAuthError) -> String {
        guard let text = try? PercentEncoding.decode(text.utf8, plusIsSpace: false) else { throw OTPAuthError(.encoding) }
        return text
    }
}

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
