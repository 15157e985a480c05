/// Where Apple sends the browser back to: a URL that the Services ID is configured with, byte for byte.
public struct RedirectURI: Sendable, Hashable, CustomStringConvertible {
    /// Whether a redirect URI may lead to this machine. Apple accepts none that does; an emulator may.
    public enum LoopbackException: Sendable, Hashable {
        /// As Apple has it.
        case refused
        /// `http` and `https` to `localhost`, 127.0.0.0/8 and `[::1]` as well: development against an emulator alone.
        case allowedForDevelopment
    }

    /// The longest in bytes.
    public static let maximumByteCount = 2_048

    /// The URI as it was given.
    public let text: String

    /// Refuses what Apple refuses: all but absolute https URLs whose host is a domain name of at least two labels, without
    /// fragment and user information.
    ///
    /// - Throws: ``RedirectURIError``, with the place of the reason.
    public init(_ text: String, loopback: LoopbackException = .refused) throws(RedirectURIError) {
        let url = try AbsoluteURL(text)
        if let position = url.fragmentPosition { throw RedirectURIError(code: .fragment, position: position) }
        guard url.scheme == "https" || url.scheme == "http" else { throw RedirectURIError(code: .notHTTPS, position: 0) }
        let hostPosition = url.scheme.utf8.count + 3
        if loopback == .allowedForDevelopment, url.host.isLoopback {
            self.text = text
            return
        }
        guard url.scheme == "https" else { throw RedirectURIError(code: .notHTTPS, position: 0) }
        switch url.host {
        case .address: throw RedirectURIError(code: .ipAddress, position: hostPosition)
        case .name where url.host.isLoopback: throw RedirectURIError(code: .localhost, position: hostPosition)
        case .name(let name): guard name.contains(".") else { throw RedirectURIError(code: .singleLabel, position: hostPosition) }
        }
        self.text = text
    }

    /// The URI.
    public var description: String { text }
}

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
