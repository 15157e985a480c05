/// Reads an `otpauth:` URI: scheme, kind, label, parameters.
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

    /// `account`, or `issuer:account`; the colon may be encoded, and spaces may follow it.
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

    /// Digits alone: no sign, no space.
    private func number(_ text: String) -> UInt64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt64(text) : nil
    }

    private func decoded(_ text: Substring) throws(OTPAuthError) -> String {
        guard let text = PercentEncoding.decode(text) else { throw OTPAuthError(.encoding) }
        return text
    }
}
