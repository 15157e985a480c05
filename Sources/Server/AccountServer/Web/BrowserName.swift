import Accounts
import HTTPTypes

/// What people call a browser, read from its `User-Agent` (RFC 9110, section 10.1.5): `Firefox on Linux`.
///
/// It is what the sender says of itself, good for recognising one's own devices in a list and for nothing else.
struct BrowserName: Hashable, Sendable {
    let text: String

    /// Nil where the browser or its system is none of those known here.
    init?(userAgent: String) {
        guard userAgent.hasPrefix("Mozilla/5.0 (") else { return nil }
        func known(_ table: [(sign: String, name: String)]) -> String? {
            table.first { userAgent.contains($0.sign) }?.name
        }
        guard let browser = known(Self.browsers), let system = known(Self.systems) else { return nil }
        text = "\(browser) on \(system)"
    }

    /// In this order, since most of them also claim to be those further down.
    private static let browsers = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]

    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows NT", "Windows"),
        ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]
}

extension IncomingRequest {
    /// Who asks, as sessions and events record it: the browser by its common name, or else by what it calls itself.
    func browser() -> Client {
        client(deviceName: headers[.userAgent].flatMap(BrowserName.init(userAgent:))?.text)
    }
}
