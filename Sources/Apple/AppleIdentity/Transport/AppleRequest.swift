/// A request to Apple's service, everything in it decided but what follows from the rest, such as `Content-Length`.
public struct AppleRequest: Sendable {
    /// The methods that the service knows.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Apple's keys.
        case get = "GET"
        /// Everything that says who asks.
        case post = "POST"
    }

    /// How this library calls itself where its user has not said otherwise. Apple's service refuses requests that say nothing.
    public static let defaultUserAgent = "latchkey-apple-identity"

    /// The method.
    public let method: Method

    /// The absolute URL: https, or http to this machine alone; see ``AppleEndpoints``.
    public let url: String

    /// The fields of the header, `User-Agent` always among them.
    public let headers: [(name: String, value: String)]

    /// The body; empty for ``Method/get``. It holds secrets.
    public let body: [UInt8]

    /// A request; where `headers` has no `User-Agent`, ``defaultUserAgent`` is added.
    public init(method: Method, url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        let isNamed = headers.contains { $0.name.lowercased() == "user-agent" }
        self.headers = isNamed ? headers : [("User-Agent", Self.defaultUserAgent)] + headers
        self.body = body
    }
}

extension AppleRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and URL, which hold no secret; nothing of header and body, which do.
    public var description: String { "\(method.rawValue) \(url)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
