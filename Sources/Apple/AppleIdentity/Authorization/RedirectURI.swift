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
    /// - Throws: ``AppleIdentityError``, with the place of the reason.
    public init(_ text: String, loopback: LoopbackException = .refused) throws(AppleIdentityError) {
        let url = try AbsoluteURL(text, named: "redirect URI")
        if let position = url.fragmentPosition {
            throw AppleIdentityError(.fragment, "The redirect URI has a fragment.", position: position)
        }
        let isHTTPS = url.scheme == "https"
        if loopback == .allowedForDevelopment, url.host.isLoopback, isHTTPS || url.scheme == "http" {
            self.text = text
            return
        }
        guard isHTTPS else {
            throw AppleIdentityError(.notHTTPS, "The redirect URI is not https, which Apple asks for.", position: 0)
        }
        let hostPosition = url.scheme.utf8.count + 3
        switch url.host {
        case .address:
            throw AppleIdentityError(
                .ipAddress, "The redirect URI's host is an IP address; Apple takes domain names alone.", position: hostPosition)
        case .name where url.host.isLoopback:
            throw AppleIdentityError(
                .localhost, "The redirect URI leads to this machine; Apple takes public domain names alone.", position: hostPosition
            )
        case .name(let name) where !name.contains("."):
            throw AppleIdentityError(
                .singleLabel, "The redirect URI's host is a single word; Apple takes public domain names alone.",
                position: hostPosition)
        case .name: self.text = text
        }
    }

    /// The URI.
    public var description: String { text }
}
