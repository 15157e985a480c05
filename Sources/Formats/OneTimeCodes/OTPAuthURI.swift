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
    /// - Throws: ``OneTimeCodesError`` for a URI of more than 4,096 bytes; another scheme, kind or algorithm; a malformed percent
    ///   escape; an empty account; different issuers in label and parameter; a repeated parameter; a key that is not canonical
    ///   Base32 of 10 to 128 bytes; a number out of range; or a missing hotp counter.
    public init(_ text: String) throws(OneTimeCodesError) {
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

    func parse() throws(OneTimeCodesError) -> OTPAuthURI {
        guard text.utf8.count <= Self.longest else { throw OneTimeCodesError(.tooLong, at: Self.longest) }
        let scheme = "otpauth://"
        guard text.lowercased().hasPrefix(scheme) else { throw OneTimeCodesError(.scheme, at: 0) }
        let rest = text.dropFirst(scheme.count)
        let question = rest.firstIndex(of: "?") ?? rest.endIndex
        guard let slash = rest[..<question].firstIndex(of: "/") else { throw error(.kind, rest) }
        let place = rest[rest.index(after: slash)..<question]
        let (issuer, account) = try label(place)
        let parameters = try parameters(rest[question...].dropFirst())
        let kind = try kind(rest[..<slash], parameters)
        let named = parameters["issuer"]
        if let named, !OTPAuthURI.isName(named.text) { throw OneTimeCodesError(.issuer, at: named.position) }
        if let named, let issuer, named.text != issuer { throw OneTimeCodesError(.issuerMismatch, at: named.position) }
        guard let uri = OTPAuthURI(kind, account: account, issuer: named?.text ?? issuer) else { throw error(.account, place) }
        return uri
    }

    /// Parses `account` or `issuer:account`. The colon may be percent-encoded and followed by spaces.
    private func label(_ text: Substring) throws(OneTimeCodesError) -> (issuer: String?, account: String) {
        let label = try decoded(text)
        let parts = label.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let account = String((parts.last ?? "").drop { $0 == " " })
        guard OTPAuthURI.isName(account) else { throw error(.account, text) }
        guard parts.count == 2 else { return (nil, account) }
        guard OTPAuthURI.isName(String(parts[0])) else { throw error(.issuer, text) }
        return (String(parts[0]), account)
    }

    /// A parameter's value, decoded, and where the parameter begins.
    private typealias Value = (text: String, position: Int)

    private func parameters(_ query: Substring) throws(OneTimeCodesError) -> [String: Value] {
        var parameters: [String: Value] = [:]
        guard !query.isEmpty else { return parameters }
        for field in query.split(separator: "&", omittingEmptySubsequences: false) {
            guard let mark = field.firstIndex(of: "=") else { throw error(.parameter, field) }
            let name = try decoded(field[..<mark])
            let value = Value(try decoded(field[field.index(after: mark)...]), position(of: field))
            guard !name.isEmpty, !value.text.isEmpty || name == "issuer", parameters.updateValue(value, forKey: name) == nil else {
                throw error(.parameter, field)
            }
        }
        return parameters
    }

    private func kind(_ name: Substring, _ parameters: [String: Value]) throws(OneTimeCodesError) -> OTPAuthURI.Kind {
        func wrong(_ code: OneTimeCodesError.Code, _ name: String) -> OneTimeCodesError {
            OneTimeCodesError(code, at: parameters[name]?.position)
        }
        let isCounted = name.lowercased() == "hotp"
        guard isCounted || name.lowercased() == "totp" else { throw error(.kind, name) }
        guard let secret = parameters["secret"]?.text else { throw wrong(.missingSecret, "secret") }
        guard let bytes = try? Base32.decode(secret), let key = OneTimePasswordKey(bytes) else { throw wrong(.secret, "secret") }
        guard let algorithm = OneTimePasswordAlgorithm(rawValue: parameters["algorithm"]?.text ?? "SHA1") else {
            throw wrong(.algorithm, "algorithm")
        }
        guard let digits = number(parameters["digits"]?.text ?? "6"), digits <= 8,
            let hotp = HOTP(key, algorithm: algorithm, digits: Int(digits))
        else {
            throw wrong(.digits, "digits")
        }
        if isCounted {
            guard parameters["period"] == nil else { throw wrong(.period, "period") }
            guard let counter = (parameters["counter"]?.text).flatMap(number) else { throw wrong(.counter, "counter") }
            return .hotp(hotp, counter: counter)
        }
        guard parameters["counter"] == nil else { throw wrong(.counter, "counter") }
        guard let period = number(parameters["period"]?.text ?? "30"), period <= 86_400, let totp = TOTP(hotp, period: Int(period))
        else {
            throw wrong(.period, "period")
        }
        return .totp(totp)
    }

    /// Parses digits without sign or space.
    private func number(_ text: String) -> UInt64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt64(text) : nil
    }

    private func decoded(_ text: Substring) throws(OneTimeCodesError) -> String {
        guard let text = try? PercentEncoding.decode(text.utf8, plusIsSpace: false) else { throw error(.encoding, text) }
        return text
    }

    private func error(_ code: OneTimeCodesError.Code, _ part: Substring) -> OneTimeCodesError {
        OneTimeCodesError(code, at: position(of: part))
    }

    private func position(of part: Substring) -> Int { text.utf8.distance(from: text.startIndex, to: part.startIndex) }
}
