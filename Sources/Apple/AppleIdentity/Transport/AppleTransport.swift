import InternetAddresses

/// Whatever carries a request to Apple and brings the answer: an HTTP client, or a double in a test.
///
/// This library opens no connection of its own. A transport
/// - follows no redirect: it would carry secrets to a place that nobody configured;
/// - checks the server's certificate;
/// - stops reading at ``AppleResponse/maximumByteCount`` and ends within a bounded time;
/// - sends each request once: a second one may spend a code that the first has spent.
public protocol AppleTransport: Sendable {
    /// Sends a request. An answer of any status is an answer; an error means that there is none.
    ///
    /// - Throws: ``AppleIdentityError/noAnswer(_:isTemporary:)`` or ``AppleIdentityError/oversizeAnswer`` where it matters whether a later try may succeed. Any other error counts as passing.
    func send(_ request: AppleRequest) async throws -> AppleResponse
}

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

/// An answer of Apple's service.
public struct AppleResponse: Sendable {
    /// The largest body in bytes, 64 KiB. Apple's largest, the key set, has about two thousand.
    public static let maximumByteCount = 65_536

    /// The HTTP status.
    public let status: Int

    /// The fields of the header as they came.
    public let headers: [(name: String, value: String)]

    /// The body. It may hold tokens.
    public let body: [UInt8]

    /// An answer as it came.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field of this name, whatever the case of its letters.
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }
}

extension AppleResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the size, nothing of what it holds.
    public var description: String { "\(status), \(body.count) bytes" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What was asked of Apple's service.
public enum AppleOperation: String, Sendable, Hashable, CaseIterable {
    /// An authorization code for tokens.
    case exchange
    /// Whether a refresh token is still good.
    case refresh
    /// That a token be worth nothing from now on.
    case revocation
    /// A token for the requests of a user migration.
    case migrationToken = "migration-token"
    /// The transfer identifier of a person, asked by the team that gives the app away.
    case transferIdentifier = "transfer-identifier"
    /// The person behind a transfer identifier, asked by the team that received the app.
    case transferredUser = "transferred-user"

    /// Whether the same request, sent again, finds what the first one found. A code is spent by its first use, whatever came back.
    public var mayBeRepeated: Bool { self != .exchange }
}

/// Text that goes on the wire as `application/x-www-form-urlencoded` or in a query, in one spelling: everything but the unreserved
/// characters of RFC 3986, section 2.3, is written as `%XX`, the space as `%20`, as Apple documents it for `scope`.
enum FormBody {
    /// The type of such a body.
    static let contentType = "application/x-www-form-urlencoded"

    /// The fields in the order given.
    static func text(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
