/// Why a text is no redirect URI that Apple takes.
public struct RedirectURIError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of refusal. The raw values are stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// More than ``RedirectURI/maximumByteCount`` bytes.
        case tooLong = "too-long"
        /// A character that no URL holds: a space, a control character, one outside ASCII.
        case unprintable
        /// It does not begin with a scheme and `://`.
        case notAbsolute = "not-absolute"
        /// Its scheme is not https.
        case notHTTPS = "not-https"
        /// It names a user before the host.
        case userInformation = "user-information"
        /// Its host is neither a domain name nor an address.
        case malformedHost = "malformed-host"
        /// Its port is not a number from 1 to 65535.
        case malformedPort = "malformed-port"
        /// A `%` without two hexadecimal digits.
        case malformedPercent = "malformed-percent"
        /// Its host is an IP address.
        case ipAddress = "ip-address"
        /// Its host is `localhost` or within it.
        case localhost
        /// Its host is a single word.
        case singleLabel = "single-label"
        /// It has a fragment.
        case fragment
    }

    /// The kind of refusal.
    public let code: Code

    /// The byte of the text where the reason lies, from 0.
    public let position: Int

    init(code: Code, position: Int) {
        self.code = code
        self.position = position
    }

    init(_ problem: AbsoluteURL.Problem) {
        let code: Code =
            switch problem.code {
            case .tooLong: .tooLong
            case .unprintable: .unprintable
            case .noScheme: .notAbsolute
            case .userInformation: .userInformation
            case .malformedHost: .malformedHost
            case .malformedPort: .malformedPort
            case .malformedPercent: .malformedPercent
            }
        self.init(code: code, position: problem.position)
    }

    /// The reason in one English sentence.
    public var description: String {
        switch code {
        case .tooLong: "The redirect URI has more than \(RedirectURI.maximumByteCount) bytes."
        case .unprintable: "The redirect URI holds a character that no URL has, at byte \(position)."
        case .notAbsolute: "The redirect URI does not begin with https://."
        case .notHTTPS: "The redirect URI is not https, which Apple asks for."
        case .userInformation: "The redirect URI names a user before the host."
        case .malformedHost: "The redirect URI's host is neither a domain name nor an address."
        case .malformedPort: "The redirect URI's port is not a number from 1 to 65535."
        case .malformedPercent: "The redirect URI has a % without two hexadecimal digits, at byte \(position)."
        case .ipAddress: "The redirect URI's host is an IP address; Apple takes domain names alone."
        case .localhost: "The redirect URI leads to this machine; Apple takes public domain names alone."
        case .singleLabel: "The redirect URI's host is a single word; Apple takes public domain names alone."
        case .fragment: "The redirect URI has a fragment."
        }
    }
}
