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

    /// Whether the address ends a session: its scheme, or host and path exactly.
    func ends(_ callback: WebCallback) -> Bool {
        switch callback {
        case .customScheme(let name): scheme == name.lowercased()
        case .https(let host, let path):
            scheme == "https" && url.host?.lowercased() == host.lowercased() && (url.port ?? 443) == 443
                && url.path(percentEncoded: true) == (path.hasPrefix("/") ? path : "/" + path)
        }
    }
}
