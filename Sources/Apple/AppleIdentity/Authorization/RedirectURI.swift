/// The URL to which Apple returns the browser. It must equal a return URL of the Services ID, byte for byte.
public struct RedirectURI: Sendable, Hashable, CustomStringConvertible {
    /// Whether a redirect URI can name the local machine. Apple rejects such URIs; an emulator can accept them.
    public enum LoopbackException: Sendable, Hashable {
        /// Rejects loopback hosts, as Apple does.
        case rejected
        /// Also accepts `http` and `https` URLs with the hosts `localhost`, 127.0.0.0/8 and `[::1]`. Use this only for development
        /// with an emulator.
        case allowedForDevelopment
    }

    /// The longest redirect URI, in bytes.
    public static let maximumByteCount = 2_048

    /// The URI, unchanged.
    public let text: String

    /// Parses an absolute https URL without a fragment or user information. The host must be a domain name of at least two labels.
    /// Apple rejects all other URLs.
    ///
    /// - Throws: ``AppleIdentityError`` with the position of the error.
    public init(_ text: String, loopback: LoopbackException = .rejected) throws(AppleIdentityError) {
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
            throw AppleIdentityError(.notHTTPS, "The redirect URI is not an https URL, which Apple requires.", position: 0)
        }
        let hostPosition = url.scheme.utf8.count + 3
        switch url.host {
        case .address:
            throw AppleIdentityError(
                .ipAddress, "The redirect URI's host is an IP address; Apple accepts only domain names.", position: hostPosition)
        case .name where url.host.isLoopback:
            throw AppleIdentityError(
                .localhost, "The redirect URI's host is the local machine; Apple accepts only public domain names.",
                position: hostPosition
            )
        case .name(let name) where !name.contains("."):
            throw AppleIdentityError(
                .singleLabel, "The redirect URI's host has only one label; Apple accepts only public domain names.",
                position: hostPosition)
        case .name: self.text = text
        }
    }

    /// The URI.
    public var description: String { text }
}
