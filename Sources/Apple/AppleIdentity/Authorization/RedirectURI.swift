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
        let url: AbsoluteURL
        do {
            url = try AbsoluteURL(text)
        } catch {
            throw RedirectURIError(error)
        }
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
