import DeviceProtocol
import FoundationEssentials

/// An address as far as sessions look at it.
struct WebAddress {
    private let url: URL
    private let scheme: String

    init?(_ text: String) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return nil }
        self.url = url
        self.scheme = scheme
    }

    /// The host of a page that can be opened; nothing for other schemes than http and https.
    var pageHost: String? {
        guard scheme == "https" || scheme == "http", let host = url.host, !host.isEmpty else { return nil }
        return host.lowercased()
    }

    /// Whether the address ends a session.
    func ends(_ callback: WebCallback) -> Bool {
        callback.isMet(byScheme: scheme, host: url.host, port: url.port, path: url.path(percentEncoded: true))
    }
}
